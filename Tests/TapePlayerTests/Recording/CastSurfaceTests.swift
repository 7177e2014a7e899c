import ReactorTerminal
import Testing

@testable import TapePlayer

@MainActor
struct CastSurfaceTests {
  private let memory = RecordingBuffer()
  private let grid = CellGrid(size: Size(width: 12, height: 2))

  private func surface(_ depth: ColorDepth = .palette256) throws -> CastSurface {
    let recorder = try CastRecorder(to: memory, header: CastRecorder.Header(size: grid.size))
    return CastSurface(recorder, capabilities: Capabilities(colors: depth))
  }

  private var canvas: Canvas { Canvas(grid, theme: .dark) }

  /// The last output, with `^` for Escape.
  private var last: String {
    let line = memory.text.split(separator: "\n").last ?? ""
    return String(line.dropFirst(#"[0.000000,"o",""#.count).dropLast(2).replacing("\\u001b", with: "^"))
  }

  @Test func `the first frame clears the screen`() throws {
    let surface = try surface()
    canvas.write("기 a", at: Point(x: 1, y: 1))
    surface.present(grid, cursor: nil)
    #expect(last == "^[0m^[?25l^[H^[2J^[2;2H^[0m기^[2;4H a^[0m")
  }

  @Test func `later frames contain only changes`() throws {
    let surface = try surface()
    canvas.write("one two three", at: .zero)
    surface.present(grid, cursor: nil)
    canvas.write("2", at: Point(x: 4, y: 0), style: Style(foreground: .hex(0x87d7ff)).bold)
    surface.present(grid, cursor: nil)
    #expect(last == "^[1;5H^[0;1;38;5;117m2^[0m")
    let before = memory.text
    surface.present(grid, cursor: nil)
    #expect(memory.text == before)
  }

  @Test func `a wide glyph is written as a whole`() throws {
    let surface = try surface()
    canvas.write("a기b", at: .zero)
    surface.present(grid, cursor: nil)
    // Only the style of the right half changes.
    canvas.setStyle(.plain.underline, in: Rect(x: 2, y: 0, width: 1, height: 1))
    surface.present(grid, cursor: nil)
    #expect(last == "^[1;2H^[0m기^[0m")
    canvas.write("x", at: Point(x: 2, y: 0))
    surface.present(grid, cursor: nil)
    #expect(last == "^[1;2H^[0m x^[0m")
  }

  @Test func `colors are limited to those of the terminal`() {
    let style = Style(foreground: .hex(0x87d7ff), background: .indexed(9)).reverse
    #expect(CastPen(depth: .trueColor).sequence(for: style) == "\u{1B}[0;7;38;2;135;215;255;101m")
    #expect(CastPen(depth: .palette256).sequence(for: style) == "\u{1B}[0;7;38;5;117;101m")
    #expect(CastPen(depth: .ansi8).sequence(for: Style(foreground: .indexed(9))) == "\u{1B}[0;31m")
    // A selection is visible without colors.
    #expect(CastPen(depth: .monochrome).sequence(for: Style(background: .hex(0x005f87))) == "\u{1B}[0;7m")
  }

  @Test func `the cursor is shown and hidden`() throws {
    let surface = try surface()
    surface.present(grid, cursor: Cursor(Point(x: 3, y: 1), isVisible: true))
    #expect(last == "^[0m^[?25l^[H^[2J^[2;4H^[?25h")
    canvas.write("a", at: .zero)
    surface.present(grid, cursor: Cursor(Point(x: 3, y: 1), isVisible: true))
    #expect(last == "^[1;1H^[0ma^[0m^[2;4H")
    surface.present(grid, cursor: nil)
    #expect(last == "^[?25l")
  }
}
