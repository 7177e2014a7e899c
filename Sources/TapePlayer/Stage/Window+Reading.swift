import ReactorTerminal

extension Window {
  /// The rows of the screen without trailing spaces, separated by line breaks.
  var screenText: String { grid.rows.joined(separator: "\n") }

  /// The row of the caret; without a caret, the last row that is not empty.
  var lineText: String {
    let rows = grid.rows
    if let row = caretRow, rows.indices.contains(row) { return rows[row] }
    return rows.last { !$0.isEmpty } ?? ""
  }

  /// The index of the row with the caret; `nil` without a caret.
  var caretRow: Int? {
    guard let view = focusedView, let caret = view.caret, view.bounds.contains(caret) else { return nil }
    return view.convertToWindow(caret).y
  }
}
