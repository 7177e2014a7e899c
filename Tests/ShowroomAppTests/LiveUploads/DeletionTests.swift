import ReactorCore
import ReactorTesting
import Testing
import Uploads

@testable import ShowroomApp

@MainActor @Suite("Deleting an attachment", .timeLimit(.minutes(5)))
struct DeletionTests {
  private let uploads = ScriptedUploads()
  private let attachment = ScriptedUploads.attachment(7, "a.pdf")
  private var live: LiveUploads { uploads.live }

  init() {
    uploads.script.with { $0.attachments = [1: [ScriptedUploads.attachment(7, "a.pdf")]] }
  }

  private var shown: [String] { ((try? live.attachments(of: 1)) ?? []).map(\.file.name) }
  private var deleted: [String] { uploads.script.with { $0.deleted } }

  @Test("takes it off the screens at once, and from its destination when the time for undoing is over")
  func performed() async {
    let changes = Recorder(live.attachmentChanges.asObservable())
    let told = Recorder(live.deletions.asObservable())
    live.delete(attachment)
    live.delete(attachment)
    #expect(shown == [] && told.elements == [attachment] && changes.elements.count == 1)
    await uploads.clock.advance(by: .milliseconds(4_999))
    #expect(deleted == [])
    await uploads.clock.advance(by: .milliseconds(1))
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
    await eventually { !(changes.elements.count < 2) }
    #expect(deleted == ["a.pdf"] && shown == [])
    #expect(uploads.clock.sleeperCount == 0)
  }

  @Test("is undone without the destination having heard of it")
  func undone() async {
    live.delete(attachment)
    await uploads.clock.advance(by: .seconds(4))
    live.undoDeletion(7)
    #expect(shown == ["a.pdf"])
    await uploads.clock.advance(by: .seconds(10))
    #expect(deleted == [] && uploads.clock.sleeperCount == 0)
  }

  @Test("is performed early when its toast is gone, and cannot be undone then")
  func early() async {
    live.delete(attachment)
    live.finishDeletion(7)
    live.undoDeletion(7)
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
    #expect(deleted == ["a.pdf"] && shown == [])
  }

  @Test("that fails at the destination brings it back and says why; trying again deletes it again")
  func failed() async {
    uploads.script.with { $0.deletionFailure = UploadFailure(.forbidden, "The server refuses it.", status: 403) }
    let problems = Recorder(live.problems.asObservable())
    live.delete(attachment)
    live.finishDeletion(7)
    await eventually { !problems.elements.isEmpty }
    #expect(problems.elements[0].title == "a.pdf was not deleted")
    #expect(uploads.script.with { $0.forgotten } == [])
    await eventually { !shown.isEmpty }
    uploads.script.with { $0.deletionFailure = nil }
    problems.elements[0].retry?()
    #expect(shown == [])
    live.finishDeletion(7)
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
    #expect(deleted == ["a.pdf"])
  }

  @Test("is not performed when the program ends before its time: nothing is lost by that")
  func quitting() async {
    live.delete(attachment)
    await live.stop(.keep)
    await uploads.clock.advance(by: .seconds(10))
    #expect(deleted == [])
    #expect(uploads.script.with { $0.stops } == [.keep])
  }
}
