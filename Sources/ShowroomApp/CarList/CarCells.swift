import Catalogue
import ReactorTerminal

/// What the cells of the list say.
@MainActor
final class CarCells {
  /// How figures are written.
  var formatting: CarFormatting
  /// What to bring out.
  var highlighter = MatchHighlighter()

  /// Cells that write figures by `formatting`.
  init(formatting: CarFormatting) {
    self.formatting = formatting
  }

  private var glyphs: Theme.Glyphs { formatting.isASCII ? .ascii : .unicode }

  /// The columns, from left to right. Where there is too little room, class goes first, then fuel, then consumption:
  /// make, model, year and the star say which car it is. A field that the list is sorted by has a column always.
  func columns(sortedBy field: Sort.Field) -> [TableColumn<CarRow>] {
    var columns: [TableColumn<CarRow>] = [
      TableColumn(id: "favourite", title: "", width: .fixed(1), priority: 95, cell: star),
      TableColumn(
        id: id(.make), title: formatting.heading(of: .make), width: .flexible(min: 8, ideal: 14, weight: 1),
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

  /// The sign in the heading of the column that the list is sorted by.
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
    TableCell(row.isFavourite ? String(glyphs.starFilled) : "", role: .mark)
  }

  /// A car that its source no longer has is fainter.
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

  /// The units are filled up to one width, so that the digits stand below each other.
  private func consumption(_ row: CarRow) -> TableCell {
    if isBlank(row) { return "" }
    let unitWidth = formatting.units == .us ? 4 : 10
    let text = formatting.consumption(row.combinedMPG, fuel: row.fuel)
    let missing = row.combinedMPG == nil ? unitWidth + 1 : unitWidth - formatting.consumptionUnit(row.fuel).count
    return TableCell(text + String(repeating: " ", count: missing))
  }

  /// Whether the row is one that is not loaded yet.
  private func isBlank(_ row: CarRow) -> Bool { row.year == 0 && row.model.isEmpty }
}
