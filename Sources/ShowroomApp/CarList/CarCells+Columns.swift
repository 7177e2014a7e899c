import Catalog
import ReactorTerminal
import ShowroomSettings

extension CarCells {
  /// The columns that the user can choose: all that a row has, except for the star, which is always there.
  static let choices = CarColumn.allCases.filter { $0.isInRow && $0 != .favorite }

  /// The width of the list from which transmission and displacement have columns, and classes their long names.
  private static let wide = 100
  /// The width from which carbon dioxide, cost and range have columns.
  private static let veryWide = 140
  /// The width from which fuel economy has a bar. In metric units the figure itself takes more room.
  private var barsStart: Int { formatting.units == .us ? 56 : Self.wide }

  /// Returns the columns, from left to right.
  ///
  /// - Parameters:
  ///   - chosen: The columns that the user has chosen; `nil` for those that the width of the list allows. In a narrow
  ///     list the class is left out first, then the fuel, then the fuel economy; favorite, make, model and year identify
  ///     the car.
  ///   - field: The field that the list is sorted by, which always has a column.
  func columns(_ chosen: [ListColumn]?, sortedBy field: Sort.Field) -> [TableColumn<CarRow>] {
    let star = TableColumn<CarRow>(id: "favorite", title: "", width: .fixed(1), priority: 200, cell: star)
    guard let chosen else { return [star] + automatic(sortedBy: field) }
    var columns = chosen
    if let sorted = CarColumn.ofSort(field), !columns.contains(where: { $0.column == sorted }) {
      columns.append(ListColumn(sorted))
    }
    return [star]
      + columns.enumerated().map { place, choice in
        var column = column(choice.column, priority: 100 - place)
        if let width = choice.width { column.width = .fixed(width) }
        return column
      }
  }

  /// Returns the column that the list is sorted by and its direction, for the sign in the heading.
  func tableSort(_ sort: Sort) -> TableSort? {
    guard let column = CarColumn.ofSort(sort.field) else { return nil }
    return formatting.figuresAscend(in: sort).map { TableSort(column.rawValue, ascending: $0) }
  }

  private func automatic(sortedBy field: Sort.Field) -> [TableColumn<CarRow>] {
    let narrow = 0...(Self.wide - 1)
    let wide = Self.wide...Int.max
    let sorted = CarColumn.ofSort(field)
    func widths(from start: Int, _ column: CarColumn) -> ClosedRange<Int> {
      column == sorted ? 0...Int.max : start...Int.max
    }
    func priority(_ priority: Int, _ column: CarColumn) -> Int { column == sorted ? 85 : priority }
    var columns = [
      column(.make, priority: 100), column(.model, priority: 100), column(.year, priority: 90),
      column(.vehicleClass, priority: priority(30, .vehicleClass), in: narrow, isShort: true),
      column(.vehicleClass, priority: priority(30, .vehicleClass), in: wide),
      column(.fuel, priority: priority(50, .fuel)),
      column(.transmission, priority: 20, in: wide, isShort: true),
      column(.displacement, priority: priority(15, .displacement), in: widths(from: Self.wide, .displacement)),
    ]
    columns += economyColumns(priority: priority(80, .combinedMPG))
    for other in [CarColumn.co2, .cost, .range] {
      columns.append(column(other, priority: priority(10, other), in: widths(from: Self.veryWide, other)))
    }
    return columns
  }

  /// Returns the column of the fuel economy without bars, for a narrow list, and the one with bars.
  private func economyColumns(priority: Int) -> [TableColumn<CarRow>] {
    [
      column(.combinedMPG, priority: priority, in: 0...(barsStart - 1), isShort: true),
      column(.combinedMPG, priority: priority, in: barsStart...Int.max),
    ]
  }

  private func column(
    _ column: CarColumn, priority: Int, in widths: ClosedRange<Int> = 0...Int.max, isShort: Bool = false
  ) -> TableColumn<CarRow> {
    let (width, textWidth) = width(of: column, isShort: isShort)
    return TableColumn(
      id: column.rawValue, title: formatting.heading(ofColumn: column), shortTitle: shortTitle(of: column),
      unit: unit(of: column), width: width, alignment: column.isNumeric ? .trailing : .leading, priority: priority,
      tableWidths: widths, isSortable: column.sortField != nil, textWidth: textWidth,
      repeatedValues: column == .make ? .dimmed : .shown,
      cell: { [self] row in
        switch column {
        case .combinedMPG: economy(row)
        case _ where column.isNumeric: figure(column, row)
        default: text(column, row, isShort: isShort)
        }
      })
  }

  /// The unit of a figure. A fuel economy in metric units has it in its cells.
  private func unit(of column: CarColumn) -> String { formatting.unit(ofColumn: column) ?? "" }

  private func shortTitle(of column: CarColumn) -> String {
    switch column {
    case .combinedMPG: formatting.units == .us ? "mpg" : ""
    case .transmission: "Trans"
    default: ""
    }
  }

  /// Returns the width of a column, and the part of it before the bars, if it has any.
  private func width(of column: CarColumn, isShort: Bool) -> (TableColumnWidth, textWidth: Int?) {
    let isUS = formatting.units == .us
    switch column {
    case .make: return (.flexible(min: isUS ? 10 : 8, ideal: 13, weight: 0), nil)
    case .model: return (.flexible(min: 12, ideal: 24, weight: 3), nil)
    case .vehicleClass: return (isShort ? .fixed(10) : .flexible(min: 12, ideal: 22, weight: 1), nil)
    case .fuel: return (.flexible(min: 8, ideal: 14, weight: 0), nil)
    case .transmission where isShort: return (.fixed(6), nil)
    case .fuelName, .drive, .transmission: return (.flexible(min: 8, ideal: 20, weight: 1), nil)
    case .combinedMPG where isShort: return (.fixed(isUS ? 6 : 15), nil)
    case .combinedMPG: return isUS ? (.fixed(14), 6) : (.fixed(24), 15)
    case .year, .cylinders: return (.fixed(6), nil)
    case .displacement: return (.fixed(8), nil)
    default: return (.fixed(10), nil)
    }
  }
}

extension CarColumn {
  /// Returns the column of a field that cars are sorted by; `nil` for the best match.
  static func ofSort(_ field: Sort.Field) -> CarColumn? { allCases.first { $0.sortField == field } }
}
