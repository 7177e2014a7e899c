import ReactorTerminal
import Testing

@testable import TapePlayer

@MainActor
struct TapeWriterTests {
  @Test func `a screen larger than a tape supports is cut off`() throws {
    let writer = TapeWriter(size: Size(width: 420, height: 40), title: "Wide")
    writer.record(.resize(Size(width: 100, height: 200)), at: .zero)
    writer.record(.mouse(MouseEvent(.press, at: Point(x: 400, y: 1))), at: .zero)
    let text = writer.tape(endingAt: .zero)
    #expect(
      text == """
        # Wide
        # The screen was 420x40, which is larger than a tape supports.
        Set Width 400
        Set Height 40

        # The screen was 100x200, which is larger than a tape supports.
        #! resize 100x150
        # Omitted: a click outside the largest screen that a tape supports.

        """)
    let tape = try Tape(parsing: text)
    #expect(tape.warnings.isEmpty && tape.settings.size() == Size(width: 400, height: 40))
  }

  private func tape(_ events: [(Event, Int)], secret: Set<Int> = []) -> [String] {
    let writer = TapeWriter(size: Size(width: 80, height: 24), title: "A session")
    var time: Duration = .zero
    for (index, (event, pause)) in events.enumerated() {
      time += .milliseconds(pause)
      writer.record(event, at: time, isSecret: secret.contains(index))
    }
    return writer.tape(endingAt: time).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(4).dropLast()
      .map(String.init)
  }

  private func typed(_ text: String) -> [(Event, Int)] { text.map { (.key(Key(.character($0))), 10) } }

  @Test func `a tape begins with the size of the screen`() {
    let writer = TapeWriter(size: Size(width: 60, height: 20), title: "A session\nof two lines")
    #expect(writer.tape(endingAt: .zero) == "# A session of two lines\nSet Width 60\nSet Height 20\n\n")
  }

  @Test func `characters become one command and equal keys a count`() {
    #expect(
      tape(typed("kia k5") + [(.key(.down), 5), (.key(.down), 5), (.key(.enter), 5)]) == [
        "Type \"kia k5\"", "Down 2", "Enter",
      ])
  }

  @Test func `only long pauses are written`() {
    #expect(
      tape(typed("a") + [(.key("b"), 299), (.key("c"), 300), (.key(.control("u")), 1_234)]) == [
        "Type \"ab\"", "Sleep 500ms", "Type \"c\"", "Sleep 1190ms", "Ctrl+u",
      ])
  }

  @Test func `a pause accounts for the time that keys take in a tape`() {
    // The user takes 200 ms for a key, the tape 50 ms.
    let slow: [(Event, Int)] = (1...20).map { _ in (.key(.down), 200) }
    #expect(tape(slow + [(.key("a"), 1_000)]) == ["Down 20", "Sleep 4000ms", "Type \"a\""])
    // Simultaneous keys take longer in the tape than in the session.
    let fast: [(Event, Int)] = (1...20).map { _ in (.key(.down), 0) }
    #expect(
      tape(fast + [(.key("a"), 900), (.key("b"), 300)]) == ["Down 20", "Type \"a\"", "Sleep 150ms", "Type \"b\""])
  }

  @Test func `a pause longer than a day becomes several commands`() {
    let lines = tape([(.key(.down), 0), (.key("a"), 90_000_050)])

    #expect(lines == ["Down", "Sleep 86400000ms", "Sleep 3600000ms", "Type \"a\""])
    #expect(mistake(in: lines.joined(separator: "\n")) == nil)
  }

  @Test func `a key pressed more often than a count allows becomes several commands`() {
    let presses: [(Event, Int)] = (1...10_001).map { _ in (.key(.down), 50) }

    let lines = tape(presses)

    #expect(lines == ["Down 10000", "Down"])
    #expect(mistake(in: lines.joined(separator: "\n")) == nil)
  }

  @Test func `variables are set at the top in quotes that fit`() throws {
    let variables = [("A", "it's"), ("B", "\"'`")].map { TapeSettings.EnvironmentVariable(name: $0.0, value: $0.1) }
    let text = TapeWriter(size: Size(width: 60, height: 20), title: "A", environment: variables).tape(endingAt: .zero)
    let environment = try Tape(parsing: text, file: "a").settings.environment
    let position = TapePosition(file: "a", line: 4, column: 1)
    #expect(environment == [.init(name: "A", value: "it's", position: position)])
    #expect(text.contains("\n# Omitted: the variable B, whose value contains all three kinds of quotes"))
  }

  @Test func `quotes are chosen by the text`() {
    #expect(tape(typed("say \"hi\"")) == ["Type 'say \"hi\"'"])
    #expect(tape(typed("it's \"x\" `y`")) == ["Type `it's \"x\" `", "Type \"`y`\""])
  }

  @Test func `text typed into a secret field is replaced`() {
    let lines = tape(typed("a") + typed("hunter2") + [(.paste(Paste("swordfish")), 0)], secret: Set(1...8))
    #expect(lines == ["Type \"a\"", "# Text typed into a secret field has been replaced.", "Type \"secret\""])
  }

  @Test func `pasted text and sizes are written`() {
    #expect(
      tape([
        (.paste(Paste("one")), 0), (.paste(Paste("one\n\"two\"")), 0), (.paste(Paste("\"'`")), 0),
        (.resize(Size(width: 60, height: 20)), 0), (.focusLost, 0),
      ]) == [
        "Copy \"one\"", "Paste", "#! paste \"one\" '\"two\"'",
        "# Omitted: pasted text with all three kinds of quotes on one line.", "#! resize 60x20",
      ])
  }

  @Test func `mouse input is written as far as a tape supports it`() {
    let at = Point(x: 3, y: 4)
    #expect(
      tape([
        (.mouse(MouseEvent(.wheelDown, at: at, steps: 3)), 0), (.mouse(MouseEvent(.press, at: at)), 0),
        (.mouse(MouseEvent(.release, at: at)), 0), (.mouse(MouseEvent(.press, at: at, clickCount: 2)), 0),
        (.mouse(MouseEvent(.drag, at: at)), 0), (.mouse(MouseEvent(.drag, at: at)), 0),
        (.mouse(MouseEvent(.press, button: .right, at: at)), 0),
      ]) == [
        "ScrollDown 3", "#! click 3,4", "#! click 3,4 2", "# Omitted: dragging the mouse.",
        "# Omitted: a click with a button other than the left.",
      ])
  }

  @Test func `every key is read back or named in a comment`() throws {
    var keys: [Key] = [
      .enter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .space, .control(" "), Key(.up, [.control, .alt]), Key(.function(12), .shift),
      Key(.character("c"), [.control, .shift]),
    ]
    keys += (1...12).map { Key(.function($0)) }
    keys += (0x21...0x7E).flatMap { value -> [Key] in
      let character = Character(Unicode.Scalar(UInt8(value)))
      return [Key(.character(character)), .control(character), .alt(character)]
    }
    for key in keys {
      let lines = tape([(.key(key), 0)])
      if lines.first?.hasPrefix("#") == true { continue }
      let actions = try actions(of: lines.joined(separator: "\n"))
      if let character = key.typedCharacter, key != .space {
        #expect(actions == [.type(String(character), interval: nil)], "\(lines)")
      } else if key == .space {
        #expect(actions == [.type(" ", interval: nil)])
      } else {
        #expect(actions == [.press(key, count: 1, interval: nil)], "\(lines)")
      }
    }
  }

  @Test func `a written session plays back to the same screen`() async throws {
    let first = CounterStage()
    let writer = TapeWriter(size: first.stage.window.size, title: "A session")
    try await first.play("#! caption \"\"")
    try await first.stage.perform {
      let events: [(Event, Duration)] = [
        (.key("+"), .milliseconds(900)), (.key(.up), .milliseconds(700)), (.key("?"), .seconds(1)),
        (.resize(Size(width: 50, height: 12)), .zero), (.key(.escape), .milliseconds(400)), (.key("-"), .seconds(2)),
      ]
      for (event, pause) in events {
        writer.record(event, at: first.stage.clock.now.offset)
        if case .resize(let size) = event {
          try await first.stage.resize(to: size)
        } else {
          try await first.stage.deliver(event)
        }
        try await first.stage.advance(by: pause)
      }
    }
    let second = CounterStage(size: first.stage.window.size)
    try await second.play(writer.tape(endingAt: first.stage.clock.now.offset))
    #expect(second.shown.contains("1"))
    #expect(ScreenSnapshot(of: second.stage.window) == ScreenSnapshot(of: first.stage.window))
  }
}
