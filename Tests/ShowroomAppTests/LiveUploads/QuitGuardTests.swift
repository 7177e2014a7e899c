import ReactorTerminal
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
final class QuitGuardTests {
  private let stage = Stage(60, 12)
  private let uploads = ScriptedUploads()
  private var quits = 0
  private lazy var quitGuard = QuitGuard(window: stage.window, uploads: uploads.live) { [weak self] in self?.quits += 1
  }

  init() {
    stage.window.installStandardCommands { [weak self] in self?.quitGuard.request() }
    quitGuard.finished.subscribe { [weak self] in self?.quitGuard.request() }.disposed(by: stage.window.disposeBag)
    stage.show(Screen())
    stage.navigation.pop()
  }

  private var stops: [StopMode] { uploads.script.with { $0.stops } }

  private func hasQuit() async {
    await eventually { quits != 0 }
  }

  @Test func `quits without confirmation if only failed or interrupted uploads are left`() async {
    uploads.show([
      ScriptedUploads.upload(1, "a", .failed(UploadFailure(.forbidden, "No."))),
      ScriptedUploads.upload(2, "b", .interrupted),
    ])
    stage.terminal.press("q")
    await hasQuit()
    #expect(stops == [.keep] && stage.window.modals.isEmpty)
  }

  @Test func `asks for confirmation during uploads, and Enter keeps partial uploads`() async {
    uploads.show([ScriptedUploads.upload(1, "a", .uploading), ScriptedUploads.upload(2, "b")])
    stage.terminal.press("q")
    stage.expect(
      """
       Cars


           ╭─ Quit while uploading 2 files? ────────────────╮
           │ Keep unfinished uploads for next time?         │
           │                                                │
           │ [k Keep]  f Finish first   d Discard   n Stay  │
           ╰────────────────────────────────────────────────╯



       k Keep  f Finish first  d Discard  n Stay           ? Help
      """)
    #expect(quits == 0)
    stage.terminal.press(.enter)
    await hasQuit()
    #expect(stops == [.keep] && quits == 1)
  }

  @Test func `while the queue is paused, the confirmation does not say that files are being uploaded`() {
    uploads.show([ScriptedUploads.upload(1, "a", .paused), ScriptedUploads.upload(2, "b", .paused)], isPaused: true)
    stage.terminal.press("q")
    #expect(stage.text.contains("─ Quit with 2 unfinished uploads? ─") && !stage.text.contains("Quit while"))
    #expect(stage.text.contains("Keep unfinished uploads for next time?") && stage.text.contains("[k Keep]  d Discard"))
  }

  @Test func `the confirmation names files that the destination cannot resume`() {
    uploads.show([
      ScriptedUploads.upload(1, "a.pdf", .uploading, sent: 43_000_000, resumption: .unsupported),
      ScriptedUploads.upload(2, "b.pdf", .uploading, sent: 5_000_000, resumption: .supported),
    ])
    stage.terminal.press("q")
    #expect(stage.text.contains("cannot resume a.pdf"))
    #expect(stage.text.contains("about 43.0 MB"), "uploads continue while the question is shown")
    #expect(stage.text.contains("[f Finish first]  q Quit now"), "keeping is not offered for what cannot be kept")
  }

  @Test func `uploads that are running can finish first`() async {
    let running = ScriptedUploads.upload(1, "a.pdf", .uploading, sent: 43_000_000, resumption: .unsupported)
    uploads.show([running, ScriptedUploads.upload(2, "b.pdf")])
    stage.terminal.press("q", "f")
    await eventually { uploads.script.with { $0.requests } == [.setPaused(true, finishingCurrent: true)] }
    #expect(quits == 0 && stops == [])

    uploads.show([running, ScriptedUploads.upload(2, "b.pdf", .paused)], isPaused: true)
    #expect(quits == 0)
    uploads.show(
      [ScriptedUploads.upload(1, "a.pdf", .done), ScriptedUploads.upload(2, "b.pdf", .paused)], isPaused: true)

    await hasQuit()
    #expect(stops == [.keep])
  }

  @Test func `resuming the queue cancels quitting after the running uploads`() async {
    let running = ScriptedUploads.upload(1, "a.pdf", .uploading)
    uploads.show([running])
    stage.terminal.press("q", "f")
    await eventually { uploads.script.with { $0.requests.count } == 1 }
    uploads.show([running], isPaused: true)
    uploads.show([running])
    uploads.show([ScriptedUploads.upload(1, "a.pdf", .done)], isPaused: true)
    await settle()
    #expect(quits == 0)
  }

  @Test func `Discard quits and discards partial uploads`() async {
    uploads.show([ScriptedUploads.upload(1, "a", .uploading)])
    stage.terminal.press("q", "d")
    await hasQuit()
    #expect(stops == [.discard])
  }

  @Test(arguments: ["q", .escape, .control("c")] as [Key])
  func `Discard reports what is left at a destination before it quits`(key: Key) async {
    uploads.script.with {
      $0.stopFailure = UploadFailure(.forbidden, "The uploaded part could not be removed from the destination.")
    }
    uploads.show([ScriptedUploads.upload(1, "a", .uploading)])
    stage.terminal.press("q", "d")
    await eventually { !stage.window.modals.isEmpty }
    stage.expect(
      """
       Cars


          ╭─ Could not discard all uploads ─────────────────╮
          │ The uploaded part could not be removed from the │
          │ destination.                                    │
          │                                                 │
          │                                        [q Quit] │
          ╰─────────────────────────────────────────────────╯


       q Quit                                              ? Help
      """)
    #expect(stops == [.discard] && quits == 0)

    stage.terminal.press(key)

    #expect(quits == 1)
  }

  @Test func `Esc cancels quitting, and the next attempt asks again`() async {
    uploads.show([ScriptedUploads.upload(1, "a", .uploading)])
    stage.terminal.press("q", .escape)
    #expect(stage.window.modals.isEmpty && quits == 0 && stops == [])
    stage.terminal.press("q")
    #expect(stage.window.modals.count == 1)
  }

  @Test func `Ctrl-C during the confirmation quits and keeps partial uploads`() async {
    uploads.show([ScriptedUploads.upload(1, "a", .uploading)])
    stage.terminal.press(.control("c"))
    #expect(stage.window.modals.count == 1)
    stage.terminal.press(.control("c"))
    stage.terminal.press(.control("c"))
    await hasQuit()
    #expect(stops == [.keep] && quits == 1)
  }
}
