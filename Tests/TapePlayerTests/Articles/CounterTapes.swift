import Foundation
import ReactorTerminal
import ReactorTesting
import TapePlayer
import TestSupport
import Testing

@testable import counter

// The code of the article "Tapes for your program".

@MainActor
private func show(in window: Window, clock: any Clock<Duration>) {
  let view = CounterView()
  view.reactor = CounterReactor(clock: clock)
  window.root.content = NavigationStack(root: view)
}

@MainActor
@Suite("Article: Tapes for your program")
struct TapesForYourProgramTests {
  private let text = """
    Set Width 40
    Set Height 10
    Up
    #! caption "Half a second later"
    Wait /1/
    Down
    Sleep 1s
    #! expect /0/
    Output counter.svg
    Output counter.txt
    """

  @Test func `a tape plays the counter`() async throws {
    let folder = try TemporaryFolder()
    let tape = try Tape(parsing: text, file: "counter.tape")

    let stage = HeadlessStage(size: tape.settings.size(), externalWork: .none)
    let ending = try await stage.perform {
      show(in: stage.window, clock: stage.clock)
      stage.window.installStandardCommands { [weak stage] in stage?.end() }
      return try await Player(tape, on: stage, options: Player.Options(folder: folder.path)).play()
    }

    #expect(ending == .finished)
    let screen = ScreenSnapshot(of: stage.window)
    #expect(screen.text == folder.text("counter.txt"))
    #expect(screen.svg(title: "Counter").hasPrefix("<svg"))
    #expect(screen.text.contains("Half a second later"))
  }

  @Test func `a failure names the command and shows the screen`() async throws {
    let tape = try Tape(parsing: "Up\n#! expect /9/\n", file: "counter.tape")
    let stage = HeadlessStage(size: tape.settings.size(), externalWork: .none)

    let failure = await #expect(throws: TapeFailure.self) {
      try await stage.perform {
        show(in: stage.window, clock: stage.clock)
        _ = try await Player(tape, on: stage).play()
      }
    }

    #expect(failure?.description.hasPrefix("counter.tape:2:1:") == true)
    #expect(failure?.screen.first == " Counter")
  }
}

/// Plays a tape in the terminal, and then gives control to the user.
@MainActor
private func play(_ tape: Tape) throws -> TerminationCause? {
  let application = try TerminalApplication()
  show(in: application.window, clock: application.window.clock)
  return try LiveStage(application).run(tape)
}

/// Records a session as an asciicast and as a tape.
@MainActor
private func record(to folder: URL) throws -> TerminationCause? {
  let application = try TerminalApplication()
  let window = application.window
  show(in: window, clock: window.clock)
  let recorder = try CastRecorder(
    to: RecordingFile(path: folder.appending(path: "session.cast").path),
    header: CastRecorder.Header(size: window.size))
  let writer = TapeWriter(size: window.size, title: "A session", at: window.time)
  let cause = LiveStage(application, recorder: recorder, writer: writer).run()
  let tape = writer.tape(endingAt: window.time)
  try Data(tape.utf8).write(to: folder.appending(path: "session.tape"))
  return cause
}

/// Plays a tape without a terminal, for a command such as `demo --headless`, and returns the last screen.
@MainActor
private func playHeadless(_ tape: Tape) throws -> String {
  try EventLoop.block { @MainActor in
    let stage = HeadlessStage(size: tape.settings.size(), externalWork: .none)
    try await stage.perform {
      show(in: stage.window, clock: stage.clock)
      _ = try await Player(tape, on: stage).play()
    }
    return ScreenSnapshot(of: stage.window).text
  }
}
