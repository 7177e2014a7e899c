import ReactorTerminal

extension Window {
  /// Whether what is typed now goes to a field that does not show it.
  var isTypingSecret: Bool { (focusedView as? TextField)?.isSecret == true }

  /// What a person reads: all rows, without the blanks at their ends.
  var screenText: String { grid.rows.joined(separator: "\n") }

  /// The row of the caret; without one, the last row that is not empty.
  var lineText: String {
    let rows = grid.rows
    if let row = caretRow, rows.indices.contains(row) { return rows[row] }
    return rows.last { !$0.isEmpty } ?? ""
  }

  /// The row of the caret; nil without one.
  var caretRow: Int? {
    guard let view = focusedView, let caret = view.caret, view.bounds.contains(caret) else { return nil }
    return view.convertToWindow(caret).y
  }
}
