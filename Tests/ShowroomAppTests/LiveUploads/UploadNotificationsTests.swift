import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct UploadNotificationsTests {
  private let stage: Stage
  private let uploads: ScriptedUploads
  private let notifications: UploadNotifications

  init() {
    stage = Stage(50, 10)
    uploads = ScriptedUploads(clock: stage.clock)
    notifications = UploadNotifications(
      window: stage.window, uploads: uploads.live, titleBar: stage.navigation.titleBar)
    let screen = Screen()
    screen.title = "Kia K5 2021"
    screen.status = "2/340"
    stage.show(screen)
  }

  private func end(_ id: Int64, _ name: String, _ failure: UploadFailure? = nil) {
    let upload = ScriptedUploads.upload(id, name)
    uploads.live.outcomes.send(
      failure.map { .failed(upload, $0) } ?? .done(upload, ScriptedUploads.attachment(id, name)))
  }

  @Test func `the title bar shows the confirmed progress while uploads are under way`() {
    uploads.show([
      ScriptedUploads.upload(1, "a.pdf", size: 1000, .uploading, confirmed: 500),
      ScriptedUploads.upload(2, "b.pdf", size: 1000, confirmed: 400),
      ScriptedUploads.upload(3, "c.pdf", size: 9000, .done, isRecent: false),
    ])
    stage.expect(
      " Cars › Kia K5 2021          ⇡ 2 files 45%  2/340\n\n\n\n\n\n\n\n\n Esc Back",
      styles: ".sssssssTTTTTTTTTTT..........aaaaaaaaaaaaa\n\n\n\n\n\n\n\n\n.kkk.ssss")
    uploads.show([ScriptedUploads.upload(2, "b.pdf", size: 1000)], isPaused: true)
    #expect(stage.text.hasPrefix(" Cars › Kia K5 2021     ⇡ 1 file 0% paused  2/340"))
    uploads.show([ScriptedUploads.upload(3, "c.pdf", .done)])
    #expect(stage.text.hasPrefix(" Cars › Kia K5 2021                         2/340"))
  }

  @Test func `a toast appears when all uploads have ended, in whichever order outcome and snapshot arrive`() async {
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .uploading), ScriptedUploads.upload(2, "b.pdf")])
    end(1, "a.pdf")
    #expect(!stage.text.contains("uploaded"))
    end(2, "b.pdf")
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .done), ScriptedUploads.upload(2, "b.pdf", .done)])
    #expect(stage.text.contains("✓ 2 files uploaded"))
    uploads.show([ScriptedUploads.upload(3, "c.pdf", .uploading)])
    uploads.show([ScriptedUploads.upload(3, "c.pdf", .done)])
    end(3, "c.pdf")
    #expect(stage.text.contains("✓ 3 files uploaded") && !stage.text.contains("2 files"))
    await uploads.clock.advance(by: .seconds(2))
    end(4, "d.pdf")
    #expect(stage.text.contains("✓ 1 file uploaded"))
  }

  @Test func `a warning about an upload is shown as a toast`() {
    let upload = ScriptedUploads.upload(1, "a.pdf", .uploading)

    uploads.live.warnings.send(UploadWarning(upload: upload, message: "It is not atomic."))

    #expect(stage.text.contains("a.pdf: It is not atomic."))
  }

  @Test func `equal warnings of one cause are one message with the number of files`() async {
    func warn(_ ids: ClosedRange<Int64>, _ message: String) {
      for id in ids {
        uploads.live.warnings.send(UploadWarning(upload: ScriptedUploads.upload(id, "\(id).pdf"), message: message))
      }
    }
    warn(1...3, "It is not atomic.")
    warn(3...3, "It is not atomic.")
    warn(4...4, "It is large.")

    #expect(stage.text.contains("! 3 files: It is not atomic."), "\(stage.text)")
    #expect(stage.text.contains("! 4.pdf: It is large."))
    #expect(!stage.text.contains("×") && stage.text.components(separatedBy: "atomic").count == 2)

    await stage.clock.advance(by: .seconds(2))
    warn(5...5, "It is not atomic.")
    #expect(stage.text.contains("! 5.pdf: It is not atomic.") && !stage.text.contains("large"))
  }

  @Test func `the toast names one failed file or counts several, and omits canceled uploads`() async {
    let refusal = UploadFailure(.forbidden, "Refused.")
    uploads.show([ScriptedUploads.upload(1, "견적서.pdf", .uploading)])
    end(1, "견적서.pdf", refusal)
    uploads.show([])
    #expect(stage.text.contains("✗ 견적서.pdf not uploaded"))
    await uploads.clock.advance(by: .seconds(5))
    uploads.show([ScriptedUploads.upload(2, "b.pdf", .uploading)])
    end(2, "b.pdf", refusal)
    end(3, "c.pdf", refusal)
    end(4, "d.pdf")
    end(5, "e.pdf", UploadFailure(.canceled, "Canceled."))
    uploads.show([])
    #expect(stage.text.contains("✗ 1 file uploaded, 3 files not uploaded"))
    uploads.show([ScriptedUploads.upload(6, "f.pdf", .uploading)])
    uploads.show([])
    #expect(stage.text.components(separatedBy: "uploaded").count == 3)
  }

  @Test func `the toast omits a failure that a screen reports, before or after all uploads have ended`() async {
    let refusal = UploadFailure(.forbidden, "Refused.")
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .uploading), ScriptedUploads.upload(2, "b.pdf", .uploading)])
    end(1, "a.pdf", refusal)
    end(2, "b.pdf")
    uploads.live.reportedFailures.send([1])
    uploads.show([])
    #expect(stage.text.contains("✓ 1 file uploaded") && !stage.text.contains("not uploaded"))

    await uploads.clock.advance(by: .seconds(2))
    end(3, "c.pdf", refusal)
    end(4, "d.pdf", refusal)
    #expect(stage.text.contains("✗ 2 files not uploaded"))
    uploads.live.reportedFailures.send([3])
    #expect(stage.text.contains("✗ d.pdf not uploaded"))
    uploads.live.reportedFailures.send([4])
    #expect(!stage.text.contains("uploaded"))
  }

  @Test func `a file that a retry has uploaded no longer counts as failed`() async {
    let refusal = UploadFailure(.forbidden, "Refused.")
    func show(_ first: Upload.State, _ second: Upload.State) {
      uploads.show([ScriptedUploads.upload(1, "a.pdf", first), ScriptedUploads.upload(2, "b.pdf", second)])
    }
    show(.uploading, .uploading)
    end(1, "a.pdf", refusal)
    end(1, "a.pdf")
    end(2, "b.pdf")
    show(.done, .done)
    #expect(stage.text.contains("✓ 2 files uploaded"))

    await uploads.clock.advance(by: .seconds(5))
    show(.uploading, .uploading)
    end(1, "a.pdf", refusal)
    end(2, "b.pdf", refusal)
    show(.failed(refusal), .failed(refusal))
    #expect(stage.text.contains("✗ 2 files not uploaded"))
    show(.failed(refusal), .uploading)
    end(2, "b.pdf")
    show(.failed(refusal), .done)
    #expect(stage.text.contains("✗ 1 file uploaded, a.pdf not uploaded"))
    show(.uploading, .done)
    end(1, "a.pdf", refusal)
    show(.failed(refusal), .done)
    #expect(stage.text.contains("✗ 1 file uploaded, a.pdf not uploaded"))
  }

  @Test func `resuming interrupted uploads is offered once`() async {
    uploads.show([])
    uploads.show([
      ScriptedUploads.upload(1, "a.pdf", size: 1000, .interrupted, confirmed: 500),
      ScriptedUploads.upload(2, "b.pdf", .done),
    ])
    stage.terminal.press("y")
    await uploads.clock.advance(by: .seconds(3))
    #expect(uploads.script.requests == [])
    #expect(stage.text.contains("Resume 1 upload?"))
    #expect(stage.text.contains("[y Resume]"))
    stage.terminal.press(.enter)
    await eventually { !uploads.script.requests.isEmpty }
    #expect(uploads.script.requests == [.resumeInterrupted()])
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .interrupted)])
    await uploads.clock.advance(by: .seconds(3))
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `resuming is not offered for uploads that have been resumed elsewhere in the meantime`() async {
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .interrupted)])
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .uploading)])
    await uploads.clock.advance(by: .seconds(3))
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `resuming is not offered if the initial queue has no interrupted uploads`() async {
    uploads.show([ScriptedUploads.upload(1, "a.pdf")])
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .interrupted)])
    await uploads.clock.advance(by: .seconds(3))
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `z undoes a deletion while its toast is visible, and the end of the toast performs it`() async {
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    uploads.script.with { $0.attachments = [1: [attachment]] }
    uploads.live.delete(attachment)
    #expect(stage.text.contains("• Deleted a.pdf  z Undo"))
    stage.terminal.press("z")
    #expect((try? uploads.live.attachments(of: 1)) == [attachment])

    uploads.live.delete(attachment)
    await stage.clock.advance(by: .seconds(5))
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
    #expect(uploads.script.with { $0.deleted } == ["a.pdf"])
  }

  @Test func `a failure without a screen shows an alert with the response of the server and can be retried`() async {
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    uploads.script.with {
      $0.attachments = [1: [attachment]]
      $0.deletionFailure = UploadFailure(
        .forbidden, "It cannot be deleted.", status: 403, serverText: "read-only share")
    }
    uploads.live.delete(attachment)
    uploads.live.finishDeletion(7)
    await eventually { uploads.clock.sleeperCount > 0 }
    await uploads.clock.advance(by: .seconds(2))
    #expect(stage.text.contains("a.pdf was not deleted"))
    #expect(stage.text.contains("It cannot be deleted. Server response:"))
    uploads.script.with { $0.deletionFailure = nil }
    stage.terminal.press("r")
    await uploads.clock.advance(by: .seconds(5))
    await eventually { uploads.script.with({ $0.forgotten }) == [7] }
  }
}
