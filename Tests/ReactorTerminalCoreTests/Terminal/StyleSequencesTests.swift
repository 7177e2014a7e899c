import Testing

@testable import ReactorTerminalCore

@Suite struct StyleSequencesTests {
  private func joined(_ text: String) -> String {
    var bytes = Array(text.replacing("^", with: "\u{1B}").utf8)
    let count = bytes.withUnsafeMutableBytes { StyleSequences.join($0) }
    return String(decoding: bytes[..<count], as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test(arguments: [
    ("a^[39m^(B^[mb", "a^[mb"), ("^[39;49m^(B^[m", "^[m"), ("^[97m^[48;5;24m▸", "^[97;48;5;24m▸"),
    ("^(B^[m^[1m^[38;2;1;2;3mx", "^[0;1;38;2;1;2;3mx"), ("^[0m^[0m", "^[m"), ("^[1mx^[my", "^[1mx^[my"),
    ("^[1m^[0m^[4m^[m^[7m", "^[0;7m"),
  ])
  func `style sequences that follow one another become one with the same effect`(written: String, short: String) {
    #expect(joined(written) == short)
  }

  @Test(arguments: [
    "", "^", "^[", "^[3", "^[38;5", "^(", "^(B", "^(0", "^[2;3H", "^[?25l", "a^[1mb", "^[1m^[2;3H^[1m", "^[m^",
    "^[m^[", "^[m^[1",
  ])
  func `everything else stays`(written: String) {
    #expect(joined(written) == written)
  }
}
