import Testing

@testable import ReactorTerminalCore

@Suite struct StyleTests {
  @Test func `colors and attributes of a style are independent`() {
    let style = Style(foreground: .rgb(1, 2, 255), background: .indexed(200), attributes: [.bold, .reverse])
    #expect(style.foreground == .rgb(1, 2, 255))
    #expect(style.background == .indexed(200))
    #expect(style.attributes == [.bold, .reverse])
    #expect(style.description == "#0102ff on indexed(200) bold reverse")
  }

  @Test func `default colors let the style below show through`() {
    let base = Style(foreground: .indexed(1), background: .indexed(2)).underline
    let merged = Style(foreground: .indexed(7)).bold.merging(over: base)
    #expect(merged == Style(foreground: .indexed(7), background: .indexed(2), attributes: [.bold, .underline]))
    #expect(Style.plain.merging(over: base) == base)
  }

  @Test func `a cell has sixteen bytes without padding`() {
    #expect(MemoryLayout<Cell>.size == 16)
    #expect(MemoryLayout<Cell>.stride == 16)
  }

  @Test(arguments: [
    (Color.hex(0xffffff), ColorDepth.palette256, Color.indexed(231)),
    (.hex(0xff8787), .palette256, .indexed(210)),
    (.hex(0x444444), .palette256, .indexed(238)),
    (.hex(0xff0000), .ansi16, .indexed(9)),
    (.hex(0xff0000), .ansi8, .indexed(1)),
    (.indexed(9), .ansi8, .indexed(1)),
    (.indexed(231), .ansi16, .indexed(15)),
    (.hex(0x123456), .monochrome, .default),
    (.hex(0x123456), .trueColor, .hex(0x123456)),
    (.default, .ansi8, .default),
  ])
  func `a color becomes the nearest one of the terminal`(color: Color, depth: ColorDepth, expected: Color) {
    #expect(color.degraded(to: depth) == expected)
  }
}
