import ReactorCore
import ReactorTesting
import Testing
import Uploads

@testable import Catalogue
@testable import ShowroomApp

@MainActor @Suite("Uploads as the screens see them", .timeLimit(.minutes(5)))
struct LiveUploadsTests {
  private let uploads = ScriptedUploads()
  private var live: LiveUploads { uploads.live }

  private static let refusal = UploadFailure(.forbidden, "The server refuses it.", status: 403)

  @Test("the queue, its outcomes and changed attachments are followed from the start, and are told once a change")
  func following() async {
    let outcomes = Recorder(live.outcomes.asObservable())
    let changes = Recorder(live.attachmentChanges.asObservable())
    live.start()
    live.start()
    let item = ScriptedUploads.item(1, "a.pdf", .sending)
    uploads.script.snapshots.continuation.yield(UploadSnapshot(items: [item]))
    uploads.script.outcomes.continuation.yield(.failed(item, Self.refusal))
    for revision in [3, 3, 4] {
      uploads.script.revisions.continuation.yield(UploadTablesRevision(attachments: Int64(revision), uploads: 1))
    }
    #expect(await first(live.snapshot.asObservable()) { $0.items == [item] } != nil)
    await eventually { !(outcomes.elements.isEmpty || changes.elements.isEmpty) }
    #expect(outcomes.elements == [.failed(item, Self.refusal)])
    #expect(changes.elements.count == 1)
  }

  @Test("that the queue cannot begin is a problem that somebody says")
  func startFailure() async {
    uploads.script.with { $0.startFailure = UploadFailure(.store, "The database is locked.") }
    let problems = Recorder(live.problems.asObservable())
    live.start()
    await eventually { !problems.elements.isEmpty }
    #expect(problems.elements.map(\.failure.sentence) == ["The database is locked."])
  }

  // MARK: One file

  private func upload() -> Recorder<Uploads.Attachment> {
    Recorder(live.upload(ScriptedUploads.source("a.pdf"), for: 1, to: ScriptedUploads.folder))
  }

  @Test("a file that arrives is the attachment that it has become, and the end")
  func done() async {
    let upload = upload()
    await eventually { !uploads.script.with({ $0.enqueued.isEmpty }) }
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    uploads.show([ScriptedUploads.item(1, "a.pdf", .sending), ScriptedUploads.item(2, "b.pdf", .sending)])
    live.outcomes.send(.done(ScriptedUploads.item(2, "b.pdf", .done), ScriptedUploads.attachment(8, "b.pdf")))
    live.outcomes.send(.done(ScriptedUploads.item(1, "a.pdf", .done), attachment))
    await eventually { upload.completion != nil }
    #expect(upload.isFinished)
    #expect(upload.elements == [attachment])
  }

  @Test("a file that is there before its number is known is not waited for in vain")
  func early() async {
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    uploads.script.with { [live] in
      $0.enqueuing = { ids in live.outcomes.send(.done(ScriptedUploads.item(ids[0], "a.pdf", .done), attachment)) }
    }
    let upload = upload()
    await eventually { upload.completion != nil }
    #expect(upload.elements == [attachment])
  }

  @Test("a file that fails is its failure")
  func failed() async {
    uploads.script.with { [live] in
      $0.enqueuing = { live.outcomes.send(.failed(ScriptedUploads.item($0[0], "a.pdf"), Self.refusal)) }
    }
    let upload = upload()
    await eventually { upload.completion != nil }
    #expect(upload.error as? UploadFailure == Self.refusal)
  }

  @Test("a file that a person cancelled, or took off the list, is no failure", arguments: [true, false])
  func cancelled(isListed: Bool) async {
    let upload = upload()
    await eventually { !uploads.script.with({ $0.enqueued.isEmpty }) }
    uploads.show([ScriptedUploads.item(1, "a.pdf", .sending)])
    uploads.show(isListed ? [ScriptedUploads.item(1, "a.pdf", .cancelled)] : [])
    await eventually { upload.completion != nil }
    #expect(upload.isFinished && upload.elements.isEmpty)
  }

  @Test("a snapshot that is older than the upload does not end it")
  func oldSnapshot() async {
    uploads.show([])
    let upload = upload()
    await eventually { !uploads.script.with({ $0.enqueued.isEmpty }) }
    uploads.show([])
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    live.outcomes.send(.done(ScriptedUploads.item(1, "a.pdf", .done), attachment))
    await eventually { upload.completion != nil }
    #expect(upload.elements == [attachment])
  }

  // MARK: Destinations

  @Test("known are the configured one, our own folder and those used before, each once, the latest first")
  func knownDestinations() {
    live.choose(ScriptedUploads.web("one"))
    live.choose(ScriptedUploads.web("two"))
    live.choose(ScriptedUploads.folder)
    uploads.show([
      ScriptedUploads.item(1, "a", to: ScriptedUploads.web("old")),
      ScriptedUploads.item(2, "b", to: ScriptedUploads.web("new")),
      ScriptedUploads.item(3, "c", to: ScriptedUploads.web("two")),
    ])
    #expect(
      live.knownDestinations == [
        ScriptedUploads.folder, ScriptedUploads.places.localFolder, ScriptedUploads.web("two"),
        ScriptedUploads.web("one"), ScriptedUploads.web("new"), ScriptedUploads.web("old"),
      ])
    #expect(live.destination.value == ScriptedUploads.folder)
  }

  @Test func `a chosen destination is remembered, and used from the start of the next run`() {
    live.choose(ScriptedUploads.web("one"))
    #expect(uploads.script.with { $0.remembered } == [ScriptedUploads.web("one")])

    var places = ScriptedUploads.places
    places.chosen = ScriptedUploads.web("one")
    let next = LiveUploads(service: uploads.script.service, places: places, clock: uploads.clock)
    #expect(next.destination.value == ScriptedUploads.web("one"))
    #expect(next.knownDestinations.contains(ScriptedUploads.web("one")))
  }
}
