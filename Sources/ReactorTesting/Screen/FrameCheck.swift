import ReactorCore
import ReactorTerminalCore
import Testing

/// A check of every frame of a window.
///
/// A ``TestScreen`` checks its frames automatically. For another window, such as one in which a tape is played, call
/// ``watch(_:report:)``.
///
/// - The screen is the same as if all of it were laid out and redrawn.
/// - The hardware cursor is in the focused view: at its caret, or at the first cell of its selection. If that cell is
///   clipped, the cursor is at the nearest visible cell.
/// - No cell contains a character that a terminal would execute or that does not occupy a cell.
@MainActor
public enum FrameCheck {
  /// Checks the frames of a window from now on. Reports only the first incorrect frame.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - report: A closure that receives a failure; by default, it records an issue in the running test.
  public static func watch(
    _ window: Window, report: @escaping @MainActor (String) -> Void = { Issue.record(Comment(rawValue: $0)) }
  ) {
    var isReported = false
    window.rendered.subscribe { [weak window] in
      guard let window, !isReported else { return }
      let problems = problems(in: window)
      guard !problems.isEmpty else { return }
      isReported = true
      report("A frame is wrong:\n" + problems.joined(separator: "\n"))
    }.disposed(by: window.disposeBag)
  }

  /// Returns the problems in the last frame of a window.
  package static func problems(in window: Window) -> [String] {
    let fresh = window.drawnAfresh()
    var problems = cursorProblems(in: window)
    window.drawTextSelection(in: fresh)
    problems += window.grid.scalarsBeyondASCII.compactMap(Unicode.Scalar.init).filter(isForeign).map {
      "The screen contains U+\(String($0.value, radix: 16, uppercase: true))."
    }
    guard !window.grid.hasSameCells(as: fresh) else { return problems }
    for y in 0..<window.size.height {
      let columns = (0..<window.size.width).filter { x in
        window.grid.cell(at: Point(x: x, y: y)) != fresh.cell(at: Point(x: x, y: y))
      }
      if let first = columns.first, let last = columns.last {
        let (shown, drawn) = (window.grid.text(row: y), fresh.text(row: y))
        let styles = "\(window.grid.style(at: Point(x: first, y: y))), \(fresh.style(at: Point(x: first, y: y)))"
        problems.append("Row \(y) differs from a full drawing in columns \(first) to \(last):")
        problems += shown == drawn ? ["  styles \(styles) in \(shown)"] : ["  shown \(shown)", "  drawn \(drawn)"]
      }
    }
    return problems
  }

  private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func cursorProblems(in window: Window) -> [String] {
    guard !window.isTooSmall, !window.size.isEmpty else {
      return window.cursor == nil ? [] : ["There is a cursor, although the window is too small."]
    }
    guard let cursor = window.cursor else { return ["There is no cursor."] }
    let view = window.cursorView
    let name = type(of: view)
    let caret = window.focusedView?.caret
    let cell = view.convertToWindow(caret ?? view.focusCell)
    let visible = visibleArea(of: view, in: window)
    // If nothing of the view is visible, the cursor is in the visible part of the surrounding views.
    let areas = sequence(first: view, next: \.superview).lazy.map { visibleArea(of: $0, in: window) }
    let nearest = areas.first(where: { !$0.isEmpty }).map { Self.nearest(to: cell, in: $0) }
    guard cursor.position == nearest else {
      return ["The cursor is at \(cursor.position), and the focus of the \(name) at \(cell), visible in \(visible)."]
    }
    let isVisible = caret != nil && visible.contains(cell)
    guard cursor.isVisible == isVisible else {
      return [
        "The cursor is \(isVisible ? "invisible, although" : "visible, although no") text is typed in the \(name)."
      ]
    }
    guard caret == nil, let selected = firstSelectedCell(in: visible, of: window) else { return [] }
    // The selection may begin with cells in another style.
    if selected.y == cursor.position.y, selected.x >= cursor.position.x { return [] }
    return ["The cursor is at \(cursor.position), and the selection of the focused \(name) at \(selected)."]
  }

  /// The first cell in the style of the selection, which no other role has in this drawing.
  private static func firstSelectedCell(in area: Rect, of window: Window) -> Point? {
    let style = Style(foreground: .hex(0x01_02_03), background: .hex(0x04_05_06), attributes: [.italic, .dim])
    let drawing = window.drawnAfresh(theme: window.suitedTheme.styling([.selection: style]))
    return area.isEmpty ? nil : drawing.firstCell(styled: style, in: area)
  }

  private static func nearest(to cell: Point, in area: Rect) -> Point {
    Point(x: min(max(cell.x, area.x), area.maxX - 1), y: min(max(cell.y, area.y), area.maxY - 1))
  }

  private static func visibleArea(of view: View, in window: Window) -> Rect {
    sequence(first: view, next: \.superview).reduce(Rect(origin: .zero, size: window.size)) { area, view in
      area.intersection(Rect(origin: view.convertToWindow(.zero), size: view.bounds.size))
    }
  }
}
