import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct DeletionTests {
  private let uploads = ScriptedUploads()
  private let attachment = ScriptedUploads.attachment(7, "a.pdf")
  private var live: LiveUploads { uploads.live }

  init() {
    uploads.script.with { $0.attachments = [1: [ScriptedUploads.attachment(7, "a.pdf")]] }
  }

  private var shown: [String] { ((try? live.attachments(of: 1)) ?? []).map(\.file.name) }
  private var deleted: [String] { uploads.script.with { $0.deleted } }

  @Test func `a deletion hides the attachment at once, and deletes its file when the undo time is over`() async {
    let changes = Recorder(live.attachmentChanges.asObservable())
    let deletions = Recorder(live.deletions.asObservable())
    live.delete(attachment)
    live.delete(attachment)
    #expect(shown == [] && deletions.elements == [attachment] && changes.elements.count == 1)
    await uploads.clock.advance(by: .milliseconds(4_999))
    #expect(deleted == [])
    await uploads.clock.advance(by: .milliseconds(1))
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
    await eventually { !(changes.elements.count < 2) }
    #expect(deleted == ["a.pdf"] && shown == [])
    #expect(uploads.clock.sleeperCount == 0)
  }

  @Test func `an undone deletion never reaches the destination`() async {
    live.delete(attachment)
    await uploads.clock.advance(by: .seconds(4))
    live.undoDeletion(7)
    #expect(shown == ["a.pdf"])
    await uploads.clock.advance(by: .seconds(10))
    #expect(deleted == [] && uploads.clock.sleeperCount == 0)
  }

  @Test func `dismissing the toast performs the deletion, which then cannot be undone`() async {
    live.delete(attachment)
    live.finishDeletion(7)
    live.undoDeletion(7)
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
    #expect(deleted == ["a.pdf"] && shown == [])
  }

  /// Deletes the attachment at a server that refuses it, and returns the report.
  private func failedDeletion() async -> UploadFailureReport {
    uploads.script.with {
      $0.deletionFailure = UploadFailure(.forbidden, "The server refused the request.", status: 403)
    }
    let reports = Recorder(live.failureReports.asObservable())
    live.delete(attachment)
    live.finishDeletion(7)
    await eventually { !reports.elements.isEmpty }
    return reports.elements[0]
  }

  @Test func `a failed deletion restores the attachment and is reported, and can be retried`() async {
    let report = await failedDeletion()
    #expect(report.title == "a.pdf was not deleted")
    #expect(uploads.script.with { $0.forgotten } == [])
    await eventually { !shown.isEmpty }
    uploads.script.with { $0.deletionFailure = nil }
    report.retry?()
    #expect(shown == [])
    live.finishDeletion(7)
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
    #expect(deleted == ["a.pdf"])
  }

  @Test func `a file is not deleted while an upload is using its name`() async {
    uploads.script.with {
      $0.reservationFailure = UploadFailure(
        .unavailable, retry: .later,
        "An upload or another deletion is using the name a.pdf. Try again when it has ended.")
    }
    let reports = Recorder(live.failureReports.asObservable())
    live.delete(attachment)

    live.finishDeletion(7)
    await eventually { !reports.elements.isEmpty }

    #expect(deleted == [] && uploads.script.with { $0.forgotten } == [] && shown == ["a.pdf"])
    #expect(reports.elements.map(\.title) == ["a.pdf was not deleted"])
  }

  @Test func `a file that replaced an attachment before its deletion began stays`() async {
    let changes = Recorder(live.attachmentChanges.asObservable())
    live.delete(attachment)
    // The replacement has the same location.
    uploads.script.with { $0.attachments = [1: [ScriptedUploads.attachment(8, "a.pdf")]] }

    live.finishDeletion(7)
    await eventually { changes.elements.count == 2 }

    #expect(deleted == [] && uploads.script.with { $0.forgotten } == [])
    #expect(shown == ["a.pdf"] && live.deleting.isEmpty)
  }

  @Test func `a file that replaced an attachment after its deletion failed stays when that is retried`() async {
    let report = await failedDeletion()
    uploads.script.with {
      $0.deletionFailure = nil
      $0.attachments = [1: [ScriptedUploads.attachment(8, "a.pdf")]]
    }

    report.retry?()
    live.finishDeletion(7)
    await eventually { live.deleting.isEmpty }

    #expect(deleted == [] && shown == ["a.pdf"])
  }

  @Test func `quitting drops a deletion that can still be undone`() async {
    live.delete(attachment)
    await live.stop(.keep)
    await uploads.clock.advance(by: .seconds(10))
    #expect(deleted == [])
    #expect(uploads.script.with { $0.stops } == [.keep])
  }
}
