import Catalog
import ReactorTerminal
import ShowroomSettings

/// The columns of `showroom list`, and the order in which they are dropped if the terminal is narrow.
///
/// As on the screen, the column of the sort field is always present and marked with the direction.
struct ListTable {
  let formatting: CarFormatting
  let sort: Sort

  private var extra: Sort.Field? { sort.field == .range ? .range : nil }

  var columns: [TextTable.Column] {
    var columns: [TextTable.Column] = [
      .init(title: "ID", isRight: true, rank: 2),
      .init(title: formatting.isASCII ? "*" : "★", rank: 3),
      .init(title: heading(.make), minimum: 8),
      .init(title: heading(.model), minimum: 12),
      .init(title: heading(.year), isRight: true),
      .init(title: heading(.vehicleClass), rank: rank(.vehicleClass, 5), minimum: 10),
      .init(title: heading(.fuel), rank: rank(.fuel, 4), minimum: 8),
      .init(title: heading(.consumption), isRight: true, rank: rank(.consumption, 1)),
      .init(title: heading(.co2), isRight: true, rank: rank(.co2, 7)),
      .init(title: heading(.cost), isRight: true, rank: rank(.cost, 6)),
    ]
    if let extra { columns.append(.init(title: heading(extra), isRight: true)) }
    return columns
  }

  func cells(_ row: CarRow) -> [String] {
    let cells = [
      "\(row.id)", row.isFavorite ? (formatting.isASCII ? "*" : "★") : "", row.make,
      row.isWithdrawn ? row.model + " (withdrawn)" : row.model, "\(row.year)",
      row.vehicleClass ?? formatting.unknown, row.fuel == .unknown ? formatting.unknown : row.fuel.label,
      formatting.consumption(row.combinedMPG, fuel: row.fuel), formatting.co2(row.co2),
      formatting.cost(row.annualFuelCost),
    ]
    return extra == nil ? cells : cells + [formatting.distance(row.electricRange)]
  }

  /// Returns the heading of a column, marked if it is the sort field.
  private func heading(_ field: Sort.Field) -> String {
    let heading = formatting.heading(of: field)
    guard field == sort.field, let ascends = formatting.figuresAscend(in: sort) else { return heading }
    let glyphs: Theme.Glyphs = formatting.isASCII ? .ascii : .unicode
    return "\(heading) \(ascends ? glyphs.up : glyphs.down)"
  }

  /// Returns the rank of a column; that of the sort field is never dropped.
  private func rank(_ field: Sort.Field, _ rank: Int) -> Int { field == sort.field ? 0 : rank }
}
