import Catalogue

/// The table of `showroom list`: its columns in their order, and which of them leave first when the terminal is narrow.
enum ListTable {
  static func columns(_ formatting: CarFormatting) -> [TextTable.Column] {
    [
      .init(title: "ID", isRight: true, rank: 2),
      .init(title: formatting.isASCII ? "*" : "★", rank: 3),
      .init(title: "Make", minimum: 8),
      .init(title: "Model", minimum: 12),
      .init(title: "Year", isRight: true),
      .init(title: "Class", rank: 5, minimum: 10),
      .init(title: "Fuel", rank: 4, minimum: 8),
      .init(title: "Consumption", isRight: true, rank: 1),
      .init(title: formatting.co2Name, isRight: true, rank: 7),
      .init(title: "Cost/year", isRight: true, rank: 6),
    ]
  }

  static func cells(_ row: CarRow, _ formatting: CarFormatting) -> [String] {
    [
      "\(row.id)", row.isFavourite ? (formatting.isASCII ? "*" : "★") : "", row.make,
      row.isWithdrawn ? row.model + " (withdrawn)" : row.model, "\(row.year)",
      row.vehicleClass ?? formatting.unknown, row.fuel == .unknown ? formatting.unknown : row.fuel.label,
      formatting.consumption(row.combinedMPG, fuel: row.fuel), formatting.co2(row.co2),
      formatting.cost(row.annualFuelCost),
    ]
  }
}
