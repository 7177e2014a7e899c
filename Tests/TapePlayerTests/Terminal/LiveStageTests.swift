import ReactorFiles
import ShowroomTestSupport
import Testing

/// A tape and a user at the same terminal.
@Suite(.serialized, .waits, .enabled(if: Tmux.isInstalled, "tmux (apt-get install tmux) is needed"))
struct LiveStageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func session(_ tape: String, _ options: String = "") throws -> Tmux {
    _ = FileWriting.replace("\(folder.path)/a.tape", with: tape)
    return try Tmux(
      "cd \(folder.path); \(Tmux.session) --tape a.tape \(options); echo status $?", width: 60, height: 14)
  }

  @Test func `a terminal multiplexer does not outlive the tests that started it`() throws {
    let tests = try ChildProgram("/bin/sleep", ["1000"])
    let tmux = try Tmux("sleep 1000", width: 60, height: 14, owner: tests.pid)
    #expect(tmux.isRunning)

    tests.kill()

    #expect(tmux.waits { !tmux.isRunning })
  }

  @Test func `a tape plays and the program ends with it`() throws {
    let tmux = try session("Up 3\nWait /Count 3/\nScreenshot end.txt")
    #expect(tmux.shows("status 0"))
    #expect(folder.text("end.txt")?.contains(" Count 3\n") == true)
  }

  @Test func `any key pauses a tape and any key resumes it`() throws {
    let tmux = try session("#! caption \"First\"\nSleep 1\nUp\nWait /Count 2/\nUp", "--stay")
    #expect(tmux.shows("First"))
    tmux.send("x")
    #expect(tmux.shows("Paused. Any key resumes"))
    tmux.send("Space")
    #expect(tmux.shows("Count 1"))
    // The program has received neither key.
    #expect(!tmux.text.contains("x"))
  }

  @Test func `the user can take control`() throws {
    let tmux = try session("#! caption \"First\"\nWait@100s /never/\nUp 50")
    #expect(tmux.shows("First"))
    tmux.send("q")
    #expect(tmux.waits { !tmux.text.contains("First") })
    tmux.send("Up")
    tmux.send("abc")
    #expect(tmux.shows("Count 1"))
    #expect(tmux.shows("abc"))
    tmux.send("C-c")
    #expect(tmux.shows("status 0"))
  }

  @Test(arguments: ["q C-c", "C-c", "x C-c"])
  func `quitting during a tape is not a failure`(keys: String) throws {
    let tmux = try session("#! caption \"First\"\nWait@100s /never/", "2> \(folder.path)/said")
    #expect(tmux.shows("First"))
    tmux.send(keys)
    #expect(tmux.shows("status 0"), "\(tmux.text)")
    #expect(folder.text("said") == "")
  }

  @Test func `the user has control after the tape`() throws {
    let tmux = try session("#! caption \"Last\"\nUp", "--stay")
    #expect(tmux.shows("Demo finished"))
    tmux.send("Up")
    #expect(tmux.shows("Count 2"))
    #expect(!tmux.text.contains("Demo finished") && !tmux.text.contains("Last"))
  }

  @Test func `a failure is reported after the terminal is restored`() throws {
    let tmux = try session("Up\n  #! expect /Count 7/", "2> \(folder.path)/said")
    #expect(tmux.shows("status 1"))
    let said = folder.text("said")
    #expect(
      said?.hasPrefix("a.tape:2:3: Expected /Count 7/ on the screen, but it is not there.\n") == true)
    #expect(said?.contains("\n  |  Count 1\n") == true)
  }

  @Test func `a tape can quit the program`() throws {
    let tmux = try session("Output end.txt\nUp\nCtrl+c\nSleep 1s")
    #expect(tmux.shows("status 0"))
    #expect(folder.text("end.txt")?.contains(" Count 1\n") == true)
  }

  @Test func `a program that quits before its first frame ends`() throws {
    let tmux = try Tmux("\(Tmux.session) --quit; echo status $?", width: 60, height: 14)
    #expect(tmux.shows("status 0"))
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func `a signal interrupts the tape`(signal: String, status: Int) throws {
    let tape =
      "Output end.txt\nUp\nSleep 100s\nScreenshot late.txt\n#! caption \"late\""
    _ = FileWriting.replace("\(folder.path)/a.tape", with: tape)
    _ = FileWriting.replace(
      "\(folder.path)/run.sh",
      with: "echo $$ > pid; exec \(Tmux.session) --tape a.tape --record a.cast")
    let tmux = try Tmux("cd \(folder.path); sh run.sh; echo status $?", width: 60, height: 14)
    #expect(tmux.shows("Count 1"))
    #expect(ShellCommand.output(of: "kill -\(signal) $(cat \(folder.path)/pid)") == "")
    #expect(tmux.shows("status \(status)"))
    #expect(folder.text("late.txt") == nil && folder.text("end.txt") == nil)
    #expect(folder.text("a.cast")?.hasSuffix(#","o","\u001b[0m\u001b[?25h"]"# + "\n") == true)
  }

  @Test(arguments: ["#! resize 44x11", "Set Width 44\nSet Height 11", "Set Height 11"])
  func `the screen has the size of the tape, up to that of the terminal`(size: String) throws {
    let tmux = try session("\(size)\nUp\nSleep 100s", "--stay")
    #expect(tmux.shows("Count 1"))
    let rows = tmux.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[10].contains("More"))
    tmux.send("Escape")
    #expect(
      tmux.waits { tmux.text.split(separator: "\n", omittingEmptySubsequences: false).last?.contains("More") == true })
  }

  @Test func `a failure mentions a terminal that is too small`() throws {
    let tmux = try session("Set Width 80\n#! expect /Count 7/", "2> \(folder.path)/said")
    #expect(tmux.shows("status 1"))
    #expect(
      folder.text("said")?.contains(
        ": Expected /Count 7/ on the screen, but it is not there. The tape requires a screen of 80x14, but this one is 60x14.\n"
      ) == true)
  }

  @Test func `the wheel has no effect on a tape and a click takes control`() throws {
    let tmux = try session("#! caption \"First\"\nWait@100s /never/")
    #expect(tmux.shows("First"))
    tmux.send(mouse: "<65;5;5M")
    tmux.send("x")
    #expect(tmux.shows("Paused. Any key resumes"))
    tmux.send(mouse: "<64;5;5M")
    tmux.send("x")
    #expect(tmux.shows("First"))
    tmux.send(mouse: "<0;5;2M")
    #expect(tmux.waits { !tmux.text.contains("First") })
    tmux.send("Up")
    #expect(tmux.shows("Count 1"))
    tmux.send("C-c")
    #expect(tmux.shows("status 0"))
  }

  @Test func `a secret typed ahead of its field is not recorded`() throws {
    let person = try Tmux(
      "\(Tmux.session) --write \(folder.path)/b.tape --record \(folder.path)/b.cast --input", width: 60, height: 14)
    #expect(person.shows("Count 0"))

    // The keys after F1 wait for the help, and those after Escape for the screen below it.
    person.send("K i a F1 Escape Tab h u n t e r 2")
    #expect(person.shows("*******"))
    person.send("C-c")
    #expect(person.waits { folder.text("b.tape")?.hasSuffix("Ctrl+c\n") == true })

    let tape = folder.text("b.tape") ?? ""
    #expect(tape.contains("Type \"Kia\"") && tape.contains("Type \"secret\""), "\(tape)")
    #expect(!tape.contains("hunter") && folder.text("b.cast")?.contains("\"i\",\"h\"") == false)
  }

  @Test func `the tape of a session ends on the same screen`() throws {
    let person = try Tmux(
      "\(Tmux.session) --write \(folder.path)/b.tape --record \(folder.path)/b.cast --input", width: 60, height: 14)
    #expect(person.shows("Count 0"))
    person.send("Up Up Down Up K i a Space K 5 BSpace 6 Tab h u n t e r 2 Tab F1")
    #expect(person.shows("Help"))
    person.send("Escape")
    #expect(person.waits { !person.text.contains("Quit now") && person.text.contains("*******") })
    let screen = person.text
    person.send("C-c")
    #expect(person.waits { folder.text("b.tape")?.hasSuffix("Ctrl+c\n") == true })
    let tape = folder.text("b.tape") ?? ""
    #expect(!tape.contains("hunter") && folder.text("b.cast")?.contains("hunter") == false)
    #expect(folder.text("b.cast")?.contains("\"i\",\"h\"") == false)

    let lines = tape.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains("Up 2") && lines.contains("Type \"Kia K5\""), "\(tape)")
    // The replacement of the secret is one character shorter.
    let again = tape.replacing("Ctrl+c", with: "Screenshot again.txt\nCtrl+c")
      .replacing("Type \"secret\"", with: "Type \"secret7\"")
    let tmux = try session(again)
    #expect(tmux.shows("status 0"))
    #expect(folder.text("again.txt")?.withoutTapeMark == screen + "\n")
  }
}
