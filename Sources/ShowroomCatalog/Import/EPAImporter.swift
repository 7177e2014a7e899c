/// An importer of the fuel economy table of the US Environmental Protection Agency (`vehicles.csv` from
/// fueleconomy.gov). It finds columns by name, because the table gains columns over the years.
///
/// Unknown values become `nil`: an empty cell, `NA`, −1, and 0 where it is impossible. A tailpipe CO₂ value of 0 is
/// kept for electric and fuel-cell cars, for which it is correct. Values that depend on a column that the table lacks
/// are absent (``CarRecord/absent``).
///
/// Fuel economy is taken from the label. The table also contains unrounded values, but some of them contradict the
/// label, and there is no way to tell which are correct.
struct EPAImporter {
  let source: String
  var budget = SourceBudget.standard

  private typealias Name = EPAColumns.Name

  func read(
    _ archive: ArchiveReader, take: (inout CarRecord, _ place: () -> String, _ read: Int64) throws -> Void
  ) throws {
    var reader = CSVReader(source: source, budget: budget)
    var columns: EPAColumns?
    var width = 0
    var record = CarRecord()
    var averageCost: Double?
    func row(_ row: CSVReader.Row) throws {
      guard let columns else {
        let names = (0..<row.cellCount).map { String(decoding: row[$0], as: UTF8.self) }
        columns = try EPAColumns(names: names, source: source)
        width = names.count
        return
      }
      guard row.cellCount == width else {
        throw CatalogError.source(
          .raggedRow(line: row.line, cells: row.cellCount, expected: width), source: source)
      }
      let row = EPARow(row: row, columns: columns, source: source)
      try fill(&record, from: row)
      record.annualFuelCost = try annualFuelCost(of: record.fuel, in: row, &averageCost)
      try take(&record, { "line \(row.row.line)" }, archive.bytesRead)
    }
    while let block = try archive.nextBlock() {
      try reader.take(block, row: row)
    }
    try reader.finish(row: row)
    guard columns != nil else { throw CatalogError.source(.empty, source: source) }
  }

  /// The numbers that have their own column, by fuel.
  private static let numbers = Dictionary(
    uniqueKeysWithValues: Fuel.allCases.map { fuel in
      (fuel, CarNumber.allCases.filter { !$0.definition.epaColumns.isEmpty && $0.isKnown(of: fuel) })
    })

  private func fill(_ record: inout CarRecord, from row: EPARow) throws {
    guard let id = try row.integer(Name.id), id > 0 else { throw row.bad(Name.id) }
    guard let year = try row.integer(Name.year), (1800...2200).contains(year) else { throw row.bad(Name.year) }
    record.id = Int64(id)
    record.year = year
    record.fuel = row.fuel
    record.absent = row.columns.absent[record.fuel, default: []]
    record.removeAll()
    for column in [Name.make, .model] { record.append(row.cell(column)) }
    if record.isEmpty(.make) { throw row.bad(Name.make) }
    if record.isEmpty(.model) { throw row.bad(Name.model) }
    let hasBaseModel = row.cell(Name.baseModel).contains { $0 > 0x20 && $0 != 0x7f }
    record.append(row.cell(hasBaseModel ? Name.baseModel : .model))
    for text in CarText.allCases { record.append(row.textCell(text)) }
    record.appendKeys()

    for number in Self.numbers[record.fuel, default: []] {
      record[number] = try row.value(of: number)
    }
    let labelCO2 = try row.positive(Name.co2)
    record[.co2] = try labelCO2 ?? row.positive(Name.tailpipeCO2)
    if record.co2 == nil, [.electric, .hydrogen].contains(record.fuel) {
      record[.co2] = try row.zero(Name.tailpipeCO2)
    }
    if labelCO2 == nil, row.columns.lacks(Name.tailpipeCO2) || record.absent.contains(.fuel) {
      record.absent.insert(.number(.co2))
    }
    record[.electricRange] =
      switch record.fuel {
      case .electric: try row.positive(Name.range)
      case .pluginHybrid: row.firstNumber(Name.secondRange)
      default: nil
      }
  }

  /// Returns the annual fuel cost of a car.
  ///
  /// For a plug-in hybrid, the cost column applies to gasoline alone. The cost for both fuels is derived from the
  /// savings over five years, which are relative to the cost of the average new car. The table does not contain that
  /// cost, but it can be derived from every other row.
  ///
  /// - Parameter average: The cost of the average new car; `nil` until it has been derived from a row.
  private func annualFuelCost(of fuel: Fuel, in row: EPARow, _ average: inout Double?) throws -> Int? {
    let cost = try row.whole(Name.annualFuelCost)
    let yearlySaving = try row.signed(Name.saving).map { $0 / 5 }
    guard fuel == .pluginHybrid else {
      if average == nil, let cost, let yearlySaving { average = Double(cost) + yearlySaving }
      return cost
    }
    guard let average, let yearlySaving, average > yearlySaving else { return nil }
    return Int((average - yearlySaving).rounded())
  }
}
