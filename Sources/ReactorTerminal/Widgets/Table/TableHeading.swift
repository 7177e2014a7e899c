/// The heading of a column as drawn: the longest form that fits, with the sign of the sort order.
struct TableHeading {
  /// The text, at most as wide as the column.
  let text: String
  /// The width of the part before the sign of the sort order.
  let titleWidth: Int

  /// Chooses the form that fits in `width` columns.
  ///
  /// - Parameters:
  ///   - forms: The forms of the title, from the longest to the shortest. The last one is shortened if it does not fit.
  ///   - sign: The sign of the sort order, which is never left out; empty for none.
  ///   - width: The available columns.
  ///   - ellipsis: The replacement for the end of a title.
  init(_ forms: [String], sign: String, width: Int, ellipsis: Character) {
    let separated = sign.isEmpty ? "" : " " + sign
    for end in [separated, sign] {
      for form in forms where displayWidth(of: form) + end.count <= width {
        text = form + end
        titleWidth = displayWidth(of: form)
        return
      }
    }
    let title = truncated(forms.last ?? "", to: width - sign.count, ellipsis: ellipsis)
    text = title + sign
    titleWidth = displayWidth(of: title)
  }
}

extension TableColumn {
  /// Returns the heading that fits in `width` columns.
  ///
  /// - Parameter sign: The sign of the sort order; empty for none.
  func heading(sign: String, width: Int, _ glyphs: Theme.Glyphs) -> TableHeading {
    var forms = [title]
    if !unit.isEmpty { forms.insert("\(title) \(unit)", at: 0) }
    if !shortTitle.isEmpty {
      if narrowCell(in: width) != nil { forms = [] }
      forms.append(shortTitle)
    }
    return TableHeading(forms, sign: sign, width: width, ellipsis: glyphs.ellipsis)
  }
}
