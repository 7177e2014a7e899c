import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The contents of the cells of the list.
@MainActor
final class CarCells {
  /// The format of numbers.
  var formatting: CarFormatting {
    didSet { contentWidths = [:] }
  }
  /// The cars used to measure the widths of columns.
  var sample = WidthSample(rows: [], extent: .beginning) {
    didSet { contentWidths = [:] }
  }
  /// The widths that have been measured.
  var contentWidths: [WidthSample.Form: (usual: Int, longest: Int)] = [:]
  private var highlighter = MatchHighlighter()
  /// The columns in which every car matches, so that highlights would be meaningless.
  private var uniformColumns: Set<CarField> = []
  /// The scale of the bars for fuel economy.
  var barScale = BarScale([])

  /// The short forms found so far. A catalog has few classes and transmissions, but every row on screen needs their
  /// short forms.
  private var shortForms: [WidthSample.Form: [String: String]] = [:]

  /// The rows with changes, and whether these have been seen.
  var changes = RowChanges()

  /// Creates cells whose numbers are formatted with `formatting`.
  init(formatting: CarFormatting) {
    self.formatting = formatting
  }

  private var glyphs: Theme.Glyphs { formatting.isASCII ? .ascii : .unicode }

  /// The number of evenly distributed cars that are checked for each column.
  private static let sampleSize = 256

  /// Highlights the matches of a listing's query, except in columns in which every car matches.
  func highlightMatches(in listing: CarListing) {
    highlighter = MatchHighlighter(listing.highlighted)
    uniformColumns = []
    guard !highlighter.isEmpty, listing.isComplete, listing.count > 1 else { return }
    var columns = CarField.columns.filter { $0.isInRow && $0.isFiltered }
    for position in stride(from: 0, to: listing.count, by: max(1, listing.count / Self.sampleSize)) {
      if columns.isEmpty { return }
      let row = listing.row(at: position)
      columns.removeAll { highlighter.highlights(in: formatting.text(of: $0, in: row), field: $0).isEmpty }
    }
    uniformColumns = Set(columns)
  }

  private func highlights(in text: String, of column: CarField) -> [Range<Int>] {
    uniformColumns.contains(column) ? [] : highlighter.highlights(in: text, field: column)
  }

  /// Returns the sign of a row: the star, if the car or any variant of the model is a favorite; otherwise the change
  /// sign, if the latest refresh added or changed the car and the row has not been seen. In such a row, the star has
  /// the color of the change sign.
  func sign(_ row: ListRow) -> Span? {
    let change = changes.unseen(row).map { $0 == .new ? Span("+", .success) : Span("~", .accent) }
    let isFavorite = row.model.map { $0.firstFavorite != nil } ?? row.car.isFavorite
    return isFavorite ? Span(String(glyphs.starFilled), change?.role ?? .mark) : change
  }

  /// Returns the content of a cell for a car or a model, or its short form.
  func cell(_ column: CarField, _ row: ListRow, isShort: Bool = false) -> TableCell {
    if let model = row.model {
      return column.isNumeric
        ? number(column, of: model, row.car, isShort: isShort) : text(column, of: model, row.car, isShort: isShort)
    }
    var cell = cell(column, row.car, isShort: isShort)
    if row.isVariant, column == .model { cell.prefix = [Span("  ")] }
    return cell
  }

  /// Returns the content of a cell, or its short form.
  func cell(_ column: CarField, _ row: CarRow, isShort: Bool = false) -> TableCell {
    if isBlank(row) { return "" }
    if column == .economy { return economy(row, isShort: isShort) }
    return column.isNumeric ? number(column, row) : text(column, row, isShort: isShort)
  }

  /// Returns text about a car in the source's words, or its short form. If the car has been withdrawn, the text is
  /// dimmed.
  private func text(_ column: CarField, _ row: CarRow, isShort: Bool) -> TableCell {
    let text = text(column, of: row, isShort: isShort)
    var cell = TableCell(
      text, role: row.isWithdrawn ? .secondary : nil,
      highlights: highlights(in: text, of: column))
    if column == .model { cell.suffix = signs(row) }
    return cell
  }

  /// Returns text about a model: that of its first variant, with the number of others. The model column shows the
  /// number of variants.
  private func text(_ column: CarField, of model: ModelVariants, _ first: CarRow, isShort: Bool) -> TableCell {
    guard column == .model else {
      var cell = text(column, first, isShort: isShort)
      let others = model.numberOfValues(of: column) - 1
      if others == 0 { return cell }
      if column.isFlag { return TableCell("some") }
      cell.suffix = [Span("+\(others)", .secondary)]
      return cell
    }
    let name = model.name
    var cell = TableCell(name, highlights: highlights(in: name, of: column))
    let signs = signs(hasNote: model.haveNote, hasFiles: model.haveFiles)
    cell.suffix =
      [Span(isShort ? "(\(grouped(model.count)))" : counted(model.count, "variant"), .secondary)]
      + (signs.isEmpty ? [] : [Span(" ")] + signs)
    return cell
  }

  private func signs(hasNote: Bool, hasFiles: Bool) -> [Span] {
    (hasNote ? [Span(formatting.isASCII ? "n" : "✎", .mark)] : [])
      + (hasFiles ? [Span(formatting.isASCII ? "f" : "▤", .mark)] : [])
  }

  /// Returns the signs for a note and for attachments. If a word of the search occurs in the note, the note is quoted.
  private func signs(_ row: CarRow) -> [Span] {
    signs(hasNote: row.hasNote, hasFiles: false) + (row.hasNote ? quotation(row) : [])
      + signs(hasNote: false, hasFiles: row.hasFiles)
  }

  /// Returns the part of a note around the first word of the search that occurs in it.
  private func quotation(_ row: CarRow) -> [Span] {
    guard !highlighter.isEmpty, let note = row.note else { return [] }
    let text = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let found = highlighter.highlights(in: text, field: .note).first else { return [] }
    let start = text.utf8.index(text.utf8.startIndex, offsetBy: found.lowerBound)
    let end = text.utf8.index(text.utf8.startIndex, offsetBy: found.upperBound)
    let word = text[start..<end].prefix(Self.quotedLength)
    let rest = text[end...].prefix(max(0, Self.quotedLength - word.count))
    return [Span(" "), Span(String(word), .match), Span(String(rest), .secondary)]
  }

  /// The maximum number of characters of a note quoted in a row.
  private static let quotedLength = 20

  /// Returns a number without its unit, which is in the heading.
  private func number(_ column: CarField, _ row: CarRow) -> TableCell {
    let text = formatting.number(of: column, in: row)
    return TableCell(text, highlights: column == .year ? highlights(in: text, of: column) : [])
  }

  /// Returns the fuel economy with a bar. In metric units, the value includes its unit, because the unit depends on the
  /// fuel.
  private func economy(_ row: CarRow, isShort: Bool) -> TableCell {
    var text = formatting.number(of: .economy, in: row)
    if formatting.units == .metric {
      let unit = row.combinedMPG == nil ? nil : formatting.consumptionUnit(row.fuel)
      text = metric(text, unit: row[.electricMPG] == nil ? unit ?? "" : nil, isShort: isShort)
    }
    return TableCell(text, fraction: row.comparedMPG.map(barScale.fraction))
  }

  /// Returns fuel economy in metric units, or its short form. Units are padded to the width of the longest one, so that
  /// the digits are aligned.
  ///
  /// - Parameter unit: The unit at the end of the text; empty for none, and `nil` for no padding.
  private func metric(_ text: String, unit: String?, isShort: Bool) -> String {
    func form(_ text: String) -> String { isShort ? CarFormatting.shortConsumption(text) : text }
    guard let unit else { return form(text) }
    let padding = form("kWh/100 km").count - form(unit).count + (unit.isEmpty ? 1 : 0)
    return form(text) + String(repeating: " ", count: padding)
  }

  /// Returns the numbers of a model: a single number if all variants have the same one, otherwise the smallest and the
  /// largest. The bar shows the first variant, which determines the model's position.
  private func number(
    _ column: CarField, of model: ModelVariants, _ first: CarRow, isShort: Bool
  ) -> TableCell {
    guard let text = formatting.number(of: column, in: model) else { return cell(column, first, isShort: isShort) }
    guard column == .economy else { return TableCell(text) }
    let unit = formatting.consumptionUnit(model.fuels, isBlended: model.areBlended)
    return TableCell(
      formatting.units == .metric ? metric(text, unit: unit, isShort: isShort) : text,
      fraction: first.comparedMPG.map(barScale.fraction))
  }

  private func text(_ column: CarField, of row: CarRow, isShort: Bool) -> String {
    switch (column, isShort) {
    case (.vehicleClass, true): short(row.vehicleClass, column, isShort, CarFormatting.shortClass)
    case (.vehicleClass, false): short(row.vehicleClass, column, isShort, CarFormatting.compact)
    case (.transmission, true): short(row.transmission, column, isShort, CarFormatting.shortTransmission)
    default: formatting.text(of: column, in: row)
    }
  }

  private func short(
    _ text: String?, _ column: CarField, _ isShort: Bool, _ shorten: (String) -> String
  ) -> String {
    guard let text else { return formatting.unknown }
    let form = WidthSample.Form(column: column, isShort: isShort)
    if let known = shortForms[form]?[text] { return known }
    let short = shorten(text)
    shortForms[form, default: [:]][text] = short
    return short
  }

  /// Returns whether a row is not loaded yet.
  private func isBlank(_ row: CarRow) -> Bool { row.year == 0 && row.model.isEmpty }
}
