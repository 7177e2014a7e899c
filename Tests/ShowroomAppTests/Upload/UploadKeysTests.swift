import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands

@MainActor
struct UploadKeysTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  private func screen(_ uploads: [Upload] = UploadReactor.State.everyState) -> UploadScreen {
    UploadScreen(showcase, state: .showing(uploads))
  }

  @Test func `checks the destination when the screen appears`() {
    #expect(screen().stub.actions == [.load])
  }

  @Test func `the list opens at the latest of the uploads that have ended, above the others`() {
    let ended = (1...60).map { ScriptedUploads.upload($0, "\($0).pdf", size: 1, .done) }
    let others = (61...100).map { ScriptedUploads.upload($0, "\($0).pdf", size: 1) }

    let history = screen(ended)
    let queue = screen(ended + others)

    #expect(history.view.table.selectedID == 60 && history.stage.text.contains("60/60"))
    #expect(queue.view.table.selectedID == 60 && queue.stage.text.contains("61.pdf"))
    #expect(!queue.stage.text.contains("59.pdf"))
  }

  @Test func `each key performs the command of its hint on the selected upload`() {
    let screen = screen()
    screen.stage.terminal.press("j")
    screen.stage.terminal.press("a", "x", "X", "r", "R", .f5, "p", "J", "K", "d", "c", "C")
    #expect(
      screen.actions == [
        .addFiles(selected: 2), .cancel(2), .cancelAll, .retry(selected: 2), .retryAll, .retry(selected: 2),
        .togglePause,
        .move(2, by: 1), .move(2, by: -1), .chooseDestination, .setCar(nil), .clearFinished,
      ])
  }

  @Test func `the destination of all cars' uploads is not checked, because its status is not shown`() {
    let screen = UploadScreen(showcase, state: .showing([], car: nil))

    screen.stage.terminal.press("r", .f5)

    #expect(screen.actions == [] && !screen.stage.text.contains("Check again"))
  }

  @Test func `L asks for a limit of the rate, which the title bar shows`() async {
    let screen = screen()
    screen.stage.terminal.press("L")
    #expect(screen.stage.text.contains("Limit the total upload rate"))
    #expect(screen.stage.text.contains("Bytes per second such as 2M, or none"))
    screen.stage.terminal.type("2M")
    screen.stage.terminal.press(.enter)
    await eventually { screen.actions == [.limitRate("2M")] }

    screen.stub.state.snapshot.rateLimit = 2_000_000
    #expect(screen.stage.text.contains("limit 2.00 MB/s · 1/10"), "\(screen.stage.text)")
    screen.stage.terminal.press("L")
    #expect(screen.stage.text.contains("2.00 MB"))
    screen.stage.terminal.press(.escape)
    #expect(screen.actions == [.limitRate("2M")])
  }

  @Test func `text that is not a rate stays in the prompt, with the reason`() async {
    let screen = screen()
    screen.stage.terminal.press("L")
    screen.stage.terminal.type("fast")

    screen.stage.terminal.press(.enter)

    #expect(screen.stage.text.contains("│ fast "), "\(screen.stage.text)")
    #expect(screen.stage.text.contains("Use a rate of at least 1 kB per second"), "\(screen.stage.text)")
    screen.stage.terminal.press(.control("u"))
    screen.stage.terminal.type("2M")
    screen.stage.terminal.press(.enter)
    await eventually { screen.actions == [.limitRate("2M")] }
  }

  @Test func `an upload that waits for its next attempt can be retried now, and R retries all of them`() {
    let failure = UploadFailure(.unavailable, "The server is busy.", status: 503)
    let screen = screen([
      ScriptedUploads.upload(1, "a.pdf", .retrying(failure, attempt: 2, inSeconds: 4)),
      ScriptedUploads.upload(2, "b.pdf"),
    ])
    #expect(screen.stage.text.contains("r Retry now") && screen.stage.text.contains("Enter Details"))
    #expect(screen.view.command("uploads.retryAll")?.isEnabled == true)
    screen.stage.terminal.press("r", "R", .enter, "j")
    #expect(screen.actions == [.retry(selected: 1), .retryAll, .open(1)])
    #expect(screen.stage.text.contains("r Check again"))
  }

  @Test func `R is not offered without anything to retry`() {
    let screen = screen([ScriptedUploads.upload(1, "a.pdf", .uploading)])
    screen.stage.terminal.press("R")
    #expect(screen.actions == [])
  }

  @Test func `Alt with arrow keys also moves an upload`() {
    let screen = screen()
    screen.stage.terminal.press("j", Key(.down, .alt), Key(.up, .alt), .delete)
    #expect(screen.actions == [.move(2, by: 1), .move(2, by: -1), .cancel(2)])
  }

  @Test func `Enter opens an upload only if there is something to open`() {
    let screen = screen()
    screen.stage.terminal.press(.enter)
    #expect(screen.actions == [])
    for _ in 0..<6 { screen.stage.terminal.press("j") }
    #expect(screen.stage.text.contains("Enter Details"))
    screen.stage.terminal.press(.enter)
    #expect(screen.actions == [.open(7)])
  }

  @Test func `Esc and q request closing but do not pop the screen`() {
    let screen = screen()
    screen.stage.terminal.press(.escape, "q", "h")
    #expect(screen.actions == [.close, .close, .close])
    #expect(screen.stage.navigation.screens.count == 2)
  }

  @Test func `sign-in is enabled only if credentials are missing`() {
    let screen = screen([])
    screen.stage.terminal.press("i")
    #expect(screen.actions == [])
    screen.stub.state.destinationStatus = .failed(UploadFailure(.unauthorized, "Who?"))
    screen.stage.terminal.press("i")
    #expect(screen.actions == [.signIn])
  }

  @Test func `canceling a partial upload offers to keep or discard the part, and Enter does neither`() {
    let screen = screen()
    screen.stub.output(.ask(.cancel(UploadReactor.State.everyState[5])))
    screen.stage.terminal.press(.enter)
    #expect(screen.actions == [])
    screen.stub.output(.ask(.cancel(UploadReactor.State.everyState[5])))
    #expect(screen.stage.text.contains("Cancel photo-3.jpg?"))
    #expect(screen.stage.text.contains("1.00/2.00 MB has been uploaded."))
    #expect(screen.stage.text.contains("[n Continue]  k Keep part   d Discard"))
    screen.stage.terminal.press("k")
    screen.stub.output(.ask(.cancel(UploadReactor.State.everyState[5])))
    screen.stage.terminal.press("d")
    #expect(screen.actions == [.cancelNow(6, discard: false), .cancelNow(6, discard: true)])
  }

  @Test func `canceling all uploads asks for confirmation, with partial uploads and without`() {
    let screen = screen()
    screen.stub.output(.ask(.cancelAll(count: 3, haveParts: true, lost: 0)))
    #expect(screen.stage.text.contains("Cancel 3 uploads?"))
    screen.stage.terminal.press("k")
    screen.stub.output(.ask(.cancelAll(count: 1, haveParts: false, lost: 0)))
    screen.stage.terminal.press("y")
    #expect(screen.actions == [.cancelAllNow(discard: false), .cancelAllNow(discard: true)])
  }

  @Test func `a duplicate can be skipped, kept or replaced even in a small window, and Esc decides later`() {
    let upload = ScriptedUploads.upload(7, "견적서.pdf", size: 2_000_000)
    let screen = UploadScreen(showcase, 50, 14, state: .showing([upload]))
    screen.stub.output(.ask(.duplicate(upload, size: 1_900_000, others: 0)))
    #expect(screen.stage.text.contains("견적서.pdf already exists"))
    #expect(screen.stage.text.contains("[Decide later]  s Skip   b Keep both"))
    #expect(screen.stage.text.contains(" r Replace"))
    screen.stage.terminal.press(.escape)
    #expect(screen.actions == [])
    for key in ["s", "b", "r"] as [Key] {
      screen.stub.output(.ask(.duplicate(upload, size: 1_900_000, others: 0)))
      screen.stage.terminal.press(key)
    }
    #expect(screen.actions == [.answer([7], .skip), .answer([7], .keepBoth), .answer([7], .replace)])
  }

  @Test func `the row that a message is about is selected and scrolled into the view`() {
    let uploads = (1...40).map { ScriptedUploads.upload($0, "photo-\($0).jpg", size: 2_000_000) }
    let screen = UploadScreen(showcase, 80, 24, state: .showing(uploads))
    #expect(!screen.stage.text.contains("photo-33.jpg"))

    screen.stub.output(.message(.toast("1 file already exists. Choose what happens to it.")))
    screen.stub.output(.select(uploads[32].id))

    #expect(screen.stage.text.split(separator: "\n").contains { $0.contains("▸") && $0.contains("photo-33.jpg") })
  }

  @Test func `several duplicates can be answered at once`() {
    let uploads = (1...7).map { ScriptedUploads.upload($0, "photo-\($0).jpg", size: 2_000_000) }
    let screen = UploadScreen(showcase, 80, 24, state: .showing(uploads))
    screen.stub.output(.ask(.duplicate(uploads[0], size: 2_000_000, others: 6)))
    #expect(screen.stage.text.contains("[Decide later]  s Skip   b Keep both   r Replace"))
    #expect(screen.stage.text.contains("a Apply to all 7"))
    screen.stage.terminal.press("a")
    screen.stub.output(.ask(.duplicates(uploads)))
    #expect(screen.stage.text.contains("7 files already exist"))
    #expect(screen.stage.text.contains("photo-4.jpg, photo-5.jpg") && screen.stage.text.contains("and 2 others"))
    screen.stage.terminal.press("b")
    #expect(screen.actions == [.openAllDuplicates, .answer([1, 2, 3, 4, 5, 6, 7], .keepBoth)])
  }

  @Test func `pausing an upload that cannot be resumed shows the loss and offers to finish it first`() {
    let upload = ScriptedUploads.upload(1, "a.pdf", .uploading, sent: 43_000_000, resumption: .unsupported)
    let screen = screen([upload])
    screen.stub.output(.ask(.pause([upload])))
    #expect(screen.stage.text.contains("Pause a.pdf?"))
    #expect(screen.stage.text.contains("about 43.0 MB of it"))
    #expect(screen.stage.text.contains("[n Continue]  f Finish first   p Pause now"))
    screen.stage.terminal.press("f")
    screen.stub.output(.ask(.pause([upload])))
    screen.stage.terminal.press("p")
    #expect(screen.actions == [.pause(finishingCurrent: true), .pause(finishingCurrent: false)])
  }

  @Test func `an alert shows the response of the server and can be retried, and a toast shows its text`() {
    let screen = screen()
    screen.stub.output(
      .message(
        .alert("a.pdf was not uploaded", text: "No space. Server response: quota exceeded", retry: .retryAll)))
    #expect(screen.stage.text.contains("No space. Server response: quota exceeded"))
    screen.stage.terminal.press("r")
    #expect(screen.actions == [.retryAll])
    screen.stub.output(.message(.toast("1 file already exists")))
    #expect(screen.stage.text.contains("1 file already exists"))
  }
}
