import CReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Kia K5", 6), ("현대 아반떼", 11), ("한국", 4), ("e\u{301}", 1), ("日本", 4), ("a\tb", 3), ("a\r\nb", 3),
    ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 2), ("\u{2764}\u{FE0F}", 1), ("\u{1F1F0}\u{1F1F7}", 2),
    ("\u{1F44B}\u{1F3FD}", 2), ("1\u{FE0F}\u{20E3}", 1), ("\u{1B}[31m", 5), ("\u{202E}x", 2), ("\u{200B}", 1),
  ])
  func `the width of text is the sum of its glyphs`(text: String, columns: Int) {
    #expect(displayWidth(of: text) == columns)
  }

  @Test func `decomposed Hangul is composed`() {
    let decomposed = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"
    #expect(displayWidth(of: decomposed) == 4)
    #expect(Array(truncated(decomposed, to: 4).unicodeScalars) == Array("한국".unicodeScalars))
  }

  @Test func `the listed ranges agree with the C library`() {
    for scalar in UInt32(0)...0x1_FFFF {
      let measured = Int(ct_width(scalar))
      switch ScalarClass.of(scalar) {
      case .narrow: #expect(measured == 1, "U+\(String(scalar, radix: 16))")
      case .wide: #expect(measured == 2, "U+\(String(scalar, radix: 16))")
      case .mark: #expect(measured == 0, "U+\(String(scalar, radix: 16))")
      case .replaced(let stand): #expect(ct_width(stand) == 1, "U+\(String(scalar, radix: 16))")
      case .selector, .joiner, .regional: break
      }
    }
  }

  @Test(arguments: [
    ("Hyundai Avante", 14, Truncation.ellipsis, "Hyundai Avante"), ("Hyundai Avante", 8, .ellipsis, "Hyundai…"),
    ("Hyundai Avante", 7, .clip, "Hyundai"), ("Hyundai Avante", 7, .middle, "Hyu…nte"),
    ("현대 아반떼", 6, .ellipsis, "현대 …"),
    ("현대 아반떼", 5, .clip, "현대 "), ("현대 아반떼", 4, .ellipsis, "현…"), ("abc", 1, .ellipsis, "…"),
    ("abc", 0, .ellipsis, ""), ("/home/me/photos/front.jpg", 15, .middle, "/home/m…ont.jpg"),
  ])
  func `text that is too wide is truncated`(text: String, width: Int, truncation: Truncation, expected: String) {
    let result = truncated(text, to: width, truncation)
    #expect(result == expected)
    #expect(displayWidth(of: result) <= width)
  }

  @Test func `truncating huge text reads only as much as it shows`() {
    let huge = String(repeating: "e\u{301}\u{200D}", count: 2_000_000) + "end"
    let time = processorTime(runs: 1) {
      #expect(displayWidth(of: truncated(huge, to: 40)) == 40)
      #expect(truncated(huge, to: 41, .middle).hasSuffix("end"))
    }
    #expect(time < 1)
  }
}
