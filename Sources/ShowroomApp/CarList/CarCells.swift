import Catalog
import ReactorTerminal
import ShowroomSettings

/// The columns of the list and the contents of their cells.
@MainActor
final class CarCells {
  /// The format of figures.
  var formatting: CarFormatting
  /// The highlighter of matches of the current query.
  var highlighter = MatchHighlighter()

  /// Creates cells whose figures are formatted by `formatting`.
  init(formatting: CarFormatting) {
    self.formatting = formatting
  }

  private var glyphs: Theme.Glyphs { formatting.isASCII ? .ascii : .unicode }

  /// Returns the columns, from left to right.
  ///
  /// In a narrow list the class is left out first, then the fuel, then the fuel economy; favorite, make, model and year
  /// identify the car. The field that the list is sorted by always has a column.
  func columns(sortedBy field: Sort.Field) -> [TableColumn<CarRow>] {
    var columns: [TableColumn<CarRow>] = [
      TableColumn(id: "favorite", title: "", width: .fixed(1), priority: 95, cell: star),
      TableColumn(
        id: id(.make), title: formatting.heading(of: .make),
        width: .flexible(min: formatting.units == .us ? 10 : 8, ideal: 14, weight: 1),
        priority: 100, isSortable: true,
        cell: { [self] in text($0.make, .make, $0) }),
      TableColumn(
        id: id(.model), title: formatting.heading(of: .model), width: .flexible(min: 12, ideal: 24, weight: 3),
        priority: 100,
        isSortable: true, cell: { [self] in text($0.model, .model, $0) }),
      TableColumn(
        id: id(.year), title: formatting.heading(of: .year), width: .fixed(6), alignment: .trailing, priority: 90,
        isSortable: true,
        cell: year),
      TableColumn(
        id: id(.vehicleClass), title: formatting.heading(of: .vehicleClass),
        width: .flexible(min: 12, ideal: 24, weight: 1),
        priority: field == .vehicleClass ? 85 : 30, isSortable: true,
        cell: { [self] in text($0.vehicleClass ?? formatting.unknown, .vehicleClass, $0) }),
      TableColumn(
        id: id(.fuel), title: formatting.heading(of: .fuel), width: .flexible(min: 8, ideal: 14, weight: 0),
        priority: field == .fuel ? 85 : 50, isSortable: true, cell: { [self] in text($0.fuel.label, .fuel, $0) }),
      TableColumn(
        id: id(.consumption), title: formatting.heading(of: .consumption),
        width: .fixed(formatting.units == .us ? 9 : 15), alignment: .trailing,
        priority: field == .consumption ? 85 : 80, isSortable: true, cell: consumption),
    ]
    if let extra = extraColumn(field) { columns.append(extra) }
    return columns
  }

  /// Returns the column that the list is sorted by and its direction, for the sign in the heading.
  func tableSort(_ sort: Sort) -> TableSort? {
    formatting.figuresAscend(in: sort).map { TableSort(id(sort.field), ascending: $0) }
  }

  private func id(_ field: Sort.Field) -> String { field.rawValue }

  private func extraColumn(_ field: Sort.Field) -> TableColumn<CarRow>? {
    let cell: @MainActor (CarRow) -> String
    switch field {
    case .co2: cell = { [self] in formatting.co2($0.co2) }
    case .cost: cell = { [self] in formatting.cost($0.annualFuelCost) }
    case .range: cell = { [self] in formatting.distance($0.electricRange) }
    default: return nil
    }
    return TableColumn(
      id: id(field), title: formatting.heading(of: field), width: .fixed(8), alignment: .trailing, priority: 85,
      isSortable: true,
      cell: { [self] row in isBlank(row) ? "" : TableCell(cell(row)) })
  }

  private func star(_ row: CarRow) -> TableCell {
    TableCell(row.isFavorite ? String(glyphs.starFilled) : "", role: .mark)
  }

  /// Dims a car that has been withdrawn from its source.
  private func text(_ text: String, _ field: FieldFilter.Field, _ row: CarRow) -> TableCell {
    isBlank(row)
      ? ""
      : TableCell(
        text, role: row.isWithdrawn ? .secondary : nil, highlights: highlighter.highlights(in: text, field: field))
  }

  private func year(_ row: CarRow) -> TableCell {
    if isBlank(row) { return "" }
    let text = String(row.year)
    return TableCell(text, highlights: highlighter.highlights(in: text))
  }

  /// Pads the units to the same width, so that the digits line up.
  private func consumption(_ row: CarRow) -> TableCell {
    if isBlank(row) { return "" }
    let unitWidth = formatting.units == .us ? 4 : 10
    let text = formatting.consumption(row.combinedMPG, fuel: row.fuel)
    let missing = row.combinedMPG == nil ? unitWidth + 1 : unitWidth - formatting.consumptionUnit(row.fuel).count
    return TableCell(text + String(repeating: " ", count: missing))
  }

  /// Returns whether a row is not loaded yet.
  private func isBlank(_ row: CarRow) -> Bool { row.year == 0 && row.model.isEmpty }
}
