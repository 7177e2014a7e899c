import ReactorTerminal
import ReactorTesting
import Testing

@testable import TapePlayer

@MainActor
struct PictureTests {
  private func snapshot(
    width: Int = 10, height: Int = 1, caret: Point? = nil, isLight: Bool = false, _ draw: (Canvas) -> Void
  ) -> ScreenSnapshot {
    let grid = CellGrid(size: Size(width: width, height: height))
    draw(Canvas(grid, theme: .dark))
    return ScreenSnapshot(of: grid, caret: caret, isLight: isLight)
  }

  /// Returns the lines inside the group of cells.
  private func inside(_ snapshot: ScreenSnapshot) -> [String] {
    let lines = snapshot.svg().split(separator: "\n").map(String.init)
    return lines.firstIndex { $0.hasPrefix("<g ") }.map { Array(lines[($0 + 1)...].dropLast(2)) } ?? []
  }

  @Test func `a run of text has a position and a length`() {
    let lines = inside(
      snapshot(width: 20, height: 2) { canvas in
        canvas.write("one two", at: Point(x: 1, y: 0))
        canvas.write("three", at: Point(x: 10, y: 0))
        canvas.write("4", at: Point(x: 0, y: 1), style: Style(foreground: .hex(0x87d7ff)).bold)
      })
    #expect(
      lines == [
        ##"<text x="9" textLength="63" y="14" fill="#e4e4e4">one two</text>"##,
        ##"<text x="90" textLength="45" y="14" fill="#e4e4e4">three</text>"##,
        ##"<text x="4.5" y="33" text-anchor="middle" fill="#87d7ff" font-weight="bold">4</text>"##,
      ])
  }

  @Test func `wide glyphs and symbols are centered in their cells`() {
    let lines = inside(snapshot { $0.write("a기🚗★b", at: .zero) })
    #expect(
      lines == [
        ##"<text x="4.5" y="14" text-anchor="middle" fill="#e4e4e4">a</text>"##,
        ##"<text x="18" y="14" text-anchor="middle" fill="#e4e4e4">기</text>"##,
        ##"<text x="36" y="14" text-anchor="middle" fill="#e4e4e4">🚗</text>"##,
        ##"<text x="49.5" y="14" text-anchor="middle" fill="#e4e4e4">★</text>"##,
        ##"<text x="58.5" y="14" text-anchor="middle" fill="#e4e4e4">b</text>"##,
      ])
  }

  @Test func `attributes are visible`() {
    let lines = inside(
      snapshot(width: 12) { canvas in
        canvas.write("di", at: .zero, style: .plain.dim)
        canvas.write("it", at: Point(x: 2, y: 0), style: .plain.italic)
        canvas.write("u u", at: Point(x: 4, y: 0), style: .plain.underline)
        canvas.write("re", at: Point(x: 7, y: 0), style: Style(foreground: .hex(0xff0000)).reverse)
      })
    #expect(
      lines == [
        ##"<rect x="63" width="18" height="19" fill="#ff0000"/>"##,
        ##"<path d="M36 16.5H63" fill="none" stroke="#e4e4e4"/>"##,
        ##"<text textLength="18" y="14" fill="#e4e4e4" fill-opacity=".6">di</text>"##,
        ##"<text x="18" textLength="18" y="14" fill="#e4e4e4" font-style="italic">it</text>"##,
        ##"<text x="36" textLength="27" y="14" fill="#e4e4e4">u u</text>"##,
        ##"<text x="63" textLength="18" y="14" fill="#1b1d23">re</text>"##,
      ])
  }

  @Test func `backgrounds are joined into rectangles`() {
    let blue = Style(background: .hex(0x005f87))
    let lines = inside(
      snapshot(width: 10, height: 4) { canvas in
        canvas.fill(Rect(x: 1, y: 0, width: 4, height: 3), style: blue)
        canvas.fill(Rect(x: 5, y: 1, width: 2, height: 1), style: Style(background: .indexed(1)))
        canvas.fill(Rect(x: 0, y: 3, width: 10, height: 1), style: blue)
      })
    #expect(
      lines == [
        ##"<rect x="9" width="36" height="57" fill="#005f87"/>"##,
        ##"<rect x="45" y="19" width="18" height="19" fill="#cd0000"/>"##,
        ##"<rect y="57" width="90" height="19" fill="#005f87"/>"##,
      ])
  }

  @Test func `frames and bars are drawn`() {
    let lines = inside(
      snapshot(width: 4, height: 3) { canvas in
        canvas.box(Rect(x: 0, y: 0, width: 4, height: 3))
        canvas.write("▌", at: Point(x: 1, y: 1), style: Style(foreground: .hex(0x5fafff)))
        canvas.write("▄", at: Point(x: 2, y: 1), style: Style(foreground: .hex(0x5fafff)))
      })
    #expect(
      lines == [
        ##"<path d="M9 9.5H9Q4.5 9.5 4.5 14V19M9 9.5H27M27 9.5H27Q31.5 9.5 31.5 14V19" fill="none" stroke="#e4e4e4"/>"##,
        ##"<path d="M4.5 19V38M31.5 19V38" fill="none" stroke="#e4e4e4"/>"##,
        ##"<path d="M9 19h4.5v19h-4.5zM18 28.5h9v9.5h-9z" fill="#5fafff"/>"##,
        ##"<path d="M9 47.5H9Q4.5 47.5 4.5 43V38M9 47.5H27M27 47.5H27Q31.5 47.5 31.5 43V38" fill="none" stroke="#e4e4e4"/>"##,
      ])
  }

  @Test func `adjacent blocks of one color are one shape`() {
    let lines = inside(
      snapshot(width: 8) { canvas in
        canvas.write("███▌█", at: .zero, style: Style(foreground: .hex(0x5fafff)))
        canvas.write("██", at: Point(x: 5, y: 0), style: Style(foreground: .hex(0xff0000)))
      })
    #expect(
      lines == [
        ##"<path d="M0 0h27v19h-27zM27 0h4.5v19h-4.5zM36 0h9v19h-9z" fill="#5fafff"/>"##,
        ##"<path d="M45 0h18v19h-18z" fill="#ff0000"/>"##,
      ])
  }

  @Test func `markup characters are escaped`() {
    #expect(
      inside(snapshot { $0.write("<a>&\"'", at: .zero) }) == [
        ##"<text textLength="54" y="14" fill="#e4e4e4">&lt;a&gt;&amp;"'</text>"##
      ])
    #expect(XMLText.escaped("a\u{0}b\u{FFFF}") == "a\u{FFFD}b\u{FFFD}")
  }

  @Test func `the size follows the cells`() {
    let svg = snapshot(width: 80, height: 24) { _ in }.svg()
    #expect(svg.hasPrefix(##"<svg xmlns="http://www.w3.org/2000/svg" width="744" height="480" viewBox="0 0 744 480""##))
    #expect(svg.contains(##"<rect width="744" height="480" rx="8" fill="#1b1d23"/>"##))
    let titled = snapshot(width: 80, height: 24) { _ in }.svg(title: "A <title>")
    #expect(titled.contains("height=\"510\""))
    #expect(titled.contains(">A &lt;title&gt;</text>"))
  }

  @Test func `a light theme has a light background`() {
    #expect(snapshot(isLight: true) { $0.write("a", at: .zero) }.svg().contains(##"fill="#fdfdfb""##))
    let window = Window(size: Size(width: 40, height: 10), surface: HeadlessTerminal(), theme: .light)
    FrameCheck.watch(window)
    #expect(ScreenSnapshot(of: window).isLight)
  }

  @Test func `the caret is visible`() {
    #expect(
      inside(snapshot(caret: Point(x: 2, y: 0)) { _ in }) == [
        ##"<rect x="18" width="9" height="19" fill="#e4e4e4" fill-opacity=".5"/>"##
      ])
  }

  @Test func `the text of a screen has no trailing spaces`() {
    let snapshot = snapshot(width: 8, height: 3) { canvas in
      canvas.write("기아 K5", at: .zero)
      canvas.write(" x", at: Point(x: 0, y: 2))
    }
    #expect(snapshot.text == "기아 K5\n\n x\n")
  }

  @Test func `the same screen gives the same picture`() {
    func picture() -> String {
      snapshot(width: 40, height: 12) { canvas in
        for (row, role) in Role.allCases.prefix(12).enumerated() {
          canvas.write("\(role) ─ 기아", at: Point(x: row, y: row), style: canvas.theme[role])
        }
      }.svg(title: "Roles")
    }
    #expect(Set((0..<20).map { _ in picture() }).count == 1)
  }
}
