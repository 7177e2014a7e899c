import ReactorTerminal
import Testing

@testable import TapePlayer

struct CommandTests {
  @Test(arguments: [
    ("Enter", Key.enter), ("Space", .space), ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert),
    ("Tab", .tab), ("Escape", .escape), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
    ("Home", .home), ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown), ("F1", .f1),
    ("F12", Key(.function(12))), ("Ctrl+c", .control("c")), ("Ctrl+C", .control("c")), ("Alt+x", .alt("x")),
    ("Shift+Tab", .backTab), ("Shift+a", Key(.character("A"))),
    ("Ctrl+Alt+Shift+Up", Key(.up, [.control, .alt, .shift])),
    ("Ctrl+[", .control("[")), ("Ctrl+@", .control("@")), ("Alt+1", .alt("1")), ("Ctrl + d", .control("d")),
  ])
  func `a key is pressed by its name`(_ text: String, _ key: Key) throws {
    #expect(try actions(of: text) == [.press(key, count: 1, interval: nil)])
  }

  @Test func `a key takes a pause and a count`() throws {
    #expect(try actions(of: "Down@100ms 5") == [.press(.down, count: 5, interval: .milliseconds(100))])
    #expect(
      try actions(of: "Down 5 Up@.5") == [
        .press(.down, count: 5, interval: nil), .press(.up, count: 1, interval: .milliseconds(500)),
      ])
    #expect(
      try actions(of: "ScrollDown 3 ScrollUp@1s") == [
        .scroll(-3, interval: nil), .scroll(1, interval: .seconds(1)),
      ])
  }

  @Test func `a line break is white space`() throws {
    let expected: [TapeCommand.Action] = [
      .type("kia", interval: nil), .press(.enter, count: 2, interval: nil), .sleep(.seconds(1)),
    ]
    #expect(try actions(of: "Type \"kia\" Enter 2 Sleep 1s") == expected)
    #expect(try actions(of: "Type\n\"kia\"\r\nEnter\n2\n\nSleep # as long as it takes\n 1s\n") == expected)
  }

  @Test func `a string has one of three kinds of quotes and no escapes`() throws {
    #expect(
      try actions(of: #"Type "a\n'b`c" Type 'say "hi"' Type `it's "x"`"#) == [
        .type(#"a\n'b`c"#, interval: nil), .type("say \"hi\"", interval: nil), .type("it's \"x\"", interval: nil),
      ])
  }

  @Test func `several texts are joined with spaces`() throws {
    #expect(try actions(of: "Type@10ms \"a\" 'b'") == [.type("a b", interval: .milliseconds(10))])
    #expect(
      try actions(of: "Type make kia\nEnter") == [
        .type("make kia", interval: nil), .press(.enter, count: 1, interval: nil),
      ])
  }

  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("1s", .seconds(1)), ("0.5", .milliseconds(500)),
    (".5s", .milliseconds(500)),
    ("2", .seconds(2)), ("2m", .seconds(120)), ("0", .zero), ("1.5ms", .microseconds(1_500)),
  ])
  func `a duration without a unit is in seconds`(_ text: String, _ duration: Duration) throws {
    #expect(try actions(of: "Sleep \(text)") == [.sleep(duration)])
  }

  @Test func `a wait searches the whole screen by default`() throws {
    let kia = try TapePattern("kia/k5")
    #expect(try actions(of: #"Wait /kia\/k5/"#) == [.wait(TapeWait(scope: .screen, pattern: kia, timeout: nil))])
    #expect(
      try actions(of: #"Wait+Line@2s /kia\/k5/ Wait+Screen@1 Wait"#) == [
        .wait(TapeWait(scope: .line, pattern: kia, timeout: .seconds(2))),
        .wait(TapeWait(scope: .screen, pattern: nil, timeout: .seconds(1))),
        .wait(TapeWait(scope: .screen, pattern: nil, timeout: nil)),
      ])
  }

  @Test func `only an escaped slash loses its backslash`() throws {
    #expect(
      try actions(of: #"Wait /\d+\/\d+/"#) == [
        .wait(TapeWait(scope: .screen, pattern: try TapePattern(#"\d+/\d+"#), timeout: nil))
      ])
    #expect(try TapePattern("a/b").description == #"/a\/b/"#)
  }

  @Test func `recordings, files, requirements and variables are parsed`() throws {
    #expect(try actions(of: "Hide Show Copy \"text\" Paste") == [.hide, .show, .copy("text"), .paste])
    let tape = try Tape(
      parsing: "Output a.cast Output out/b.TXT Output 'c d.svg'\nRequire git\nEnv LANG \"C\"\nScreenshot e.svg",
      file: "demo.tape")
    #expect(tape.outputs.map(\.path) == ["a.cast", "out/b.TXT", "c d.svg"])
    #expect(tape.outputs.map(\.kind) == [.recording, .text, .picture])
    #expect(tape.requirements.map(\.program) == ["git"])
    #expect(tape.settings.environment.map { "\($0.name)=\($0.value)" } == ["LANG=C"])
    guard case .screenshot(let file)? = tape.commands.first?.action else {
      Issue.record("no screenshot")
      return
    }
    #expect(file.kind == .picture)
    #expect(file.position.description == "demo.tape:4:12")
  }

  @Test func `a key combination may press several keys`() throws {
    #expect(
      try actions(of: "Ctrl+a+b") == [
        .press(.control("a"), count: 1, interval: nil), .press(.control("b"), count: 1, interval: nil),
      ])
  }

  @Test func `a subtitle is a caption`() throws {
    #expect(try actions(of: "Subtitle \"The list\" Copy \"a\" \"b\"") == [.caption("The list"), .copy("a b")])
  }

  @Test func `commands that vhs rejects are listed`() throws {
    let shared = """
      Set Width 80
      Enter 2 Space Tab Escape Up PageDown ScrollDown 3 Insert Delete Backspace
      Ctrl+c Ctrl+Alt+Shift+x Ctrl+Up Ctrl+[ Ctrl+Space Alt+x Alt+Enter Shift+Tab Shift+A
      Wait+Screen@1s /x/ Hide Show Copy "a" Paste Env A "b" Require sh Output a.cast Type "a" Sleep 1s
      #! caption "ours" 
      #! expect /x/
      """
    #expect(try Tape(parsing: shared).extensions.isEmpty)
    let own = "Home\nEnd F1 F12\nCtrl+Home Alt+Up Alt+1 Ctrl+1 Shift+F1\nScreenshot a.svg"
    #expect(
      try Tape(parsing: own, file: "demo.tape").extensions.map(\.description) == [
        "demo.tape:1:1: vhs does not support Home.", "demo.tape:2:1: vhs does not support End.",
        "demo.tape:2:5: vhs does not support F1.", "demo.tape:2:8: vhs does not support F12.",
        "demo.tape:3:1: vhs does not support this key combination.",
        "demo.tape:3:11: vhs does not support this key combination.",
        "demo.tape:3:18: vhs does not support this key combination.",
        "demo.tape:3:24: vhs does not support this key combination.",
        "demo.tape:3:31: vhs does not support this key combination.",
        "demo.tape:4:1: vhs does not support this kind of screenshot.",
      ])
  }
}
