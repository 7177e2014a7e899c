import Catalogue
import ReactorTerminal

/// The table of `showroom list`: its columns in their order, and which of them leave first when the terminal is narrow.
/// As on the screen, what the list is sorted by has a column always, with a sign that says which way.
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
      "\(row.id)", row.isFavourite ? (formatting.isASCII ? "*" : "★") : "", row.make,
      row.isWithdrawn ? row.model + " (withdrawn)" : row.model, "\(row.year)",
      row.vehicleClass ?? formatting.unknown, row.fuel == .unknown ? formatting.unknown : row.fuel.label,
      formatting.consumption(row.combinedMPG, fuel: row.fuel), formatting.co2(row.co2),
      formatting.cost(row.annualFuelCost),
    ]
    return extra == nil ? cells : cells + [formatting.distance(row.electricRange)]
  }

  /// The heading of a column, with a sign where the list is sorted by it.
  private func heading(_ field: Sort.Field) -> String {
    let heading = formatting.heading(of: field)
    guard field == sort.field, let ascends = formatting.figuresAscend(in: sort) else { return heading }
    let glyphs: Theme.Glyphs = formatting.isASCII ? .ascii : .unicode
    return "\(heading) \(ascends ? glyphs.up : glyphs.down)"
  }

  /// The rank of a column: what the list is sorted by never leaves.
  private func rank(_ field: Sort.Field, _ rank: Int) -> Int { field == sort.field ? 0 : rank }
}
