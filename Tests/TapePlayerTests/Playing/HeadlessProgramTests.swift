import ReactorFiles
import ShowroomTestSupport
import Testing

/// A separate program with a synchronous `main`, like a command-line tool.
struct HeadlessProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func program(_ tape: String, _ options: String = "") -> String? {
    _ = FileWriting.replace("\(folder.path)/a.tape", with: tape)
    return ShellCommand.output(
      of: "\(Tmux.session) --headless --tape \(folder.path)/a.tape \(options) 2>&1; echo status $?")
  }

  @Test func `a tape plays immediately without a terminal`() {
    let start = ContinuousClock.now
    let screen = program("Set Width 40\nSet Height 11\nUp 30\nSleep 5m\nType \"기아\"")
    #expect(
      screen == """
         Session
         Count 30

         기아 K5 🚗 ★ é |

         기아

         Password


         ↑ More  ↓ Less  ^P Commands    F1 Help
        status 0
        """)
    // The tape lasts five minutes. The limit allows for a busy machine.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  /// Every process orders its dictionaries differently.
  @Test func `every process produces the same bytes`() {
    let tape =
      "Up 3\n#! caption \"기아\"\nType \"K5\"\nTab\nType \"x\"\nF1\nSleep 1s\nEscape\nCtrl+p\nType \"red\"\nSleep 1s"
    var recordings: Set<String?> = []
    for run in 0..<4 {
      #expect(program(tape, "--record \(folder.path)/\(run).cast")?.hasSuffix("status 0") == true)
      recordings.insert(folder.text("\(run).cast"))
    }
    #expect(recordings.count == 1)
    #expect(recordings.first??.split(separator: "\n").count ?? 0 > 10)
  }

  @Test func `a pattern that takes too long ends the tape`() {
    let said = program("Type \"abcdefghijklmnopqrstuvwxyz\"\nWait@1s /(\\w+\\s*)+ZZ9/")
    #expect(
      said?.hasPrefix(
        "\(folder.path)/a.tape:2:1: /(\\w+\\s*)+ZZ9/ takes too long to match. "
          + "Avoid a repetition inside a repetition.\n") == true)
    #expect(said?.hasSuffix("\nstatus 1") == true)
  }

  @Test func `the exit status distinguishes an error in the tape from a failure`() {
    #expect(program("Entre") == "\(folder.path)/a.tape:1:1: \"Entre\" is not a command. Did you mean Enter?\nstatus 2")
    let failed = program("#! expect /Count 7/")
    #expect(failed?.hasPrefix("\(folder.path)/a.tape:1:1: Expected /Count 7/ on the screen") == true)
    #expect(failed?.hasSuffix("\nstatus 1") == true)
  }
}
