import ReactorTesting
import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite struct HostileTextTests {
  private func shown(_ text: String, ascii: Bool = false) -> String {
    let grid = CellGrid(size: Size(width: 30, height: 1))
    Canvas(grid, theme: .dark, capabilities: Capabilities(isASCII: ascii)).write(text, at: .zero)
    return grid.rows[0]
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a␛[31mb"), ("\u{1B}]0;title\u{07}", "␛]0;title␇"), ("\u{9B}31m", "�31m"), ("a\0b", "a␀b"),
    ("\u{7F}", "␡"), ("one\ntwo", "one↵two"), ("one\r\ntwo", "one↵two"), ("a\tb", "a b"), ("x\u{202E}y", "x�y"),
    ("x\u{2066}y\u{2069}", "x�y�"), ("\u{200E}\u{200F}\u{061C}z", "���z"), ("a\u{200B}b", "a�b"),
    ("\u{FEFF}a", "�a"), ("\u{301}a", "�a"), ("pay\u{200D}pal", "pay�pal"), ("pay\u{200C}pal", "pay�pal"),
    ("\u{FFFF}", "�"), ("\u{E0041}", "�"), ("a\u{2028}b", "a↵b"), ("soft\u{AD}hyphen", "soft-hyphen"),
    ("\u{2060}", "�"), ("\u{378}", "�"), ("\u{600}1", "�1"), ("a\u{A0}b", "a b"),
  ])
  func `scalars that must not be sent are replaced`(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test func `replacements are ASCII on an ASCII terminal`() {
    #expect(shown("a\u{1B}b\u{202E}c\nd\te", ascii: true) == "a?b?c?d e")
  }

  @Test func `emoji sequences are shortened and flags take two cells`() {
    #expect(shown("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}!") == "\u{1F468}!")
    #expect(shown("\u{2764}\u{FE0F}!") == "\u{2764}!")
    #expect(shown("\u{1F44B}\u{1F3FD}!") == "\u{1F44B}!")
    let grid = CellGrid(size: Size(width: 4, height: 1))
    Canvas(grid, theme: .dark).write("\u{1F1F0}\u{1F1F7}!", at: .zero)
    #expect((0..<3).map { grid.cell(at: Point(x: $0, y: 0)).glyph } == [0x1F1F0, 0x1F1F7, 0x21])
  }

  @Test func `a glyph keeps as many marks as ncurses does`() {
    let text = shown("a" + String(repeating: "\u{316}", count: 300) + "b")
    #expect(text.unicodeScalars.count == 6)
  }

  @Test func `the glyph table does not grow without limit`() {
    let table = GlyphTable()
    for first in UInt32(0x4E00)..<0x4E00 + 10 {
      for second in UInt32(0)..<4_000 { _ = table.number(for: [first, 0x301, second]) }
    }
    #expect(table.number(for: [0x41, 0x301, 0x302]) == 0x41)
  }

  @Test func `no hostile text reaches the bytes of a frame`() throws {
    let device = HeadlessTerminal(size: Size(width: 60, height: 8))
    let surface = try NcursesSurface(device: device, term: "xterm-256color")
    defer { surface.close() }
    let grid = CellGrid(size: device.size)
    var random = SystemRandomNumberGenerator()
    let hostile: [UInt32] = [
      0x1B, 0x9B, 0x9D, 0x90, 0x07, 0x08, 0x0E, 0x0F, 0x0A, 0x0D, 0x00, 0x7F, 0x85, 0x202E, 0x202A, 0x2066, 0x2069,
      0x200B, 0x200D, 0x200E, 0xFE0F, 0xFEFF, 0xE0041, 0x301, 0x1F468, 0x1F1F0, 0xD55C, 0x1112, 0x1161, 0x5B, 0x5D,
      0x6E, 0x63, 0x36, 0x61, 0xFFFE, 0x1F3FD,
    ]
    for _ in 0..<200 {
      for row in 0..<8 {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<70, using: &random) {
          let value = Bool.random(using: &random) ? hostile.randomElement(using: &random) : .random(in: 0..<0x11_0000)
          if let scalar = value.flatMap(Unicode.Scalar.init) { text.append(scalar) }
        }
        let truncation: Truncation = [.clip, .ellipsis, .middle].randomElement(using: &random) ?? .clip
        Canvas(grid, theme: .dark).write(
          String(text), at: Point(x: .random(in: -3..<20, using: &random), y: row), truncation: truncation)
      }
      surface.present(grid, cursor: nil)
    }
    let offences = FrameBytes.offences(in: device.bytes)
    #expect(offences.isEmpty, "\(offences.prefix(3))")
    #expect(device.bytes.count > 10_000)
  }
}
