import Testing

@testable import TapePlayer

/// The limits that the reference of the language states, at the last value that is allowed and at the next one.
struct LimitTests {
  @Test(arguments: [
    ("Down 10000", "Down 10001"), ("Sleep 86400s", "Sleep 86401s"), ("Sleep 1440m", "Sleep 1441m"),
    ("Set PlaybackSpeed 1000", "Set PlaybackSpeed 1001"), ("Set PlaybackSpeed 0.01", "Set PlaybackSpeed 0.009"),
    ("Set Framerate 1", "Set Framerate 0"), ("Set Framerate 60", "Set Framerate 61"),
    ("#! click 399,149", "#! click 400,149"), ("#! click 399,149", "#! click 399,150"),
    ("#! resize 400x150", "#! resize 401x150"), ("#! resize 400x150", "#! resize 400x151"),
    (pattern(characters: 2_000), pattern(characters: 2_001)), (pattern(brackets: 64), pattern(brackets: 65)),
  ])
  func `the stated limit is allowed, and no more`(last: String, next: String) {
    #expect(mistake(in: last) == nil)
    #expect(mistake(in: next) != nil)
  }

  @Test func `a width of up to 400 and a height of up to 150 are cells`() throws {
    let last = try Tape(parsing: "Set Width 400\nSet Height 150\n", file: "demo.tape").settings
    #expect(last.width == 400 && last.height == 150)
    let next = try Tape(parsing: "Set Width 401\nSet Height 151\n", file: "demo.tape").settings
    #expect(next.width == nil && next.height == nil)
  }

  @Test func `a tape has at most 100,000 commands`() throws {
    let last = String(repeating: "Up\n", count: 100_000)
    #expect(try Tape(parsing: last, file: "demo.tape").commands.count == 100_000)
    #expect(mistake(in: last + "Up\n") != nil)
  }

  @Test(arguments: [(16, true), (17, false)])
  func `tapes are nested up to 16 deep`(depth: Int, isAllowed: Bool) {
    var files = (0..<depth).reduce(into: [String: String]()) { $0["\($1).tape"] = "Source \"\($1 + 1).tape\"" }
    files["\(depth).tape"] = "Up"
    let tape = try? Tape(
      parsing: files["0.tape"] ?? "", file: "0.tape",
      read: { path throws(TapeReadError) in Array((files[path] ?? "").utf8) })

    #expect((tape?.commands.count == 1) == isAllowed)
  }

  private static func pattern(characters: Int) -> String { "Wait /\(String(repeating: "a", count: characters))/" }
  private static func pattern(brackets: Int) -> String { "Wait /\(String(repeating: "[a]", count: brackets))/" }
}
