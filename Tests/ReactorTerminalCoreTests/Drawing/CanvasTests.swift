import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite struct CanvasTests {
  private func draw(
    _ width: Int, _ height: Int, ascii: Bool = false, _ body: (Canvas) -> Void
  ) -> CellGrid {
    let grid = CellGrid(size: Size(width: width, height: height))
    body(Canvas(grid, theme: .dark, capabilities: Capabilities(isASCII: ascii)))
    return grid
  }

  @Test func `write returns the columns used`() {
    let grid = draw(12, 1) { canvas in
      #expect(canvas.write("Kia", at: .zero) == 3)
      #expect(canvas.write("현대", at: Point(x: 4, y: 0)) == 4)
      #expect(canvas.write("longer than it", at: Point(x: 9, y: 0)) == 3)
    }
    #expect(grid.rows == ["Kia 현대 lon"])
  }

  @Test func `covering half a wide glyph clears the other half`() {
    let style = Style(background: .indexed(4))
    let left = draw(6, 1) { canvas in
      canvas.write("한국어", at: .zero, style: style)
      canvas.write("x", at: Point(x: 2, y: 0))
    }
    #expect(left.text(row: 0) == "한x 어")
    let right = draw(6, 1) { canvas in
      canvas.write("한국어", at: .zero, style: style)
      canvas.write("x", at: Point(x: 3, y: 0))
    }
    #expect(right.text(row: 0) == "한 x어")
    #expect(right.style(at: Point(x: 2, y: 0)) == style)
    let filled = draw(6, 1) { canvas in
      canvas.write("한국어", at: .zero)
      canvas.fill(Rect(x: 1, y: 0, width: 4, height: 1), character: ".")
    }
    #expect(filled.text(row: 0) == " .... ")
  }

  @Test func `a wide glyph is clipped in the last column`() {
    let grid = draw(5, 2) { canvas in
      #expect(canvas.write("한국어", at: .zero) == 4)
      canvas.write("ab", at: Point(x: 0, y: 1))
    }
    #expect(grid.rows == ["한국", "ab"])
  }

  @Test func `half a wide glyph at the edge of the clip is a space`() {
    let grid = draw(8, 1) { canvas in
      canvas.fill(canvas.bounds, character: "-")
      canvas.clipped(to: Rect(x: 1, y: 0, width: 4, height: 1)).write("한국어", at: .zero)
    }
    #expect(grid.text(row: 0) == "- 국 ---")
  }

  @Test func `a translated canvas cannot draw outside its frame`() {
    let grid = draw(6, 3) { canvas in
      let inner = canvas.translated(to: Rect(x: 2, y: 1, width: 3, height: 1))
      #expect(inner.size == Size(width: 3, height: 1))
      inner.write("abcdef", at: Point(x: -1, y: 0))
      inner.write("no", at: Point(x: 0, y: 1))
      inner.fill(Rect(x: 2, y: -5, width: 50, height: 50), character: "#")
    }
    #expect(grid.rows == ["", "  bc#", ""])
  }

  @Test func `text outside the grid is ignored`() {
    let grid = draw(3, 1) { canvas in
      canvas.write("abc", at: Point(x: 0, y: 7))
      canvas.write("abc", at: Point(x: 9, y: 0))
      canvas.write("abc", at: Point(x: -2, y: 0))
      canvas.translated(to: Rect(x: -4, y: -4, width: 2, height: 2)).fill(Rect(x: 0, y: 0, width: 9, height: 9))
    }
    #expect(grid.text(row: 0) == "c  ")
  }

  @Test func `an ASCII letter in the last column keeps its mark`() {
    let grid = draw(3, 1) { $0.write("abe\u{301}f", at: .zero) }
    #expect(grid.text(row: 0) == "abé")
  }

  @Test func `marks stay with their letter`() {
    let grid = draw(4, 1) { $0.write("q\u{301}\u{302}x", at: .zero) }
    #expect(grid.text(row: 0) == "q\u{301}\u{302}x  ")
    #expect(grid.cell(at: .zero).glyph >= GlyphTable.firstIndex)
    #expect(grid.cell(at: .zero).width == 1)
  }

  @Test func `equal letters with marks are equal cells`() {
    let grid = draw(4, 1) { $0.write("q\u{301}q\u{301}", at: .zero) }
    #expect(grid.cell(at: .zero) == grid.cell(at: Point(x: 1, y: 0)))
  }

  @Test func `setting a style merges it over the cells`() {
    let grid = draw(2, 1) { canvas in
      canvas.write("ab", at: .zero, style: Style(foreground: .indexed(1)))
      canvas.setStyle(Style(background: .indexed(2)).bold, in: Rect(x: 1, y: 0, width: 9, height: 1))
    }
    #expect(grid.style(at: .zero) == Style(foreground: .indexed(1)))
    #expect(grid.style(at: Point(x: 1, y: 0)) == Style(foreground: .indexed(1), background: .indexed(2)).bold)
  }

  @Test func `a box has its title on the upper side`() {
    let grid = draw(14, 3) { $0.box($0.bounds, title: "Help") }
    #expect(
      grid.rows == [
        "╭─ Help ─────╮",
        "│            │",
        "╰────────────╯",
      ])
    let ascii = draw(14, 3, ascii: true) { $0.box($0.bounds, title: "A long title") }
    #expect(
      ascii.rows == [
        "+- A long ~ -+",
        "|            |",
        "+------------+",
      ])
  }
}
