import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomFormatting

/// The tests of the queue that the screen shows and changes.
extension UploadReactorTests {
  @Test func `an attachment added elsewhere appears among those of its car`() async {
    let store = TestStore(reactor())
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    script.with { $0.attachments = [1: [attachment]] }
    uploads.live.attachmentChanges.send(())
    await store.receive(.setAttachments([attachment])) { $0.attachments = [attachment] }
    await store.finish()
  }

  @Test func `an attachment added elsewhere appears among the contents of its destination`() async {
    let store = TestStore(reactor())
    store.send(.load)
    await store.receive(
      .answer(.init(info: .success(ScriptedUploads.info), attachments: [])), within: Showcase.timeout
    ) {
      $0.destinationStatus = .known(ScriptedUploads.info)
    }
    let here = ScriptedUploads.attachment(7, "a.pdf")
    let there = ScriptedUploads.attachment(8, "b.pdf", to: .folder("/elsewhere"))
    script.with { $0.attachments = [1: [here, there]] }
    uploads.live.attachmentChanges.send(())
    var info = ScriptedUploads.info
    info.files?.append(here.file)
    await store.receive(.setAttachments([here, there])) {
      $0.attachments = [here, there]
      $0.destinationStatus = .known(info)
    }
    await store.finish()
  }

  @Test func `the uploads of the car are shown, or those of all cars without one`() {
    let reactor = reactor()
    _ = reactor.action
    uploads.show([ScriptedUploads.upload(1, "a"), ScriptedUploads.upload(2, "b", car: 2)])
    #expect(reactor.currentState.uploads.map(\.name) == ["a"])
    let all = self.reactor(car: nil)
    #expect(all.currentState.uploads.map(\.name) == ["a", "b"])
  }

  @Test func `canceling asks for confirmation only if a part has been uploaded`() async {
    let part = ScriptedUploads.upload(2, "b", .uploading, confirmed: 5)
    uploads.show([ScriptedUploads.upload(1, "a", .uploading), part, ScriptedUploads.upload(3, "c", .done)])
    let store = TestStore(reactor())
    store.send(.cancel(1))
    store.send(.cancel(2)) { expect in expect(output: .ask(.cancel(part))) }
    store.send(.cancelNow(2, discard: false))
    await requested([.cancel(1, discard: true), .cancel(2, discard: false)])
    store.send(.cancel(3))
    await requested([.cancel(1, discard: true), .cancel(2, discard: false), .remove(3)])
    await store.finish()
  }

  @Test func `canceling all asks for confirmation and affects only the uploads of the car`() async {
    uploads.show([
      ScriptedUploads.upload(1, "a", .uploading, confirmed: 5), ScriptedUploads.upload(2, "b", car: 2),
      ScriptedUploads.upload(3, "c", .interrupted), ScriptedUploads.upload(4, "d", .done),
    ])
    let store = TestStore(reactor())
    store.send(.cancelAll) { expect in
      let question = UploadReactor.Question.cancelAll(count: 2, haveParts: true, lost: 0)
      expect(output: .ask(question))
    }
    store.send(.cancelAllNow(discard: true))
    await requested([.cancelAll(of: 1, discard: true)])
    await store.finish()
    reactor(car: nil).action.send(.cancelAllNow(discard: false))
    let all = reactor(car: nil)
    all.action.send(.cancelAllNow(discard: false))
    await requested([.cancelAll(of: 1, discard: true), .cancelAll(discard: false)])
  }

  @Test func `an upload whose data could not be removed is discarded again, and clearing keeps it`() async {
    let left = ScriptedUploads.upload(1, "a", .discarding(Self.failure))
    uploads.show([left, ScriptedUploads.upload(2, "b", .canceled), ScriptedUploads.upload(3, "c", .discarding(nil))])
    let store = TestStore(reactor())
    store.send(.retry(selected: 1))
    await requested([.cancel(1, discard: true)])
    store.send(.clearFinished)
    await requested([.cancel(1, discard: true), .remove(2)])
    let alert = UploadReactor.Output.message(
      .alert("a", text: Self.failure.withStatus, retry: .cancelNow(1, discard: true)))
    store.send(.open(1)) { expect in expect(output: alert) }
    await store.finish()
  }

  @Test func `one upload is retried and observed, or all failed and interrupted ones are retried`() async {
    uploads.show([
      ScriptedUploads.upload(1, "a", .failed(Self.failure)), ScriptedUploads.upload(2, "b", .interrupted),
    ])
    let store = TestStore(reactor())
    store.send(.retry(selected: 1)) { expect in expect(.setIndicator(true)) { $0.uploading = 1 } }
    await requested([.retry(1)])
    uploads.live.outcomes.send(.failed(ScriptedUploads.upload(1, "a"), UploadFailure(.forbidden, "No.")))
    let alert = UploadReactor.Output.message(.alert("a was not uploaded", text: "No.", retry: .retry(selected: 1)))
    await store.receive(output: alert, within: Showcase.timeout)
    await store.receive(.setIndicator(false)) { $0.uploading = 0 }
    store.send(.retryAll)
    await requested([.retry(1), .retryAllFailed(of: 1), .resumeInterrupted(of: 1)])
    await store.finish()
  }

  @Test func `an upload that waits for its next attempt is retried at once, without another indicator`() async {
    let busy = UploadFailure(.unavailable, "The server is busy.", status: 503)
    let waiting = ScriptedUploads.upload(1, "a", .retrying(busy, attempt: 2, inSeconds: 9))
    uploads.show([waiting, ScriptedUploads.upload(2, "b", .failed(Self.failure))])
    let store = TestStore(reactor())
    store.send(.retry(selected: 1))
    await requested([.retry(1)])
    store.send(.retryAll)
    await requested([.retry(1), .retryAllFailed(of: 1), .retry(1)])
    let alert = UploadReactor.Output.message(
      .alert("a", text: "The server is busy. (HTTP status 503)", retry: .retry(selected: 1)))
    store.send(.open(1)) { expect in expect(output: alert) }
    await store.finish()
  }

  @Test func `retrying without failed uploads checks the destination again and keeps its status until then`() async {
    uploads.show([ScriptedUploads.upload(1, "a", .done)])
    let store = TestStore(reactor())
    for action in [UploadReactor.Action.load, .retry(selected: 1)] {
      store.send(action)
      await store.receive(
        .answer(.init(info: .success(ScriptedUploads.info), attachments: [])), within: Showcase.timeout
      ) {
        $0.destinationStatus = .known(ScriptedUploads.info)
      }
    }
    store.send(.retryAll)
    await store.finish()
    #expect(script.with { $0.inspected.count } == 2 && script.requests == [])
  }

  @Test func `pausing, moving, resolving and clearing are passed to the queue`() async {
    uploads.show([
      ScriptedUploads.upload(1, "a", .done), ScriptedUploads.upload(2, "b"), ScriptedUploads.upload(3, "c", .canceled),
    ])
    let reactor = reactor()
    // One after another, because each action has an effect of its own, and they run at the same time.
    let steps: [(UploadReactor.Action, [UploadRequest])] = [
      (.togglePause, [.setPaused(true)]), (.move(2, by: -1), [.move(2, by: -1)]),
      (.answer([2], .keepBoth), [.resolveDuplicate(2, .keepBoth)]), (.clearFinished, [.remove(1), .remove(3)]),
      (.limitRate("2M"), [.limitRate(2_000_000)]), (.limitRate("none"), [.limitRate(nil)]), (.limitRate("fast"), []),
    ]
    var expected: [UploadRequest] = []
    for (action, requests) in steps {
      reactor.action.send(action)
      expected += requests
      await requested(expected)
    }
    uploads.show([], isPaused: true)
    reactor.action.send(.togglePause)
    await eventually { script.requests.last == .setPaused(false) }
  }

  @Test func `pausing asks for confirmation only if sent bytes would be lost`() async {
    uploads.show([
      ScriptedUploads.upload(1, "a", .uploading, confirmed: 3, sent: 9, resumption: .supported),
      ScriptedUploads.upload(2, "b"),
    ])
    let reactor = reactor()
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.togglePause)
    await requested([.setPaused(true)])
    #expect(outputs.elements == [])

    let risky = ScriptedUploads.upload(3, "c", .uploading, sent: 50_000_000, resumption: .unsupported)
    uploads.show([ScriptedUploads.upload(1, "a", .uploading, sent: 9, resumption: .supported), risky])
    reactor.action.send(.togglePause)

    #expect(outputs.elements == [.ask(.pause([risky]))])
    #expect(script.requests == [.setPaused(true)])
    reactor.action.send(.pause(finishingCurrent: true))
    await requested([.setPaused(true), .setPaused(true, finishingCurrent: true)])
  }

  @Test func `one resolution can be applied to all duplicates, and a failure does not stop the others`() async {
    let exists = Upload.State.failed(UploadFailure(.duplicate(size: 3), "There."))
    let duplicates = [ScriptedUploads.upload(1, "a", exists), ScriptedUploads.upload(3, "c", exists)]
    uploads.show([
      duplicates[0], ScriptedUploads.upload(2, "b", exists, to: ScriptedUploads.web("one")), duplicates[1],
      ScriptedUploads.upload(4, "d", .failed(Self.failure)), ScriptedUploads.upload(5, "e", car: 2, exists),
    ])
    script.with {
      $0.performFailure = UploadFailure(.canceled, "Another running instance of Showroom is uploading it.")
    }
    let reactor = reactor()

    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.open(1))
    #expect(outputs.elements == [.ask(.duplicate(duplicates[0], size: 3, others: 2))])
    reactor.action.send(.openAllDuplicates)

    guard case .message(.question("3 files already exist", _, _, let answers)) = outputs.elements.last else {
      Issue.record("\(outputs.elements)")
      return
    }
    #expect(answers.map(\.action).contains(.answer([1, 2, 3], .keepBoth)))
    reactor.action.send(.answer([1, 2, 3], .keepBoth))
    await requested([1, 2, 3].map { .resolveDuplicate($0, .keepBoth) })
    let text = "Another running instance of Showroom is uploading it."
    await eventually { outputs.elements.last?.message == .alert("Could not change the queue", text: text) }
  }

  @Test func `the uploads of all cars have the names of their cars`() async {
    uploads.show([ScriptedUploads.upload(1, "a"), ScriptedUploads.upload(2, "b", car: 99)])
    let reactor = reactor(car: nil)
    #expect(reactor.currentState.carNames == [1: "Kia K5 2021"])
    _ = reactor.action
    uploads.show([ScriptedUploads.upload(1, "a"), ScriptedUploads.upload(3, "c", car: 2)])
    await eventually { reactor.currentState.carNames[2] == "Kia K5 2022" }
    #expect(self.reactor().currentState.carNames == [:])
  }

  @Test func `a request rejected by the queue shows an alert`() async {
    uploads.show([ScriptedUploads.upload(1, "a")])
    script.with { $0.performFailure = UploadFailure(.canceled, "Another running instance of Showroom is uploading a.") }
    let store = TestStore(reactor())
    store.send(.move(1, by: 1))
    let alert = UploadReactor.Output.message(
      .alert("Could not change the queue", text: "Another running instance of Showroom is uploading a."))
    await store.receive(output: alert, within: Showcase.timeout)
    await store.finish()
  }
}
