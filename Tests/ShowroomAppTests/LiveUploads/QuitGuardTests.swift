import ReactorTerminal
import ReactorTesting
import Testing
import Uploads

@testable import ShowroomApp

@MainActor @Suite("Quitting while files are on their way", .timeLimit(.minutes(5)))
final class QuitGuardTests {
  private let stage = Stage(60, 12)
  private let uploads = ScriptedUploads()
  private var quits = 0
  private lazy var quitGuard = QuitGuard(window: stage.window, uploads: uploads.live) { [weak self] in self?.quits += 1
  }

  init() {
    stage.window.installStandardCommands { [weak self] in self?.quitGuard.request() }
    stage.show(Screen())
    stage.navigation.pop()
  }

  private var stops: [StopMode] { uploads.script.with { $0.stops } }

  private func hasQuit() async {
    await eventually { quits != 0 }
  }

  @Test("asks nothing when nothing is under way; what waits for a person does not count")
  func idle() async {
    uploads.show([
      ScriptedUploads.item(1, "a", .failed(UploadFailure(.forbidden, "No."))),
      ScriptedUploads.item(2, "b", .interrupted),
    ])
    stage.terminal.press("q")
    await hasQuit()
    #expect(stops == [.keep] && stage.window.modals.isEmpty)
  }

  @Test("asks; keeping for later is what Enter does")
  func keep() async {
    uploads.show([ScriptedUploads.item(1, "a", .sending), ScriptedUploads.item(2, "b")])
    stage.terminal.press("q")
    stage.expect(
      """
       Cars


             ╭─ Quit during 2 uploads? ───────────────────╮
             │ Keep partial uploads and resume next time? │
             │                                            │
             │              [k Keep]  d Discard   n Stay  │
             ╰────────────────────────────────────────────╯



       k Keep  d Discard  n Stay                           ? Help
      """)
    #expect(quits == 0)
    stage.terminal.press(.enter)
    await hasQuit()
    #expect(stops == [.keep] && quits == 1)
  }

  @Test func `promises nothing for what the destination cannot resume`() {
    uploads.show([
      ScriptedUploads.item(1, "a.pdf", .sending, sent: 43_000_000, resumption: .startsOver),
      ScriptedUploads.item(2, "b.pdf", .sending, sent: 5_000_000, resumption: .resumes),
    ])
    stage.terminal.press("q")
    #expect(stage.text.contains("cannot resume a.pdf: 43.0 MB will be sent again."))
  }

  @Test("discards where that was chosen")
  func discard() async {
    uploads.show([ScriptedUploads.item(1, "a", .sending)])
    stage.terminal.press("q", "d")
    await hasQuit()
    #expect(stops == [.discard])
  }

  @Test("stays on Esc, and asks again the next time")
  func stay() async {
    uploads.show([ScriptedUploads.item(1, "a", .sending)])
    stage.terminal.press("q", .escape)
    #expect(stage.window.modals.isEmpty && quits == 0 && stops == [])
    stage.terminal.press("q")
    #expect(stage.window.modals.count == 1)
  }

  @Test("Ctrl-C while it asks keeps everything and quits: a second answer is not waited for")
  func twice() async {
    uploads.show([ScriptedUploads.item(1, "a", .sending)])
    stage.terminal.press(.control("c"))
    #expect(stage.window.modals.count == 1)
    stage.terminal.press(.control("c"))
    stage.terminal.press(.control("c"))
    await hasQuit()
    #expect(stops == [.keep] && quits == 1)
  }
}
