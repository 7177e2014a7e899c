import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct LiveUploadsTests {
  private let uploads = ScriptedUploads()
  private var live: LiveUploads { uploads.live }

  private static let refusal = UploadFailure(.forbidden, "The server refused the request.", status: 403)

  @Test func `snapshots, outcomes and changed attachments are emitted once per change after the start`() async {
    let outcomes = Recorder(live.outcomes.asObservable())
    let changes = Recorder(live.attachmentChanges.asObservable())
    live.start()
    live.start()
    let upload = ScriptedUploads.upload(1, "a.pdf", .uploading)
    uploads.script.snapshots.continuation.yield(UploadSnapshot(uploads: [upload]))
    uploads.script.outcomes.continuation.yield(.failed(upload, Self.refusal))
    for revision in [3, 3, 4] {
      uploads.script.revisions.continuation.yield(UploadTablesRevision(attachments: Int64(revision), uploads: 1))
    }
    #expect(await first(live.snapshot.asObservable()) { $0.uploads == [upload] } != nil)
    await eventually { !(outcomes.elements.isEmpty || changes.elements.isEmpty) }
    #expect(outcomes.elements == [.failed(upload, Self.refusal)])
    #expect(changes.elements.count == 1)
  }

  @Test func `a failure to start the queue is reported`() async {
    uploads.script.with { $0.startFailure = UploadFailure(.store, "The database is locked.") }
    let reports = Recorder(live.failureReports.asObservable())
    live.start()
    await eventually { !reports.elements.isEmpty }
    #expect(reports.elements.map(\.failure.message) == ["The database is locked."])
  }

  // MARK: One file

  private func upload() -> Recorder<[UploadOutcome]> {
    Recorder(live.upload([ScriptedUploads.source("a.pdf")], for: 1, to: ScriptedUploads.folder))
  }

  private static let done = ScriptedUploads.upload(1, "a.pdf", .done)

  @Test func `a successful upload emits its attachment and finishes`() async {
    let upload = upload()
    await eventually { !uploads.script.with({ $0.enqueued.isEmpty }) }
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .uploading), ScriptedUploads.upload(2, "b.pdf", .uploading)])
    live.outcomes.send(.done(ScriptedUploads.upload(2, "b.pdf", .done), ScriptedUploads.attachment(8, "b.pdf")))
    live.outcomes.send(.done(Self.done, attachment))
    await eventually { upload.completion != nil }
    #expect(upload.isFinished)
    #expect(upload.elements == [[.done(Self.done, attachment)]])
  }

  @Test func `an upload that ends before its ID is known emits its attachment`() async {
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    uploads.script.with { [live] in
      $0.enqueuing = { _ in live.outcomes.send(.done(Self.done, attachment)) }
    }
    let upload = upload()
    await eventually { upload.completion != nil }
    #expect(upload.elements == [[.done(Self.done, attachment)]])
  }

  @Test func `a failed upload emits its failure and finishes`() async {
    uploads.script.with { [live] in
      $0.enqueuing = { live.outcomes.send(.failed(ScriptedUploads.upload($0[0], "a.pdf"), Self.refusal)) }
    }
    let upload = upload()
    await eventually { upload.completion != nil }
    #expect(upload.isFinished)
    #expect(upload.elements == [[.failed(ScriptedUploads.upload(1, "a.pdf"), Self.refusal)]])
  }

  @Test(arguments: [true, false])
  func `a canceled or removed upload finishes without an error`(isListed: Bool) async {
    let upload = upload()
    await eventually { !uploads.script.with({ $0.enqueued.isEmpty }) }
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .uploading)])
    uploads.show(isListed ? [ScriptedUploads.upload(1, "a.pdf", .canceled)] : [])
    await eventually { upload.completion != nil }
    #expect(upload.isFinished && upload.elements.isEmpty)
  }

  @Test func `a snapshot older than the upload does not end its stream`() async {
    uploads.show([])
    let upload = upload()
    await eventually { !uploads.script.with({ $0.enqueued.isEmpty }) }
    uploads.show([])
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    live.outcomes.send(.done(Self.done, attachment))
    await eventually { upload.completion != nil }
    #expect(upload.elements == [[.done(Self.done, attachment)]])
  }

  @Test func `outcomes are emitted in groups: with the next snapshot, and when the last upload has ended`() async {
    let sources = ["a.pdf", "b.pdf", "c.pdf", "d.pdf"].map { ScriptedUploads.source($0) }
    let upload = Recorder(live.upload(sources, for: 1, to: ScriptedUploads.folder))
    await eventually { !uploads.script.with({ $0.enqueued.isEmpty }) }
    let uploading = (1...4).map { ScriptedUploads.upload(Upload.ID($0), "\($0).pdf", .uploading) }
    uploads.show(uploading)
    func end(_ id: Upload.ID) -> UploadOutcome {
      let outcome = UploadOutcome.failed(uploading[Int(id) - 1], Self.refusal)
      live.outcomes.send(outcome)
      return outcome
    }

    let first = [end(1), end(3)]
    uploads.show(uploading)
    let second = [end(4), end(2)]

    await eventually { upload.completion != nil }
    #expect(upload.elements == [first, second])
  }

  @Test func `attachments that change often are reported at once, and then at most once a second`() async {
    let changes = Recorder(live.attachmentChanges.asObservable())
    live.start()
    func change(_ revisions: ClosedRange<Int64>) {
      for revision in revisions {
        uploads.script.revisions.continuation.yield(UploadTablesRevision(attachments: revision, uploads: 1))
      }
    }

    change(1...50)
    await eventually { !changes.elements.isEmpty }
    await settle()
    #expect(changes.elements.count == 1)

    await uploads.clock.advance(by: LiveUploads.attachmentInterval)
    #expect(changes.elements.count == 2)
    await uploads.clock.advance(by: LiveUploads.attachmentInterval * 3)
    #expect(changes.elements.count == 2)
  }

  // MARK: Destinations

  @Test func `known destinations are the configured one, the local folder and those used, most recent first`() {
    live.choose(ScriptedUploads.web("one"))
    live.choose(ScriptedUploads.web("two"))
    live.choose(ScriptedUploads.folder)
    uploads.show([
      ScriptedUploads.upload(1, "a", to: ScriptedUploads.web("old")),
      ScriptedUploads.upload(2, "b", to: ScriptedUploads.web("new")),
      ScriptedUploads.upload(3, "c", to: ScriptedUploads.web("two")),
    ])
    #expect(
      live.knownDestinations == [
        ScriptedUploads.folder, ScriptedUploads.destinations.localFolder, ScriptedUploads.web("two"),
        ScriptedUploads.web("one"), ScriptedUploads.web("new"), ScriptedUploads.web("old"),
      ])
    #expect(live.destination.value == ScriptedUploads.folder)
  }

  @Test func `a chosen destination is remembered, and used from the start of the next run`() {
    live.choose(ScriptedUploads.web("one"))
    #expect(uploads.script.with { $0.remembered } == [ScriptedUploads.web("one")])

    var destinations = ScriptedUploads.destinations
    destinations.chosen = ScriptedUploads.web("one")
    let next = LiveUploads(service: uploads.script.service, destinations: destinations, clock: uploads.clock)
    #expect(next.destination.value == ScriptedUploads.web("one"))
    #expect(next.knownDestinations.contains(ScriptedUploads.web("one")))
  }

  @Test func `a chosen destination that cannot be saved is still used, and the failure is reported`() {
    uploads.script.with { $0.rememberFailure = UploadFailure(.store, "The disk is full.") }
    let reports = Recorder(live.failureReports.asObservable())

    live.choose(ScriptedUploads.web("one"))

    #expect(live.destination.value == ScriptedUploads.web("one"))
    #expect(reports.elements.map(\.title) == ["Could not save the destination"])
    #expect(reports.elements.map(\.failure.message) == ["The disk is full."])
  }
}
