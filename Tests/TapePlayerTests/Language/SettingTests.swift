import ReactorTerminal
import Testing

@testable import TapePlayer

struct SettingTests {
  @Test func `small numbers are cells`() throws {
    let tape = try Tape(parsing: "Set Width 60\nSet Height 20\n", file: "demo.tape")
    #expect(tape.settings.size() == Size(width: 60, height: 20))
    #expect(tape.warnings.isEmpty)
  }

  @Test func `large numbers are pixels and have no effect`() throws {
    let tape = try Tape(parsing: "Set Width 1200\nSet Height 600\n", file: "demo.tape")
    #expect(tape.settings.size() == Size(width: 80, height: 24))
    #expect(
      tape.warnings.map(\.description) == [
        "demo.tape:1:5: Width 1200 is in pixels and has no effect. Numbers up to 400 are cells.",
        "demo.tape:2:5: Height 600 is in pixels and has no effect. Numbers up to 150 are cells.",
      ])
  }

  @Test func `the visual settings of vhs are accepted with a warning`() throws {
    let tape = try Tape(
      parsing: """
        Set Shell "bash"
        Set FontFamily 'Fira Code'
        Set FontSize 22
        Set LetterSpacing 0.5
        Set LineHeight 1.2
        Set Padding 10
        Set Margin 20
        Set MarginFill "#6B50FF"
        Set WindowBar Colorful
        Set WindowBarSize 40
        Set BorderRadius 10
        Set LoopOffset 50%
        Set CursorBlink false
        Set Theme "Dracula"
        Set Theme { "name": "Own", "black": "#000000" }
        Enter
        """, file: "demo.tape")
    #expect(tape.warnings.count == 15)
    #expect(tape.warnings.first?.description == "demo.tape:1:5: Shell has no effect: no shell is started.")
    #expect(tape.commands.count == 1)
  }

  @Test func `supported settings are stored`() throws {
    let settings = try Tape(
      parsing: """
        Set TypingSpeed 10ms
        Set PlaybackSpeed 2
        Set WaitTimeout 3s
        Set WaitPattern /ready/
        Set Framerate 60
        Set Theme Light
        """, file: "demo.tape"
    ).settings
    #expect(settings.typingSpeed == .milliseconds(10))
    #expect(settings.playbackSpeed == 2)
    #expect(settings.frameRate == 60)
    #expect(settings.waitTimeout == .seconds(3))
    #expect(settings.waitPattern?.source == "ready")
    #expect(settings.theme == "light")
  }

  @Test func `only the typing speed can change later`() throws {
    let tape = try Tape(parsing: "Set TypingSpeed 1s\nEnter\nSet TypingSpeed 10ms", file: "demo.tape")
    #expect(tape.settings.typingSpeed == .seconds(1))
    #expect(tape.commands.map(\.action).last == .typingSpeed(.milliseconds(10)))
    #expect(
      mistake(in: "Enter\nSet Width 60")
        == "demo.tape:2:1: Set Width must come before the first command. Only TypingSpeed can change later.")
  }

  @Test(arguments: [
    ("Set", "1:4: Set takes the name of a setting, not the end of the tape."),
    ("Set Widht 60", "1:5: \"Widht\" is not a setting. Did you mean Width?"),
    ("Set Color 1", "1:5: \"Color\" is not a setting."),
    ("Set Width 0", "1:11: Width must be a whole number from 1 to 100000, not \"0\"."),
    ("Set Width wide", "1:11: Width must be a whole number from 1 to 100000, not \"wide\"."),
    ("Set PlaybackSpeed 0", "1:19: PlaybackSpeed takes a number from 0.01 to 1000, not \"0\"."),
    ("Set CursorBlink 1", "1:17: CursorBlink takes true or false, not \"1\"."),
    ("Set FontSize \"big\"", "1:14: FontSize takes a number, not the text \"big\"."),
    ("Set Theme { \"a\": {", "1:11: This brace has no closing }."),
  ])
  func `an error in a setting is reported`(_ text: String, _ expected: String) {
    #expect(mistake(in: text) == "demo.tape:" + expected)
  }
}
