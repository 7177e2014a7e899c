import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import TapePlayer

@MainActor
@Suite(.checksFrames)
struct PlayerTests {
  @Test func `a tape plays to its end`() async throws {
    let counter = CounterStage()
    let ending = try await counter.play(
      """
      Type "+"
      Wait /^ *1$/
      Up
      Wait /2/
      Type "-"
      Sleep 2s
      """)
    #expect(ending == .finished)
    expectScreen(
      counter.stage.window.grid,
      equals: """
         Counter




                                   1



         + Increase  - Decrease  : Commands  q Quit          ? Help
        """)
  }

  @Test func `the clock advances only by the pauses of the tape`() async throws {
    let counter = CounterStage()
    try await counter.play(
      """
      Set TypingSpeed 100ms
      Type "zz"
      Type@1s "z"
      Set TypingSpeed 0
      Escape 50
      Sleep 10s
      """)
    #expect(counter.stage.clock.now.offset == .milliseconds(100 + 100 + 1_000 + 10_000))
  }

  @Test func `a higher speed shortens all pauses`() async throws {
    let counter = CounterStage()
    try await counter.play("Set PlaybackSpeed 2\nSleep 10s\nType@1s \"z\"", options: Player.Options(speed: 5))
    #expect(counter.stage.clock.now.offset == .milliseconds(1_100))
  }

  @Test(arguments: [(1e308, 1_000.0, Duration.microseconds(10)), (.leastNonzeroMagnitude, 0.01, .seconds(10_000_000))])
  func `an extreme speed still gives valid durations`(speed: Double, playback: Double, expected: Duration) async throws
  {
    let counter = CounterStage()
    try await counter.play("Set PlaybackSpeed \(playback)\nSleep 10s", options: Player.Options(speed: speed))
    #expect(abs(counter.stage.clock.now.offset / expected - 1) < 1e-9)
  }

  @Test func `a wait ends as soon as its pattern appears`() async throws {
    let counter = CounterStage()
    try await counter.play("Set TypingSpeed 0\nUp\nWait /1/")
    #expect(counter.stage.clock.now.offset == .milliseconds(500))
  }

  @Test func `a wait without a pattern waits until the screen stops changing`() async throws {
    let counter = CounterStage()
    try await counter.play("Set TypingSpeed 0\nUp\nSleep 200ms\nWait")
    #expect(counter.shown.contains("1"))
    #expect(counter.stage.clock.now.offset >= .milliseconds(800))
  }

  @Test func `a wait uses the pattern and time limit of the tape`() async throws {
    let counter = CounterStage()
    try await counter.play("Set WaitPattern /1/\nSet TypingSpeed 0\nUp\nWait")
    #expect(counter.stage.clock.now.offset == .milliseconds(500))
    let failure = await #expect(throws: TapeFailure.self) {
      try await CounterStage().play("Set WaitTimeout 2s\nWait /9/")
    }
    #expect(failure?.reason == .timedOut(waitingFor: try TapePattern("9"), scope: .screen, seconds: 2))
  }

  @Test func `a wait for a line searches the line of the caret`() async throws {
    let counter = CounterStage()
    try await counter.play("Wait+Line /Increase/")
    await #expect(throws: TapeFailure.self) { try await CounterStage().play("Wait+Line@1s /Counter/") }
  }

  @Test func `a failed wait names its position and shows the screen`() async throws {
    let failure = await #expect(throws: TapeFailure.self) {
      try await CounterStage(size: Size(width: 40, height: 10)).play("Type \"+\"\n  Wait /never/")
    }
    #expect(
      failure?.description == """
        demo.tape:2:3: Timed out after 15 s waiting for /never/ on the screen.
        The screen showed:
          |  Counter
          |
          |
          |
          |
          |                  1
          |
          |
          |
          |  + Increase  - Decrease  +2      ? Help
        """)
  }

  @Test func `an expectation holds for the current screen`() async throws {
    try await CounterStage().play("#! expect /Counter/\n#! refute /^ *1$/\nUp\n#! refute /^ *1$/")
    let missing = await #expect(throws: TapeFailure.self) { try await CounterStage().play("Up\n#! expect /^ *1$/") }
    #expect(
      missing?.description.hasPrefix("demo.tape:2:1: Expected /^ *1$/ on the screen, but it is not there.") == true)
    let present = await #expect(throws: TapeFailure.self) { try await CounterStage().play("#! refute /Counter/") }
    #expect(
      present?.description.hasPrefix("demo.tape:1:1: Did not expect /Counter/ on the screen, but it is there.")
        == true)
  }

  @Test func `a command after the end of the program fails`() async throws {
    try await CounterStage().play("Type \"q\"\nSleep 1s\n#! caption \"over\"")
    let failure = await #expect(throws: TapeFailure.self) { try await CounterStage().play("Type \"q\"\nEnter") }
    #expect(failure?.reason == .programEnded)
    #expect(failure?.description.hasPrefix("demo.tape:2:1: The program ended before this command.\n") == true)
  }

  @Test func `a missing program is reported before the first command`() async throws {
    let counter = CounterStage()
    let failure = await #expect(throws: TapeFailure.self) {
      try await counter.play("Require sh\nRequire no-such-program\nUp")
    }
    #expect(
      failure?.description
        == "demo.tape:2:1: The tape requires \"no-such-program\", which is not installed or not on the PATH.")
    #expect(counter.stage.clock.now.offset == .zero)
  }

  @Test func `a tape can resize the screen`() async throws {
    let small = CounterStage(size: Size(width: 60, height: 10))
    try await small.play("#! resize 30x5")
    #expect(small.shown == ["Too small", "at least 40x10", "now 30x5"])
    let large = CounterStage(size: Size(width: 60, height: 10))
    try await large.play("#! resize 30x5\n#! resize 50x12")
    #expect(large.stage.window.size == Size(width: 50, height: 12))
    #expect(large.shown.first == "Counter")
  }

  @Test(arguments: ["Wait /./", "Wait", "#! expect /40/", "#! refute /Counter/"])
  func `a wait or an expectation fails in a window that is too small`(command: String) async throws {
    let failure = await #expect(throws: TapeFailure.self) {
      try await CounterStage(size: Size(width: 60, height: 10)).play("#! resize 30x5\n\(command)")
    }

    #expect(
      failure?.description == """
        demo.tape:2:1: The window is smaller than 40x10, the minimum of the program, so it shows only a message. To \
        expect that message, write /Too small/.
        The screen showed:
          |
          |           Too small
          |         at least 40x10
          |            now 30x5
          |
        """)
  }

  @Test func `a tape does not begin in a window that is too small`() async throws {
    let counter = CounterStage(size: Size(width: 30, height: 5))

    let failure = await #expect(throws: TapeFailure.self) { try await counter.play("Type \"+\"\nSleep 1s") }

    #expect(failure?.reason == .windowTooSmall(required: Size(width: 40, height: 10)))
    #expect(counter.stage.clock.now.offset == .zero)
  }

  @Test func `a tape can expect the message of a window that is too small`() async throws {
    let counter = CounterStage(size: Size(width: 30, height: 5))

    try await counter.play("Wait /Too small/\n#! expect /^ *Too small/\n#! resize 60x10\n#! expect /Counter/")

    #expect(counter.shown.first == "Counter")
  }

  @Test func `the same tape produces the same bytes`() async throws {
    var recordings: Set<String> = []
    for _ in 0..<5 {
      let memory = RecordingBuffer()
      let recorder = try CastRecorder(to: memory, header: CastRecorder.Header(size: Size(width: 60, height: 10)))
      let counter = CounterStage(recorder: recorder)
      try await counter.play("Type \"+\"\nWait /1/\n#! caption \"one\"\nDown\nSleep 1s\n#! resize 50x12\nType \"?\"")
      recorder.finish()
      recordings.insert(memory.text)
    }
    #expect(recordings.count == 1)
  }

  @Test func `outputs and screenshots are written`() async throws {
    let folder = try TemporaryFolder()
    let counter = CounterStage()
    try await counter.play(
      "Output end.txt\nScreenshot start.txt\nUp\nSleep 1s\nScreenshot end.svg",
      options: Player.Options(folder: folder.path, pictureTitle: "Counter"))
    #expect(folder.text("start.txt")?.contains(" 0\n") == true)
    #expect(folder.text("end.txt")?.contains(" 1\n") == true)
    let mark = TapeMark(of: "demo.tape", in: folder.path)
    let picture = ScreenSnapshot(of: counter.stage.window).svg(title: "Counter")
    #expect(folder.text("end.svg") == mark.marked(picture, .picture))
  }

  @Test func `a file that cannot be written is reported before the first command`() async throws {
    let counter = CounterStage()
    let failure = await #expect(throws: TapeFailure.self) {
      try await counter.play("Sleep 1s\nScreenshot \"no/such/folder/a.txt\"")
    }
    #expect(
      failure?.description
        == "demo.tape:2:12: \"no/such/folder/a.txt\" could not be written: No such file or directory.")
    // Nothing was played before the error.
    #expect(counter.stage.clock.now.offset == .zero)
  }

  @Test func `a failure mentions a screen that is too small`() async throws {
    let failure = await #expect(throws: TapeFailure.self) {
      try await CounterStage(size: Size(width: 60, height: 10)).play("Set Width 80\nSet Height 24\n#! expect /never/")
    }
    #expect(
      failure?.description.hasPrefix(
        "demo.tape:3:1: Expected /never/ on the screen, but it is not there. The tape requires a screen of "
          + "80x24, but this one is 60x10.\n") == true)
  }
}
