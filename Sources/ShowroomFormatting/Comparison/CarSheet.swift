import ShowroomCatalog

/// A format of a ``CarSheet``. The raw value is the name on the command line.
package enum CarSheetFormat: String, Sendable, Hashable, CaseIterable {
  /// Text with a table (GitHub Flavored Markdown).
  case markdown
  /// A page without scripts or external resources.
  case html
  /// A picture.
  case svg

  /// The file extension, without the dot.
  package var fileExtension: String { self == .markdown ? "md" : rawValue }
}

/// One or more cars on a sheet to send to someone, with the same contents as the screen: the facts in its units, bars
/// for numbers for which more or less is better, costs with their assumptions, the user's notes, and the source.
///
/// The text depends only on the cars and the formatting, so that the same sheet always results in the same file. It
/// contains neither the time nor any paths of this computer.
///
/// ```swift
/// let sheet = try CarSheet([41_004, 40_837], in: store, formatting, source: "US Environmental Protection Agency")
/// let code = FileWriting.replace("cars.html", with: Array(sheet.text(as: .html).utf8))
/// ```
package struct CarSheet: Sendable {
  /// The names of the cars.
  let names: [String]
  /// The facts, each with one cell per car.
  let rows: [Comparison.Row]
  /// The notes, with the names of their cars.
  let notes: [(name: String, lines: [String])]
  /// The source of the facts, as text; `nil` if it is unknown.
  let source: String?
  /// Whether only ASCII characters are used, apart from those in the cars' data.
  let isASCII: Bool

  /// Creates a sheet of cars with the user's data on each.
  package init(_ cars: [(car: Car, user: UserData)], _ formatting: CarFormatting, source: String? = nil) {
    let priced = cars.map { $0.car.priced(by: $0.user) }
    names = priced.map { OutsideText.line($0.name) }
    var rows = Comparison(priced, formatting, includesID: true).rows
    if priced.contains(where: \.isWithdrawn) {
      let cells = priced.map { Comparison.Cell(text: $0.isWithdrawn ? "no longer in the source" : "", isBest: false) }
      rows.append(Comparison.Row(label: "Withdrawn", cells: cells, differs: false))
    }
    // A single car has nothing to be compared with, so all its bars would be full.
    self.rows = rows.map { row in
      var row = row
      for place in row.cells.indices {
        row.cells[place].text = OutsideText.line(row.cells[place].text)
        if priced.count < 2 { row.cells[place].share = nil }
      }
      return row
    }
    notes = zip(names, cars).compactMap { name, car in car.user.note.map { (name, OutsideText.lines(of: $0)) } }
    self.source = source.map(OutsideText.line)
    isASCII = formatting.isASCII
  }

  /// Creates a sheet of cars from a catalog. Cars that the catalog does not contain are left out.
  ///
  /// - Throws: `CatalogError`.
  package init(
    _ ids: [Car.ID], in store: CatalogStore, _ formatting: CarFormatting, source: String? = nil
  ) throws(CatalogError) {
    var cars: [(Car, UserData)] = []
    for id in ids {
      if let car = try store.car(id: id) { cars.append((car, try store.userData(id: id))) }
    }
    self.init(cars, try formatting.with(costsOf: store), source: source)
  }

  /// The number of cars.
  package var count: Int { names.count }

  /// Whether the sheet contains notes, which are private.
  package var containsNotes: Bool { !notes.isEmpty }

  /// The title: the name of the only car, or the number of cars.
  var title: String { count == 1 ? names[0] : "\(count) cars compared" }

  /// Returns the sheet in a format.
  package func text(as format: CarSheetFormat) -> String {
    switch format {
    case .markdown: MarkdownSheet(self).text
    case .html: HTMLSheet(self).text
    case .svg: SVGSheet(self).text
    }
  }
}
