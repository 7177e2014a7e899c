import ReactorCore
import ReactorTerminal
import Testing

/// A check of every frame of a window.
///
/// - The screen is the same as if all of it were laid out and drawn again.
/// - The hardware cursor is on what has the keyboard focus: at the first cell of the selection in it.
/// - No cell contains a character that a terminal would execute or that has no place of its own.
@MainActor
package enum FrameCheck {
  /// Checks the frames of a window from now on. Reports the first one that is wrong.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - report: A closure that receives a failure; by default, it records an issue in the running test.
  package static func watch(
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

  /// Returns what is wrong in the last frame of a window.
  package static func problems(in window: Window) -> [String] {
    let fresh = window.drawnAfresh()
    var problems = cursorProblems(in: window, fresh)
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

  private static func cursorProblems(in window: Window, _ fresh: CellGrid) -> [String] {
    guard !window.isTooSmall, !window.size.isEmpty else { return [] }
    guard let cursor = window.cursor else { return ["The cursor is nowhere."] }
    guard let view = window.focusedView else { return [] }
    let area = visibleArea(of: view, in: window)
    guard !area.isEmpty else { return [] }
    let name = type(of: view)
    guard area.contains(cursor.position) else {
      return ["The cursor is at \(cursor.position), outside of the focused \(name) at \(area)."]
    }
    let selection = window.theme[.selection]
    guard view.caret == nil, selection != window.theme[.toast] else { return [] }
    let selected = fresh.firstCell(styled: selection, in: area)
    // The selection may begin with cells of another style.
    guard let selected, selected.y != cursor.position.y || selected.x < cursor.position.x else { return [] }
    return ["The cursor is at \(cursor.position), and the selection of the focused \(name) at \(selected)."]
  }

  private static func visibleArea(of view: View, in window: Window) -> Rect {
    sequence(first: view, next: \.superview).reduce(Rect(origin: .zero, size: window.size)) { area, view in
      area.intersection(Rect(origin: view.convertToWindow(.zero), size: view.bounds.size))
    }
  }
}
