import ReactorTerminal

/// An order that a sort menu offers.
struct SortChoice {
  /// The name of the field in the program.
  var id: String
  /// What the field is called.
  var title: String
  /// What comes first: `newest first`; empty where there is nothing to say.
  var summary: String
  /// Whether the figures grow from row to row; nil where there is no telling.
  var figuresAscend: Bool?
}

extension PickerView {
  /// Makes a menu of orders. Each field states the order that choosing it gives; the one that the rows are sorted by
  /// states their order, and choosing it reverses that, as the hint says.
  convenience init(sortingBy choices: [SortChoice], current: String, isASCII: Bool) {
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    self.init(
      title: "Sort by",
      choices: choices.map { choice in
        let sign = choice.figuresAscend.map { "\($0 ? glyphs.up : glyphs.down) " } ?? ""
        return Choice(
          id: choice.id, title: choice.title, detail: sign + choice.summary,
          verb: choice.id == current ? "Reverse" : "Sort")
      }, selected: current)
  }
}
