import Catalogue
import ReactorCore
import ReactorTesting
import Testing
import Uploads

@testable import ShowroomApp

@MainActor @Suite("The reactor of the upload screen", .timeLimit(.minutes(5)))
struct UploadReactorTests {
  private let showcase: Showcase
  private let uploads = ScriptedUploads()
  private var script: UploadScript { uploads.script }

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  private func reactor(car: Car.ID? = 1) -> UploadReactor {
    UploadReactor(car: car, catalogue: showcase.live, uploads: uploads.live, clock: uploads.clock)
  }

  private static let failure = UploadFailure(
    .noSpace, "The server has no room for it.", status: 507, serverText: "quota exceeded")

  // MARK: One file

  @Test("a file: indicator on, upload, append to the attachments, indicator off")
  func oneFile() async {
    let store = TestStore(reactor())
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    script.with { [live = uploads.live] in
      $0.enqueuing = { live.outcomes.send(.done(ScriptedUploads.item($0[0], "a.pdf", .done), attachment)) }
    }
    store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    await store.receive(.append(attachment), within: Showcase.patience) { $0.attachments = [attachment] }
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
    #expect(script.with { $0.enqueued } == ["a.pdf to /files for 1"])
  }

  @Test("a file that fails: an alert with the server's status and words, then indicator off")
  func oneFailure() async {
    let store = TestStore(reactor())
    script.with { [live = uploads.live] in
      $0.enqueuing = { live.outcomes.send(.failed(ScriptedUploads.item($0[0], "a.pdf"), Self.failure)) }
    }
    store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    let alert = UploadReactor.Failure(
      title: "a.pdf was not uploaded",
      message: "The server has no room for it. The server says: quota exceeded (HTTP status 507)", retry: nil)
    await store.receive(.showAlert(alert), within: Showcase.patience) { $0.alert = alert }
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
  }

  @Test("a file that cannot even be queued: an alert, then indicator off")
  func notQueued() async {
    let store = TestStore(reactor())
    script.with { $0.enqueueFailure = UploadFailure(.store, "The database is locked.") }
    store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    let alert = UploadReactor.Failure(title: "a.pdf was not uploaded", message: "The database is locked.", retry: nil)
    await store.receive(.showAlert(alert), within: Showcase.patience) { $0.alert = alert }
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
  }

  @Test("missing credentials are asked for in place of an alert, a duplicate is left to its row")
  func otherFailures() async {
    let store = TestStore(reactor())
    for (cause, mutation, change) in Self.silentFailures {
      script.with { [live = uploads.live] in
        $0.enqueuing = {
          live.outcomes.send(.failed(ScriptedUploads.item($0[0], "a.pdf"), UploadFailure(cause, "No.")))
        }
      }
      store.send(.upload([ScriptedUploads.source("a.pdf")])) { expect in
        expect(.setIndicator(true)) { $0.uploading = 1 }
      }
      await store.receive(mutation, within: Showcase.patience, change)
      await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    }
    await store.finish()
  }

  private static let silentFailures:
    [(UploadFailure.Cause, UploadReactor.Mutation, @MainActor (inout UploadReactor.State) -> Void)] = [
      (
        .unauthorised, .authorisationRequired(ScriptedUploads.folder),
        { $0.authorisationRequired = ScriptedUploads.folder }
      ),
      (
        .duplicate(size: 3), .showToast("1 file already exists. Press Enter to resolve."),
        { $0.toast = "1 file already exists. Press Enter to resolve." }
      ),
    ]

  // MARK: Several files

  @Test("several files: one that fails holds up none, and all failures are one alert at the end")
  func severalFiles() async {
    let store = TestStore(reactor())
    let attachment = ScriptedUploads.attachment(7, "b.pdf")
    script.with { [live = uploads.live] in
      $0.enqueuing = { ids in
        live.outcomes.send(.failed(ScriptedUploads.item(ids[0], "a.pdf"), Self.failure))
        live.outcomes.send(.done(ScriptedUploads.item(ids[1], "b.pdf", .done), attachment))
        live.outcomes.send(.failed(ScriptedUploads.item(ids[2], "c.pdf"), Self.failure))
      }
    }
    store.send(.upload(["a.pdf", "b.pdf", "c.pdf"].map { ScriptedUploads.source($0) })) { expect in
      expect(.setIndicator(true)) { $0.uploading = 1 }
    }
    await store.receive(.append(attachment), within: Showcase.patience) { $0.attachments = [attachment] }
    let alert = UploadReactor.Failure(
      title: "2 of 3 files not uploaded",
      message:
        "a.pdf: The server has no room for it. The server says: quota exceeded (HTTP status 507)\nAnd 1 other file.",
      retry: .retryAll)
    await store.receive(.showAlert(alert), within: Showcase.patience) { $0.alert = alert }
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    await store.finish()
  }

  @Test("leaving the screen stops nothing: the queue is asked for nothing more")
  func leaving() async {
    var reactor: UploadReactor? = reactor()
    reactor?.action.send(.upload([ScriptedUploads.source("a.pdf")]))
    await eventually { !script.with({ $0.enqueued.isEmpty }) }
    reactor = nil
    uploads.show([ScriptedUploads.item(1, "a.pdf", .sending)])
    #expect(script.requests == [])
  }

  // MARK: The queue

  @Test("what arrives from elsewhere for this car is among its attachments")
  func attachmentsFromElsewhere() async {
    let store = TestStore(reactor())
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    script.with { $0.attachments = [1: [attachment]] }
    uploads.live.attachmentChanges.send(())
    await store.receive(.setAttachments([attachment])) { $0.attachments = [attachment] }
    await store.finish()
  }

  @Test("what arrives from elsewhere is among what the destination holds, too, if it went there")
  func holdingsFromElsewhere() async {
    let store = TestStore(reactor())
    store.send(.load) { expect in expect(.beginRefresh) { $0.isAsking = true } }
    await store.receive(
      .answer(.init(survey: .success(ScriptedUploads.survey), attachments: [])), within: Showcase.patience
    ) {
      $0.ground = .known(ScriptedUploads.survey)
      $0.isAsking = false
    }
    let here = ScriptedUploads.attachment(7, "a.pdf")
    let there = ScriptedUploads.attachment(8, "b.pdf", to: .folder("/elsewhere"))
    script.with { $0.attachments = [1: [here, there]] }
    uploads.live.attachmentChanges.send(())
    var survey = ScriptedUploads.survey
    survey.files?.append(here.file)
    await store.receive(.setAttachments([here, there])) {
      $0.attachments = [here, there]
      $0.ground = .known(survey)
    }
    await store.finish()
  }

  @Test("the rows of the car are shown, without a car those of all")
  func rows() {
    let reactor = reactor()
    _ = reactor.action
    uploads.show([ScriptedUploads.item(1, "a"), ScriptedUploads.item(2, "b", car: 2)])
    #expect(reactor.currentState.items.map(\.name) == ["a"])
    let all = self.reactor(car: nil)
    #expect(all.currentState.items.map(\.name) == ["a", "b"])
  }

  @Test("without a part at the destination it is cancelled at once; with one, what becomes of it is asked")
  func cancel() async {
    let part = ScriptedUploads.item(2, "b", .sending, confirmed: 5)
    uploads.show([ScriptedUploads.item(1, "a", .sending), part, ScriptedUploads.item(3, "c", .done)])
    let store = TestStore(reactor())
    store.send(.cancel(1))
    store.send(.cancel(2)) { expect in expect(.ask(.cancel(part))) { $0.question = .cancel(part) } }
    store.send(.cancelNow(2, discard: false))
    store.send(.cancel(3))
    await requested([.cancel(1, discard: true), .cancel(2, discard: false), .remove(3)])
    await store.finish()
  }

  @Test("all are cancelled after a question; with a car, only those of that car")
  func cancelAll() async {
    uploads.show([
      ScriptedUploads.item(1, "a", .sending, confirmed: 5), ScriptedUploads.item(2, "b", car: 2),
      ScriptedUploads.item(3, "c", .interrupted), ScriptedUploads.item(4, "d", .done),
    ])
    let store = TestStore(reactor())
    store.send(.cancelAll) { expect in
      let question = UploadReactor.Question.cancelAll(count: 2, haveParts: true, lost: 0)
      expect(.ask(question)) { $0.question = question }
    }
    store.send(.cancelAllNow(discard: true))
    await requested([.cancel(1, discard: true), .cancel(3, discard: true)])
    await store.finish()
    reactor(car: nil).action.send(.cancelAllNow(discard: false))
    let all = reactor(car: nil)
    all.action.send(.cancelAllNow(discard: false))
    await requested([.cancel(1, discard: true), .cancel(3, discard: true), .cancelAll(discard: false)])
  }

  @Test("r tries the selected upload again and follows it; R those that failed and those that were interrupted")
  func retry() async {
    uploads.show([
      ScriptedUploads.item(1, "a", .failed(Self.failure)), ScriptedUploads.item(2, "b", .interrupted),
    ])
    let store = TestStore(reactor())
    store.send(.retry(selected: 1)) { expect in expect(.setIndicator(true)) { $0.uploading = 1 } }
    await requested([.retry(1)])
    uploads.live.outcomes.send(.failed(ScriptedUploads.item(1, "a"), UploadFailure(.forbidden, "No.")))
    let alert = UploadReactor.Failure(title: "a was not uploaded", message: "No.", retry: .retry(selected: 1))
    await store.receive(.showAlert(alert), within: Showcase.patience) { $0.alert = alert }
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    store.send(.retryAll)
    await requested([.retry(1), .retryAllFailed, .resumeInterrupted])
    await store.finish()
  }

  @Test("with nothing to try again, r and R ask the destination again, and what it said before stays meanwhile")
  func refresh() async {
    uploads.show([ScriptedUploads.item(1, "a", .done)])
    let store = TestStore(reactor())
    for action in [UploadReactor.Action.load, .retry(selected: 1), .retryAll, .refresh] {
      store.send(action) { expect in expect(.beginRefresh) { $0.isAsking = true } }
      await store.receive(
        .answer(.init(survey: .success(ScriptedUploads.survey), attachments: [])), within: Showcase.patience
      ) {
        $0.ground = .known(ScriptedUploads.survey)
        $0.isAsking = false
      }
    }
    await store.finish()
    #expect(script.with { $0.surveyed.count } == 4)
  }

  @Test("pausing, order, duplicates and clearing are asked of the queue")
  func requests() async {
    uploads.show([
      ScriptedUploads.item(1, "a", .done), ScriptedUploads.item(2, "b"), ScriptedUploads.item(3, "c", .cancelled),
    ])
    let reactor = reactor()
    reactor.action.send(.togglePause)
    reactor.action.send(.move(2, by: -1))
    reactor.action.send(.answer([2], .keepBoth))
    reactor.action.send(.clearEnded)
    await requested([
      .setPaused(true), .move(2, by: -1), .resolveDuplicate(2, .keepBoth), .remove(1), .remove(3),
    ])
    uploads.show([], isPaused: true)
    reactor.action.send(.togglePause)
    await eventually { script.requests.last == .setPaused(false) }
  }

  @Test func `a pause that loses nothing happens at once; one that loses what was sent asks first`() async {
    uploads.show([
      ScriptedUploads.item(1, "a", .sending, confirmed: 3, sent: 9, resumption: .resumes),
      ScriptedUploads.item(2, "b"),
    ])
    let reactor = reactor()
    reactor.action.send(.togglePause)
    await requested([.setPaused(true)])
    #expect(reactor.currentState.question == nil)

    let risky = ScriptedUploads.item(3, "c", .sending, sent: 50_000_000, resumption: .startsOver)
    uploads.show([ScriptedUploads.item(1, "a", .sending, sent: 9, resumption: .resumes), risky])
    reactor.action.send(.togglePause)

    #expect(reactor.currentState.question == .pause([risky]))
    #expect(script.requests == [.setPaused(true)])
    reactor.action.send(.pause(finishingCurrent: true))
    await requested([.setPaused(true), .setPaused(true, finishingCurrent: true)])
  }

  @Test func `an answer about a duplicate can be applied to all others, and one that fails holds up none`() async {
    let exists = UploadItem.State.failed(UploadFailure(.duplicate(size: 3), "There."))
    let duplicates = [ScriptedUploads.item(1, "a", exists), ScriptedUploads.item(3, "c", exists)]
    uploads.show([
      duplicates[0], ScriptedUploads.item(2, "b", exists, to: ScriptedUploads.web("one")), duplicates[1],
      ScriptedUploads.item(4, "d", .failed(Self.failure)), ScriptedUploads.item(5, "e", car: 2, exists),
    ])
    script.with { $0.performFailure = UploadFailure(.cancelled, "Another one has it.") }
    let reactor = reactor()

    reactor.action.send(.open(1))
    #expect(reactor.currentState.question == .duplicate(duplicates[0], size: 3, others: 2))
    reactor.action.send(.openAllDuplicates)

    guard case .duplicates(let items) = reactor.currentState.question else {
      Issue.record("asked \(String(describing: reactor.currentState.question))")
      return
    }
    #expect(items.map(\.id) == [1, 2, 3])
    reactor.action.send(.answer(items.map(\.id), .keepBoth))
    await requested([1, 2, 3].map { .resolveDuplicate($0, .keepBoth) })
    await eventually { reactor.currentState.alert?.message == "Another one has it." }
  }

  @Test func `without a car the uploads of all cars have the names of their cars`() async {
    uploads.show([ScriptedUploads.item(1, "a"), ScriptedUploads.item(2, "b", car: 99)])
    let reactor = reactor(car: nil)
    #expect(reactor.currentState.carNames == [1: "Kia K5 2021"])
    _ = reactor.action
    uploads.show([ScriptedUploads.item(1, "a"), ScriptedUploads.item(3, "c", car: 2)])
    await eventually { reactor.currentState.carNames[2] == "Kia K5 2022" }
    #expect(self.reactor().currentState.carNames == [:])
  }

  @Test("what the queue refuses is an alert")
  func refused() async {
    uploads.show([ScriptedUploads.item(1, "a")])
    script.with { $0.performFailure = UploadFailure(.cancelled, "Another running showroom has a in hand.") }
    let store = TestStore(reactor())
    store.send(.move(1, by: 1))
    let alert = UploadReactor.Failure(
      title: "Could not change the queue", message: "Another running showroom has a in hand.", retry: nil)
    await store.receive(.showAlert(alert), within: Showcase.patience) { $0.alert = alert }
    await store.finish()
  }

  // MARK: Enter, and what other screens are for

  @Test("Enter on a duplicate asks, on a refusal signs in, on another failure says why")
  func open() async {
    let duplicate = ScriptedUploads.item(1, "a", .failed(UploadFailure(.duplicate(size: 3), "There.")))
    uploads.show([
      duplicate, ScriptedUploads.item(2, "b", .failed(UploadFailure(.unauthorised, "Who?"))),
      ScriptedUploads.item(3, "c", .failed(UploadFailure(.corrupted, "Other bytes."))), ScriptedUploads.item(4, "d"),
    ])
    let store = TestStore(reactor())
    store.send(.open(1)) { expect in
      let question = UploadReactor.Question.duplicate(duplicate, size: 3, others: 0)
      expect(.ask(question)) { $0.question = question }
    }
    store.send(.open(2)) { expect in
      expect(.authorisationRequired(ScriptedUploads.folder)) { $0.authorisationRequired = ScriptedUploads.folder }
    }
    let alert = UploadReactor.Failure(title: "c", message: "Other bytes.", retry: .retry(selected: 3))
    store.send(.open(3)) { expect in expect(.showAlert(alert)) { $0.alert = alert } }
    store.send(.open(4))
    await store.finish()
  }

  @Test("files are wanted for the car, or for that of the selected upload; without either it says what to do")
  func addFiles() async {
    let store = TestStore(reactor())
    store.send(.addFiles(selected: nil)) { expect in expect(.filesRequested(1)) { $0.filesRequested = 1 } }
    store.send(.chooseDestination) { expect in expect(.destinationRequested) { $0.destinationRequested = true } }
    store.send(.close) { expect in expect(.closed) { $0.closed = true } }
    await store.finish()
    uploads.show([ScriptedUploads.item(1, "a", car: 3)])
    let all = reactor(car: nil)
    all.action.send(.addFiles(selected: 1))
    #expect(all.currentState.filesRequested == 3)
    all.action.send(.addFiles(selected: nil))
    #expect(all.currentState.toast == "Open a car and press u there: files are uploaded to a car")
  }

  @Test("once there are credentials, what lacked them is tried again, and the destination is asked again")
  func authorised() async {
    let web = ScriptedUploads.web("one")
    uploads.live.choose(web)
    let lacking = UploadItem.State.failed(UploadFailure(.unauthorised, "Who?"))
    uploads.show([
      ScriptedUploads.item(1, "a", lacking, to: web),
      ScriptedUploads.item(2, "b", lacking, to: ScriptedUploads.web("x")),
      ScriptedUploads.item(3, "c", .failed(Self.failure), to: web),
    ])
    let reactor = reactor()
    reactor.action.send(.signIn)
    #expect(reactor.currentState.authorisationRequired == web)
    reactor.action.send(.authorised(web))
    await requested([.retry(1)])
    try? await showcase.wait(for: reactor) { $0.ground == .known(ScriptedUploads.survey) }
  }

  private func requested(_ requests: [UploadRequest], sourceLocation: SourceLocation = #_sourceLocation) async {
    await eventually { !(script.requests.count < requests.count) }
    #expect(script.requests == requests, sourceLocation: sourceLocation)
  }
}
