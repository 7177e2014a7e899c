import ReactorCore
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct UploadReactorTests {
  let showcase: Showcase
  let uploads = ScriptedUploads()
  var script: UploadScript { uploads.script }

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  func reactor(car: Car.ID? = 1) -> UploadReactor {
    UploadReactor(car: car, catalog: showcase.live, uploads: uploads.live, clock: uploads.clock)
  }

  static let failure = UploadFailure(
    .noSpace, "The server has not enough free space.", status: 507, serverText: "quota exceeded")

  // MARK: One file

  @Test func `uploading a file turns the indicator on, appends the attachment and turns the indicator off`() async {
    let store = TestStore(reactor())
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    script.with { [live = uploads.live] in
      $0.enqueuing = { live.outcomes.send(.done(ScriptedUploads.upload($0[0], "a.pdf", .done), attachment)) }
    }
    store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    await store.receive(.append([attachment]), within: Showcase.timeout) { $0.attachments = [attachment] }
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
    #expect(script.with { $0.enqueued } == ["a.pdf to /files for 1"])
  }

  @Test func `a failed file shows an alert with the response of the server and turns the indicator off`() async {
    let store = TestStore(reactor())
    let reported = Recorder(uploads.live.reportedFailures)
    script.with { [live = uploads.live] in
      $0.enqueuing = { live.outcomes.send(.failed(ScriptedUploads.upload($0[0], "a.pdf"), Self.failure)) }
    }
    store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    let alert = UploadReactor.Output.message(
      .alert(
        "a.pdf was not uploaded",
        text: "The server has not enough free space. Server response: quota exceeded (HTTP status 507)",
        retry: .retry(selected: 1)))
    await store.receive(output: alert, within: Showcase.timeout)
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
    #expect(reported.elements == [[1]])
  }

  @Test func `a failed file is left to the toast of the other screens if the user has left this one`() async {
    let store = TestStore(
      UploadReactor(
        car: 1, catalog: showcase.live, uploads: uploads.live, clock: uploads.clock, isShown: { false }))
    let reported = Recorder(uploads.live.reportedFailures)
    script.with { [live = uploads.live] in
      $0.enqueuing = { live.outcomes.send(.failed(ScriptedUploads.upload($0[0], "a.pdf"), Self.failure)) }
    }

    store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }

    await store.receive(.setIndicator(false), within: Showcase.timeout) { $0.uploading = 0 }
    await store.finish()
    #expect(reported.elements == [])
  }

  @Test func `the title of an alert shows a file name with a line break on one line`() async {
    let store = TestStore(reactor())
    script.with { $0.enqueueFailure = UploadFailure(.store, "The database is locked.") }
    store.send(.upload([ScriptedUploads.source("a\nb.txt")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    let alert = UploadReactor.Output.message(.alert("a\\x0Ab.txt was not uploaded", text: "The database is locked."))
    await store.receive(output: alert, within: Showcase.timeout)
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
  }

  @Test func `a file that cannot be queued shows an alert and turns the indicator off`() async {
    let store = TestStore(reactor())
    script.with { $0.enqueueFailure = UploadFailure(.store, "The database is locked.") }
    store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    let alert = UploadReactor.Output.message(.alert("a.pdf was not uploaded", text: "The database is locked."))
    await store.receive(output: alert, within: Showcase.timeout)
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
  }

  @Test func `missing credentials request sign-in and a duplicate shows a toast instead of an alert`() async {
    let store = TestStore(reactor())
    for (cause, outputs) in Self.silentFailures {
      script.with { [live = uploads.live] in
        $0.enqueuing = {
          live.outcomes.send(.failed(ScriptedUploads.upload($0[0], "a.pdf"), UploadFailure(cause, "No.")))
        }
      }
      store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
        expect(.setIndicator(true)) { $0.uploading = 1 }
      }
      for output in outputs { await store.receive(output: output, within: Showcase.timeout) }
      await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    }
    await store.finish()
  }

  private static let silentFailures: [(UploadFailure.Cause, [UploadReactor.Output])] = [
    (.unauthorized, [.step(.credentialsRequired(ScriptedUploads.folder, 1, then: .queue))]),
    (
      .duplicate(size: 3),
      [.message(.toast("1 file already exists. Choose what happens to it.")), .select(2)]
    ),
  ]

  // MARK: Several files

  @Test func `a failed file does not stop the others, and all failures share one alert at the end`() async {
    let store = TestStore(reactor())
    let attachment = ScriptedUploads.attachment(7, "b.pdf")
    script.with { [live = uploads.live] in
      $0.enqueuing = { ids in
        live.outcomes.send(.failed(ScriptedUploads.upload(ids[0], "a.pdf"), Self.failure))
        live.outcomes.send(.done(ScriptedUploads.upload(ids[1], "b.pdf", .done), attachment))
        live.outcomes.send(.failed(ScriptedUploads.upload(ids[2], "c.pdf"), Self.failure))
      }
    }
    store.send(.upload(["a.pdf", "b.pdf", "c.pdf"].map { ScriptedUploads.source($0) })) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    await store.receive(.append([attachment]), within: Showcase.timeout) { $0.attachments = [attachment] }
    let alert = UploadReactor.Output.message(
      .alert(
        "2 of 3 files not uploaded",
        text:
          "a.pdf: The server has not enough free space. Server response: quota exceeded (HTTP status 507)\nAnd 1 other file.",
        retry: .retryAll))
    await store.receive(output: alert, within: Showcase.timeout)
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
  }

  @Test func `several files that already exist share one message, and the first of them is selected`() async {
    let store = TestStore(reactor())
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    let duplicate = UploadFailure(.duplicate(size: 3), "No.")
    script.with { [live = uploads.live] in
      $0.enqueuing = { ids in
        live.outcomes.send(.done(ScriptedUploads.upload(ids[0], "a.pdf", .done), attachment))
        live.outcomes.send(.failed(ScriptedUploads.upload(ids[1], "b.pdf"), duplicate))
        live.outcomes.send(.failed(ScriptedUploads.upload(ids[2], "c.pdf"), duplicate))
      }
    }
    store.send(.upload(["a.pdf", "b.pdf", "c.pdf"].map { ScriptedUploads.source($0) })) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    await store.receive(.append([attachment]), within: Showcase.timeout) { $0.attachments = [attachment] }
    let message = UploadReactor.Output.message(.toast("2 files already exist. Choose what happens to them."))
    await store.receive(output: message, within: Showcase.timeout)
    await store.receive(output: .select(2), within: Showcase.timeout)
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
  }

  @Test func `leaving the screen does not stop its uploads`() async {
    var reactor: UploadReactor? = reactor()
    reactor?.action.send(.upload([ScriptedUploads.source("a.pdf")]))
    await eventually { !script.with({ $0.enqueued.isEmpty }) }
    reactor = nil
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .uploading)])
    #expect(script.requests == [])
  }

  // MARK: Opening other screens

  @Test func `opening a duplicate asks, missing credentials request sign-in, and other failures show an alert`() async {
    let duplicate = ScriptedUploads.upload(1, "a", .failed(UploadFailure(.duplicate(size: 3), "There.")))
    uploads.show([
      duplicate, ScriptedUploads.upload(2, "b", .failed(UploadFailure(.unauthorized, "Who?"))),
      ScriptedUploads.upload(3, "c", .failed(UploadFailure(.corrupted, "Other bytes."))),
      ScriptedUploads.upload(4, "d"),
    ])
    let store = TestStore(reactor())
    store.send(.open(1)) { expect in
      expect(output: .ask(.duplicate(duplicate, size: 3, others: 0)))
    }
    store.send(.open(2)) { expect in
      expect(output: .step(.credentialsRequired(ScriptedUploads.folder, 1, then: .queue)))
    }
    let alert = UploadReactor.Output.message(.alert("c", text: "Other bytes.", retry: .retry(selected: 3)))
    store.send(.open(3)) { expect in expect(output: alert) }
    store.send(.open(4))
    await store.finish()
  }

  @Test func `files are requested for the car or that of the selected upload; otherwise a toast explains how`() async {
    let store = TestStore(reactor())
    store.send(.addFiles(selected: nil)) { expect in expect(output: .step(.filesRequested(1))) }
    store.send(.chooseDestination) { expect in
      expect(output: .step(.destinationRequired(1, reason: nil, then: .queue)))
    }
    store.send(.close) { expect in expect(output: .step(.queueClosed)) }
    await store.finish()
    uploads.show([ScriptedUploads.upload(1, "a", car: 3)])
    let all = reactor(car: nil)
    let outputs = Recorder(all.outputs)
    all.action.send(.addFiles(selected: 1))
    all.action.send(.addFiles(selected: nil))
    #expect(outputs.elements == [.step(.filesRequested(3)), .message(.toast("Open a car to upload files to it"))])
  }

  @Test func `signing in retries the uploads that lacked credentials and checks the destination again`() async {
    let web = ScriptedUploads.web("one")
    uploads.live.choose(web)
    let lacking = Upload.State.failed(UploadFailure(.unauthorized, "Who?"))
    uploads.show([
      ScriptedUploads.upload(1, "a", lacking, to: web),
      ScriptedUploads.upload(2, "b", lacking, to: ScriptedUploads.web("x")),
      ScriptedUploads.upload(3, "c", .failed(Self.failure), to: web),
    ])
    let reactor = reactor()
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.signIn)
    #expect(outputs.elements == [.step(.credentialsRequired(web, 1, then: .queue))])
    reactor.action.send(.authorized(web))
    await requested([.retry(1)])
    try? await showcase.wait(for: reactor) { $0.destinationStatus == .known(ScriptedUploads.info) }
  }

  func requested(_ requests: [UploadRequest], sourceLocation: SourceLocation = #_sourceLocation) async {
    await eventually { !(script.requests.count < requests.count) }
    #expect(script.requests == requests, sourceLocation: sourceLocation)
  }
}
