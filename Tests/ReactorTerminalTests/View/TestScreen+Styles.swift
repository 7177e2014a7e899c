import ReactorTerminal
import ReactorTesting

extension TestScreen {
  /// Returns the roles of the cells of a row as letters: `.` for the plain style, `?` for a role that is not in the
  /// legend.
  func styles(row: Int, _ legend: [Character: Role]) -> String {
    window.render()
    let text = (0..<window.size.width).map { x -> Character in
      let style = window.grid.style(at: Point(x: x, y: row))
      if style == .plain { return "." }
      return legend.first { window.theme[$0.value] == style }?.key ?? "?"
    }
    return String(text)
  }
}
