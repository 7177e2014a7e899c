import ReactorTerminalCore
import ShowroomCatalog
import ShowroomFormatting

/// The columns of `showroom list`, and the order in which they are dropped if the terminal is narrow.
///
/// As on the screen, the column of the sort field is always present and shows the direction. Columns chosen by the user
/// are never dropped.
struct ListTable {
  private let formatting: CarFormatting
  private let sort: Sort
  private let columns: [CarField]
  private let isChosen: Bool
  /// Whether there is one row per model.
  let listsModels: Bool

  /// - Parameters:
  ///   - columns: The chosen columns; `nil` for the default ones.
  ///   - listsModels: Whether there is one row per model.
  init(formatting: CarFormatting, sort: Sort, columns: [CarField]? = nil, listsModels: Bool = false) {
    self.formatting = formatting
    self.sort = sort
    self.listsModels = listsModels
    isChosen = columns != nil
    var usual: [CarField] = [.favorite, .make, .model, .year, .vehicleClass, .fuel, .economy, .co2, .cost]
    // The variants of a model have different IDs.
    if !listsModels { usual.insert(.id, at: 0) }
    if sort.field == .range { usual.append(.range) }
    self.columns = columns ?? usual
  }

  /// The fields that the index must contain.
  var indexedFields: [CarField] { listsModels ? columns + [.baseModel] : isChosen ? columns : [] }

  var headings: [TextTable.Column] {
    columns.map { column in
      TextTable.Column(
        title: heading(column), isRight: column.isNumeric, rank: isChosen ? 0 : rank(column), minimum: minimum(column))
    }
  }

  /// Returns the cells of a row. If the row does not contain all columns, reads the car.
  func cells(_ row: CarRow, _ store: CatalogStore) throws -> [String] {
    let isComplete = columns.allSatisfy { $0.isInRow && ($0 != .note || !row.hasNote) }
    let car = isComplete ? nil : try store.car(id: row.id)
    let user = try car.map { try store.userData(id: $0.id) } ?? UserData()
    return columns.map { column in
      let isChange = CarField.changes.contains(column)
      let text =
        car.flatMap { isChange ? nil : formatting.text(of: column, in: $0, user) }
        ?? formatting.text(of: column, in: row)
      return column == .model && row.isWithdrawn && !isChosen ? text + " (withdrawn)" : text
    }
  }

  /// Returns the cells of a model.
  ///
  /// - Parameter first: The first variant.
  func cells(_ model: ModelVariants, first: CarRow, _ store: CatalogStore) throws -> [String] {
    // A single variant is shown as that car.
    if model.count == 1 { return try cells(first, store) }
    let cars = try columns.allSatisfy(isIndexed) ? [] : model.ids.compactMap { try store.car(id: $0) }
    return columns.map { column in
      if isIndexed(column) { return formatting.text(of: column, in: model, first: first) }
      let texts = cars.map { formatting.text(of: column, in: $0, UserData()) }
      let others = Set(texts).count - 1
      return (texts.first ?? formatting.unknown) + (others > 0 ? " +\(others)" : "")
    }
  }

  /// Whether the index, and not only the database, contains a field of all variants.
  private func isIndexed(_ column: CarField) -> Bool { column.isInRow && column != .id }

  /// Returns the heading of a column, marked if it is the sort field.
  private func heading(_ column: CarField) -> String {
    let heading = formatting.heading(of: column)
    guard column == sort.field, let ascends = formatting.numbersAscend(in: sort) else { return heading }
    let glyphs: Theme.Glyphs = formatting.isASCII ? .ascii : .unicode
    return "\(heading) \(ascends ? glyphs.up : glyphs.down)"
  }

  /// Returns the rank of a column. The column of the sort field is never dropped.
  private func rank(_ column: CarField) -> Int {
    if column == sort.field { return 0 }
    return switch column {
    case .economy: 1
    case .id: 2
    case .favorite: 3
    case .fuel: 4
    case .vehicleClass: 5
    case .cost: 6
    case .co2: 7
    default: 0
    }
  }

  private func minimum(_ column: CarField) -> Int? {
    switch column {
    case .make, .fuel: 8
    case .model: 12
    case .vehicleClass: 10
    case .baseModel, .fuelName, .drive, .transmission, .engineDescription, .transmissionDescription, .electricMotor,
      .note:
      8
    default: nil
    }
  }
}
