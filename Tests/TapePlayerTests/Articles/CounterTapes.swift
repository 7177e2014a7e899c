import ReactorTerminal
import ShowroomTestSupport
import TapePlayer
import Testing

@testable import ReactorCounter

// The code of the article "Tapes for your program".

@MainActor
private func start(in window: Window) {
  let view = CounterView()
  view.reactor = CounterReactor(clock: window.clock)
  window.root.content = NavigationStack(root: view)
}

@MainActor
@Suite("Article: Tapes for your program", .checksFrames)
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
    let options = Player.Options(folder: folder.path)

    let tape = try Tape(parsing: text, file: "counter.tape")
    let screen = try await tape.play(externalWork: .none, options: options) { window in
      start(in: window)
    }

    #expect(screen.text.contains("Half a second later"))
    #expect(folder.text("counter.txt")?.hasPrefix(screen.text) == true)
    #expect(screen.svg(title: "Counter").hasPrefix("<svg"))
  }

  @Test func `a failure names the command and shows the screen`() async throws {
    let tape = try Tape(parsing: "Up\n#! expect /9/\n", file: "counter.tape")

    let failure = await #expect(throws: TapeFailure.self) {
      try await tape.play(externalWork: .none) { start(in: $0) }
    }

    #expect(failure?.description.hasPrefix("counter.tape:2:1:") == true)
    #expect(failure?.screen.first == " Counter")
  }
}

/// The whole `main.swift`.
@MainActor
private func main() -> Never {
  TapeProgram.main { window in
    start(in: window)
  }
}

/// A program with arguments of its own.
@MainActor
private func run(playing path: String?) throws -> TerminationCause? {
  var options = TapeProgram.Options()
  options.tape = path
  options.staysOpen = true
  return try TapeProgram.run(options) { window in
    start(in: window)
  }
}

/// A stage for a program that needs more than a window.
@MainActor
private func play(_ tape: Tape) async throws {
  let stage = HeadlessStage(size: tape.settings.size(), externalWork: .none)
  let ending = try await stage.perform {
    start(in: stage.window)
    stage.window.installStandardCommands { [weak stage] in stage?.end() }
    return try await Player(tape, on: stage).play()
  }
  #expect(ending == .finished)
}
