import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting

/// A column that the user has chosen for the list.
package struct ListColumn: Sendable, Hashable {
  package var column: CarField
  /// The width; `nil` for the column's own width.
  package var width: Int?

  package init(_ column: CarField, width: Int? = nil) {
    self.column = column
    self.width = width
  }
}

extension CarCells {
  /// The columns that the user can choose: all columns of a row except the star, which is always shown.
  static let choices = CarField.columns.filter { $0.isInRow && $0 != .favorite }

  /// Returns the columns, from left to right.
  ///
  /// - Parameters:
  ///   - chosen: The columns that the user has chosen; `nil` for those that fit the width of the list. In a narrow
  ///     list, the class is left out first, then the fuel, then the fuel economy; the model, make and year identify the
  ///     car.
  ///   - sort: The order of the list. The field that it is sorted by is always shown.
  func columns(_ chosen: [ListColumn]?, sortedBy sort: Sort) -> [TableColumn<ListRow>] {
    guard var chosen else { return automatic(sortedBy: sort) }
    if let sorted = sort.field, !chosen.contains(where: { $0.column == sorted }) {
      chosen.append(ListColumn(sorted))
    }
    return chosen.enumerated().map { place, choice in
      var column = column(choice.column, sort, priority: 100 - place)
      if let width = choice.width { column.width = .fixed(width) }
      return column
    }
  }

  /// Returns the column that the list is sorted by and its direction, for the sign in the heading.
  func tableSort(_ sort: Sort) -> TableSort? {
    guard let column = sort.field else { return nil }
    return formatting.numbersAscend(in: sort).map { TableSort(column.id, ascending: $0) }
  }

  /// Returns the columns that are shown by default. A wider list never shows less of the model: less informative
  /// columns leave it more space, and the last ones, which are left out if no car has a value, leave all other columns
  /// as wide as their contents.
  private func automatic(sortedBy sort: Sort) -> [TableColumn<ListRow>] {
    func column(_ column: CarField, _ priority: Int, _ requires: TableColumnRequirement) -> TableColumn<ListRow> {
      let wanted = column == sort.field ? Self.sortedPriority : isOwnCost(column) ? Self.ownCostPriority : 0
      let isRaised = wanted > priority
      return self.column(
        column, sort, priority: isRaised ? wanted : priority, requires: isRaised ? .leading(15) : requires,
        isShort: column == .transmission)
    }
    return [
      column(.make, 99, .leading(14)), column(.model, 100, .minimums), column(.year, 90, .leading(14)),
      column(.vehicleClass, 30, .leading(22)), column(.fuel, 50, .leading(22)),
      column(.transmission, 20, .ideals), column(.displacement, 15, .ideals),
      // A range takes an additional cell.
      column(.economy, 80, .leading(sample.isFolded ? 14 : 15)),
      column(.co2, 10, .ideals), column(.cost, 10, .ideals), column(.range, 10, .ideals),
    ].filter { $0.requires != .ideals || hasValues(ofColumn: $0.id) }
  }

  /// The priority of the column that the list is sorted by, unless the column's own priority is higher.
  private static let sortedPriority = 85

  /// The priority of costs that are based on the user's assumptions. It is higher than the usual one, because users who
  /// set assumptions are interested in the costs.
  private static let ownCostPriority = 75

  private func isOwnCost(_ column: CarField) -> Bool {
    column == .cost && !formatting.costs.areAnnualCostsOfSource
  }

  private func column(
    _ column: CarField, _ sort: Sort, priority: Int, requires: TableColumnRequirement = .minimums,
    isShort: Bool = false
  ) -> TableColumn<ListRow> {
    let shortTitle = shortTitle(of: column)
    var made = TableColumn<ListRow>(
      id: column.id, title: formatting.heading(of: column), shortTitle: shortTitle,
      unit: formatting.unit(afterHeadingOf: column) ?? "", alignment: column.isNumeric ? .trailing : .leading,
      priority: priority, requires: requires, isSortable: column.isSorted,
      repeatedValues: column == .make ? .dimmed : .shown, cell: { [self] in cell(column, $0, isShort: isShort) })

    let sign = signWidth(of: column, sort)
    let title = sign + displayWidth(of: isShort ? shortTitle : made.title)
    let unit = made.unit.isEmpty ? 0 : 1 + displayWidth(of: made.unit)
    let content = contentWidth(of: column, isShort: isShort)
    switch column {
    case .economy:
      let isMetric = formatting.units == .metric
      let least = isMetric ? contentWidth(of: column, isShort: true) : content
      made.textWidth = content
      made.width = .flexible(
        min: max(least, sign + displayWidth(of: shortTitle)), ideal: max(content + 1 + Self.barWidth, title + unit),
        weight: 0)
      if isMetric { made.narrowCell = { [self] in cell(column, $0, isShort: true) } }
    case _ where column.isNumeric:
      made.width = .flexible(min: max(content, title), ideal: max(content, title + unit), weight: 0)
    default:
      var minimum = Self.leastWidth(of: column)
      if column == .vehicleClass {
        minimum = contentWidth(of: column, isShort: true)
        made.narrowCell = { [self] in cell(column, $0, isShort: true) }
      }
      if column == .model, sample.isFolded { made.narrowCell = { [self] in cell(column, $0, isShort: true) } }
      let weight = column == .model && hasWiderContents(column) ? 1 : 0
      made.width = .flexible(min: max(min(minimum, content), title), ideal: max(content, title), weight: weight)
    }
    return made
  }

  /// The width of the bars for fuel economy.
  private static let barWidth = 7

  /// The width of the sort sign in the heading. The sign includes a rank if there are two sort orders.
  private func signWidth(of column: CarField, _ sort: Sort) -> Int {
    let fields = [sort.field] + (sort.secondary.map { [$0.field] } ?? [])
    return fields.contains(column) ? 1 + fields.count : 0
  }

  /// The minimum width of a text column.
  private static func leastWidth(of column: CarField) -> Int {
    switch column {
    case .make: 13
    case .model: 14
    default: 8
    }
  }

  private func shortTitle(of column: CarField) -> String {
    switch column {
    case .economy: formatting.units == .us ? "mpg" : CarFormatting.consumptionDistance
    case .transmission: "Trans"
    default: ""
    }
  }
}
