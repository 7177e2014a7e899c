import Dispatch
import ReactorCore
import ReactorTerminal
import Synchronization
import Testing

@testable import TapePlayer

/// External work: a separate queue that responds in real time.
private final class Server: Sendable {
  private let queue = DispatchQueue(label: "server")
  private let open = Atomic<Int>(0)

  var isBusy: Bool { open.load(ordering: .acquiring) > 0 }

  func answer(after milliseconds: Int) async -> String {
    open.add(1, ordering: .acquiringAndReleasing)
    return await withCheckedContinuation { continuation in
      queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        continuation.resume(returning: "answered")
        self.open.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
  }
}

/// A screen that sends a request on Enter and shows the response.
@MainActor
private final class ClientScreen: Screen {
  private let label = Label()
  private let spinner = Spinner()
  private let disposeBag = DisposeBag()

  init(_ server: Server, milliseconds: Int) {
    super.init()
    title = "Client"
    addSubview(label)
    addSubview(spinner)
    keys(.enter, id: CommandID("ask"), title: "Ask").bind { [weak self] in
      self?.spinner.isAnimating = true
      Observable.run { emit in emit(await server.answer(after: milliseconds)) }
        .subscribe { [weak self] in
          self?.label.text = $0
          self?.spinner.isAnimating = false
        }
        .disposed(by: self?.disposeBag ?? DisposeBag())
    }
  }

  override func layoutSubviews() {
    label.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    spinner.frame = Rect(x: 0, y: 2, width: 2, height: 1)
  }
}

@MainActor
@Suite(.checksFrames)
struct ExternalWorkTests {
  private func play(_ tape: String, externalWork: (Server) -> ExternalWork) async throws -> HeadlessStage {
    let server = Server()
    let stage = HeadlessStage(size: Size(width: 50, height: 10), externalWork: externalWork(server))
    try await stage.perform {
      stage.window.root.content = NavigationStack(root: ClientScreen(server, milliseconds: 30))
      _ = try await Player(Tape(parsing: tape), on: stage).play()
    }
    return stage
  }

  @Test func `the clock stands still while the program reports work`() async throws {
    let stage = try await play("Set TypingSpeed 0\nEnter\n#! expect /answered/") { server in
      .reported { server.isBusy }
    }
    #expect(stage.clock.now.offset == .zero)
  }

  @Test func `a wait allows real time for unknown work`() async throws {
    let stage = try await play("Enter\nWait /answered/") { _ in .unknown(grace: .milliseconds(20)) }
    #expect(stage.window.screenText.contains("answered"))
    #expect(stage.clock.now.offset < .seconds(15))
  }

  /// The test must not take the ten minutes of the tape.
  @Test(.timeLimit(.minutes(20))) func `without external work a failing wait ends immediately`() async throws {
    let failure = await #expect(throws: TapeFailure.self) { _ = try await play("Wait@10m /never/") { _ in .none } }
    #expect(failure?.reason == .timedOut(waitingFor: try TapePattern("never"), scope: .screen, seconds: 600))
  }

  @Test func `background work of effects is finished before the next command`() async throws {
    let stage = HeadlessStage(size: Size(width: 50, height: 10), externalWork: .none)
    try await stage.perform {
      let screen = Screen()
      let label = Label()
      screen.addSubview(label)
      label.frame = Rect(x: 0, y: 0, width: 40, height: 1)
      let disposeBag = DisposeBag()
      screen.keys(.enter, id: CommandID("count"), title: "Count").bind {
        Observable.run { emit in emit(await Self.sum(of: 200)) }
          .subscribe { label.text = "\($0)" }.disposed(by: disposeBag)
      }
      stage.window.root.content = NavigationStack(root: screen)
      _ = try await Player(Tape(parsing: "Set TypingSpeed 0\nEnter\n#! expect /20100/"), on: stage).play()
    }
  }

  /// Adds numbers with many hops between tasks outside the main actor.
  @concurrent private nonisolated static func sum(of count: Int) async -> Int {
    var sum = 0
    for number in 1...count { sum += await Task { number }.value }
    return sum
  }
}
