import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

/// The reactor of a screen that attaches files by uploading them.
final class AttachmentsReactor: Reactor {
  enum Action: Sendable { case selectFileUpload(String) }

  enum Mutation: Equatable, Sendable {
    case setIndicator(Bool)
    case setProgress(Double)
    case appendUploadedFiles(String)
    case showAlertMessage(String)
  }

  struct State: Equatable, Sendable {
    var isUploading = false
    var progress: Double?
    var files: [String] = []
    @Pulse var alertMessage: String?
  }

  let store = Store<AttachmentsReactor>(State())
  private let upload: @Sendable (String) -> AsyncThrowingStream<Double, any Error>

  init(upload: @escaping @Sendable (String) -> AsyncThrowingStream<Double, any Error>) {
    self.upload = upload
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .selectFileUpload(let file):
      .concat(
        .just(.setIndicator(true)), Observable(upload(file)).map { .setProgress($0) },
        .just(.appendUploadedFiles(file)), .just(.setIndicator(false))
      )
      .catch { error in .concat(.just(.showAlertMessage("\(error)")), .just(.setIndicator(false))) }
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setIndicator(let isOn):
      state.isUploading = isOn
      if !isOn { state.progress = nil }
    case .setProgress(let progress): state.progress = progress
    case .appendUploadedFiles(let file): state.files.append(file)
    case .showAlertMessage(let message): state.alertMessage = message
    }
  }
}

@MainActor
@Suite struct FileUploadTests {
  @Test func `an upload shows the indicator, its progress, and the file, and hides the indicator`() async {
    let (progress, engine) = AsyncThrowingStream<Double, any Error>.makeStream()
    let store = TestStore(AttachmentsReactor { _ in progress })
    store.send(.selectFileUpload("car.pdf")) { expect in
      expect(.setIndicator(true)) { $0.isUploading = true }
    }
    engine.yield(0.5)
    await store.receive(.setProgress(0.5)) { $0.progress = 0.5 }
    engine.yield(1)
    await store.receive(.setProgress(1)) { $0.progress = 1 }
    engine.finish()
    await store.receive(.appendUploadedFiles("car.pdf")) { $0.files = ["car.pdf"] }
    await store.receive(.setIndicator(false)) {
      $0.isUploading = false
      $0.progress = nil
    }
    await store.finish()
  }

  @Test func `a failed upload shows an alert every time, even for an equal error, and hides the indicator`() async {
    let reactor = AttachmentsReactor { _ in
      AsyncThrowingStream { $0.finish(throwing: Failure("the disk is full")) }
    }
    let alerts = Recorder(reactor.pulse(unwrapping: \.$alertMessage))
    let store = TestStore(reactor)
    for _ in 1...2 {
      store.send(.selectFileUpload("car.pdf")) { expect in
        expect(.setIndicator(true)) { $0.isUploading = true }
      }
      await store.receive(.showAlertMessage("the disk is full")) { $0.alertMessage = "the disk is full" }
      await store.receive(.setIndicator(false)) { $0.isUploading = false }
    }
    await store.finish()
    #expect(alerts.elements == ["the disk is full", "the disk is full"])
  }
}
