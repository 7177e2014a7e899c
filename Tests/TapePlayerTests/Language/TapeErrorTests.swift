import Testing

@testable import TapePlayer

struct TapeErrorTests {
  @Test(arguments: [
    ("Enter\nEntre", "2:1: \"Entre\" is not a command. Did you mean Enter?"),
    ("  Sleeep 1s", "1:3: \"Sleeep\" is not a command. Did you mean Sleep?"),
    ("enter", "1:1: \"enter\" is not a command. Did you mean Enter?"),
    ("Frobnicate", "1:1: \"Frobnicate\" is not a command."),
    ("Type \"kia\nEnter", "1:6: This text has no closing \" on the same line."),
    ("Type 'kia", "1:6: This text has no closing ' on the same line."),
    ("Wait /kia\n", "1:6: This pattern has no closing / on the same line."),
    ("Wait /kia\\", "1:6: This pattern has no closing / on the same line."),
    ("Type", "1:5: Type takes text in quotes, not the end of the tape."),
    ("Type \"a\"\nEntre 2", "2:1: \"Entre\" is not a command. Did you mean Enter?"),
    ("Type Enter", "1:6: Type takes text in quotes, not \"Enter\"."),
    ("Sleep", "1:6: Sleep takes a duration such as 500ms or 2s, not the end of the tape."),
    ("Sleep soon", "1:7: Sleep takes a duration such as 500ms or 2s, not \"soon\"."),
    ("Sleep 5h", "1:8: \"h\" is not a unit of time. Use ms, s, or m."),
    ("Sleep 9999999999", "1:7: Sleep cannot be longer than a day."),
    ("Down@ 3s@", "1:9: Expected a command, not \"@\"."),
    ("Down 0", "1:6: The count of Down must be a whole number from 1 to 10000, not \"0\"."),
    ("Down -1", "1:6: The count of Down must be a whole number from 1 to 10000, not \"-1\"."),
    ("Down 1.5", "1:6: The count of Down must be a whole number from 1 to 10000, not \"1.5\"."),
    ("Down 99999", "1:6: The count of Down must be a whole number from 1 to 10000, not \"99999\"."),
    ("Ctrl", "1:5: A modifier must be followed by + and a key, as in Ctrl+c, not by the end of the tape."),
    ("Ctrl+", "1:6: A key combination ends with one character or the name of a key, not the end of the tape."),
    ("Ctrl+abc", "1:6: A key combination ends with one character or the name of a key, not \"abc\"."),
    ("Ctrl+c 3", "1:8: A key combination takes no count. Repeat it instead."),
    ("Wait+Word /x/", "1:6: Wait+ must be followed by Screen or Line, not by \"Word\"."),
    ("Output demo.gif", "1:8: Output cannot write \"demo.gif\". The name must end in .cast, .txt, or .svg."),
    ("Output frames", "1:8: Output cannot write \"frames\". The name must end in .cast, .txt, or .svg."),
    ("Screenshot a.png", "1:12: Screenshot cannot write \"a.png\". The name must end in .txt or .svg."),
    (
      "Output a.svg\n#! animate ./a.svg",
      "2:12: \"./a.svg\" is already the Output on line 1. Remove one, or choose another file."
    ),
    (
      "Output \"a.cast\"\nOutput ./a.cast",
      "2:8: \"./a.cast\" is already the Output on line 1. Remove one, or choose another file."
    ),
    (
      "#! ",
      "1:1: \"#! \" must be followed by a directive: caption, resize, expect, refute, paste, click, keys, animate, poster."
    ),
    ("Output /tmp/a.cast", "1:8: Output takes text. Put text that begins with a slash in quotes."),
    ("Env \"a=b\" c", "1:5: A variable name cannot be empty or contain =."),
    ("Copy 3", "1:6: Copy takes text in quotes, not \"3\"."),
    ("\"kia\"", "1:1: Expected a command, not the text \"kia\"."),
    ("5", "1:1: Expected a command, not \"5\"."),
  ])
  func `an error is reported with its position`(_ text: String, _ expected: String) {
    #expect(mistake(in: text) == "demo.tape:" + expected)
  }

  @Test func `a pattern is checked when the tape is read`() {
    let found = mistake(in: "Enter\nWait /(kia/")
    #expect(found?.hasPrefix("demo.tape:2:6: /(kia/ is not a valid regular expression: ") == true, "\(found ?? "none")")
    #expect(found?.hasSuffix(". To match a special character, escape it with a backslash, as in \\(.") == true)
  }

  @Test(arguments: [
    String(repeating: "[", count: 2_000), String(repeating: "(", count: 2_000),
    String(repeating: "[a&&", count: 400) + String(repeating: "]", count: 400),
    "[a" + String(repeating: "--b", count: 500),
    String(repeating: "a", count: 2_001),
  ])
  func `a pattern that would overflow the stack is rejected before it is parsed`(pattern: String) {
    let found = mistake(in: "#! expect /\(pattern)/")

    #expect(found?.contains("it has more than 2000 characters or 64 brackets. ") == true, "\(found ?? "accepted")")
  }

  @Test func `text may begin with a scalar that joins the preceding character`() throws {
    for mark in ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}"] {
      #expect(try actions(of: "Copy \"\(mark)a\"\nPaste") == [.copy("\(mark)a"), .paste])
      #expect(try actions(of: "Wait /\(mark)/") == actions(of: "Wait /\(mark)/"))
      #expect(try actions(of: "Ctrl+\(mark)").count == 1)
    }
    #expect(try actions(of: "Type \"a\"\r\n# \"\u{301}\r\nEnter").count == 2)
    #expect(mistake(in: "Enter\r\nEntre") == "demo.tape:2:1: \"Entre\" is not a command. Did you mean Enter?")
  }

  @Test func `columns count characters`() {
    #expect(mistake(in: "Type \"기아 👨‍👩‍👧\" @") == "demo.tape:1:13: Expected a command, not \"@\".")
    #expect(mistake(in: "\u{FEFF}@") == "demo.tape:1:1: Expected a command, not \"@\".")
  }

  @Test func `invalid UTF-8 is reported with its position`() throws {
    #expect(throws: TapeError.self) {
      try TapeSource.text(of: Array("Enter\nTy".utf8) + [0xFF, 0x20], file: "demo.tape")
    }
    do throws(TapeError) {
      _ = try TapeSource.text(of: Array("Enter\nTy".utf8) + [0xFF, 0x20], file: "demo.tape")
    } catch {
      #expect(error.description == "demo.tape:2:3: The tape is not valid UTF-8 here. Save the file as UTF-8.")
    }
  }

  /// For any text, the parser returns a tape or an error with a position in the text.
  @Test func `random text is a tape or an error with a valid position`() throws {
    var generator = Noise(state: 7)
    let pieces = [
      "Type", "\"", "'", "`", "/", "\\", "#!", " caption", "resize ", "60x20", "\n", " ", "@", "+", "Ctrl", "5", "ms",
      ".",
      "Wait", "Set", "{", "}", "Source", "가", "\u{0}", "\r\n", "e\u{301}", "Output", "a.cast", "click", ",", "-", "%",
    ]
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<30, using: &generator)
      var text = ""
      for _ in 0..<count {
        if Bool.random(using: &generator) {
          text += pieces.randomElement(using: &generator) ?? ""
        } else {
          text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0...255, using: &generator)))
        }
      }
      do throws(TapeError) {
        _ = try Tape(parsing: text, file: "noise", read: Self.nothing(_:))
      } catch {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let position = try #require(error.position)
        #expect((1...lines.count).contains(position.line))
        let line = lines[min(position.line, lines.count) - 1]
        #expect((1...line.count + 1).contains(position.column), "\(error) in \(text.debugDescription)")
      }
    }
  }

  private static func nothing(_ path: String) throws(TapeReadError) -> [UInt8] { throw .notAFile }

  @Test func `random bytes are a tape or an error with a position`() throws {
    var generator = Noise(state: 11)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      do throws(TapeError) {
        _ = try Tape(parsing: TapeSource.text(of: bytes, file: "noise"), file: "noise", read: Self.nothing(_:))
      } catch {
        let position = try #require(error.position)
        #expect(position.line >= 1 && position.column >= 1)
      }
    }
  }
}

/// A random number generator with the same numbers in every run.
struct Noise: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
