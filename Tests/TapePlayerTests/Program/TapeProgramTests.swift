import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import TapePlayer
import Testing

@testable import ReactorCounter

@MainActor
@Suite(.checksFrames) struct TapeProgramTests {
  @Test func `a program plays its tape in five lines`() async throws {
    let screen = try await Tape(parsing: "Type \"++\"\nWait /1/\nUp\nSleep 1s\n#! expect / 2/").play { window in
      let view = CounterView()
      view.reactor = CounterReactor(clock: window.clock)
      window.root.content = NavigationStack(root: view)
    }

    #expect(screen.text.contains(" 2\n"))
  }

  @Test func `a command that fails throws`() async throws {
    let tape = try Tape(parsing: "#! expect /Count/", file: "demo.tape")

    let failure = await #expect(throws: TapeFailure.self) {
      try await tape.play { $0.root.content = Label("Kia") }
    }

    #expect(failure?.description.hasPrefix("demo.tape:1:1: Expected /Count/ on the screen") == true)
  }

  @Test func `what the program returns is retained until the end, and not longer`() async throws {
    final class Token {}
    weak var token: Token?
    var wasAlive = false

    _ = try await Tape(parsing: "Sleep 1s\nEnter").play { window in
      let made = Token()
      token = made
      window.root.keys(.enter, id: CommandID("test.enter"), title: "Enter").bind { wasAlive = token != nil }
      return made
    }

    #expect(wasAlive)
    #expect(token == nil)
  }

  @Test func `the recording ends with the tape`() async throws {
    let buffer = RecordingBuffer()
    let recorder = try CastRecorder(to: buffer, header: CastRecorder.Header(size: Size(width: 80, height: 24)))

    _ = try await Tape(parsing: "Sleep 1s").play(recorder: recorder) { $0.root.content = Label("Kia") }

    #expect(buffer.text.contains("Kia"))
    #expect(buffer.text.hasSuffix("\\u001b[0m\\u001b[?25h\"]\n"))
  }

  @Test func `a tape writes the recordings that it names`() async throws {
    let folder = try TemporaryFolder()
    let tape = try Tape(parsing: "Output a.cast\nOutput b.cast\nSleep 1s\n#! caption \"End\"")

    _ = try await tape.play(options: Player.Options(folder: folder.path)) { $0.root.content = Label("Kia") }

    let recording = try #require(folder.text("a.cast"))
    #expect(recording.hasPrefix("{\"version\":2,\"width\":80,\"height\":24"))
    #expect(recording.contains("[1.000000,\"m\",\"End\"]"))
    #expect(folder.text("b.cast") == recording)
  }

  @Test func `a tape that requires a missing program does not replace the recording of the arguments`() throws {
    let folder = try TemporaryFolder()
    let recording = "{\"version\":2,\"width\":80,\"height\":24}\n"
    try folder.write(recording, to: "a.cast")
    try folder.write("Require \"no-such-program\"\n", to: "a.tape")
    let options = try TapeProgram.Options(
      parsing: ["--tape", folder["a.tape"], "--headless", "--record", folder["a.cast"]])

    #expect(throws: TapeFailure.self) { try TapeProgram.run(options) { $0.root.content = Label("Kia") } }

    #expect(folder.text("a.cast") == recording)
  }

  @Test func `the arguments name the files`() throws {
    let options = try TapeProgram.Options(
      parsing: ["--tape", "a.tape", "--record", "a.cast", "--input", "--write", "b.tape", "--stay"])

    #expect(options.tape == "a.tape" && options.recording == "a.cast" && options.writtenTape == "b.tape")
    #expect(options.recordsInput && options.staysOpen && !options.isHeadless)
    #expect(try TapeProgram.Options(parsing: []) == TapeProgram.Options())
  }

  @Test(arguments: [
    (["--tap"], "--tap is not an argument of this program."), (["--tape"], "--tape must be followed by a file."),
    (["--headless"], "--headless requires a tape: add --tape FILE."),
  ])
  func `wrong arguments are explained`(arguments: [String], message: String) throws {
    let error = #expect(throws: TapeProgramError.self) { try TapeProgram.Options(parsing: arguments) }

    #expect(error?.description.hasPrefix(message + "\nArguments for tapes: ") == true)
  }
}

/// What a program prints while its screen is shown.
@Suite(.serialized, .waits, .enabled(if: Tmux.isInstalled, "tmux (apt-get install tmux) is needed"))
struct PrintedOutputTests {
  @Test func `printed text does not appear on the screen, but after it, in its order`() throws {
    let tmux = try Tmux("\(Tmux.session) --print; echo status $?", width: 60, height: 14)
    #expect(tmux.shows("Count 0"))

    tmux.send("Up")
    #expect(tmux.shows("Count 1"))
    #expect(!tmux.text.contains("printed"))
    tmux.send("C-c")

    #expect(tmux.shows("status 0"))
    #expect(tmux.text.contains("printed 0\nreported 0\nprinted 1\nreported 1\nstatus 0\n"))
  }
}
