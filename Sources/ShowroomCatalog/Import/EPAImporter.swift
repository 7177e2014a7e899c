/// An importer of the fuel economy table of the US Environmental Protection Agency (`vehicles.csv` of fueleconomy.gov).
/// It finds columns by name, because columns are added to the table over the years.
///
/// Unknown values become `nil`: an empty cell, `NA`, −1, and 0 where that is impossible. A tailpipe CO₂ of 0 is kept
/// for electric and fuel-cell cars, for which it is correct.
///
/// Fuel economy is that of the label. The table also has unrounded values, but some of them contradict the label, and no
/// one can tell which is right.
struct EPAImporter {
  let source: String
  var budget = SourceBudget.standard

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

  private func fill(_ record: inout CarRecord, from row: EPARow) throws {
    guard let id = try row.integer(.id), id > 0 else { throw row.bad(.id) }
    guard let year = try row.integer(.year), (1800...2200).contains(year) else { throw row.bad(.year) }
    record.id = Int64(id)
    record.year = year
    record.fuel = row.fuel
    record.beginTexts()
    for column in [EPAColumns.Name.make, .model] { record.append(row.cell(column)) }
    if record.isEmpty(.make) { throw row.bad(.make) }
    if record.isEmpty(.model) { throw row.bad(.model) }
    let hasBaseModel = row.cell(.baseModel).contains { $0 > 0x20 && $0 != 0x7f }
    record.append(row.cell(hasBaseModel ? .baseModel : .model))
    record.append(row.cell(.vehicleClass))
    record.append(row.fuelNameCell)
    record.append(row.cell(.drive))
    record.append(row.cell(.transmission))
    record.appendKeys()

    let isElectric = record.fuel == .electric
    let isPlugInHybrid = record.fuel == .pluginHybrid
    let usesElectricity = isElectric || isPlugInHybrid
    record.cylinders = try row.whole(.cylinders)
    record.displacement = try row.positive(.displacement)
    record.cityMPG = try row.positive(.city)
    record.highwayMPG = try row.positive(.highway)
    record.combinedMPG = try row.positive(.combined)
    record.plugIn = isPlugInHybrid ? try row.plugInEconomy() : PlugInEconomy()
    record.chargeHours = usesElectricity ? try row.positive(.chargeHours) : nil
    record.electricConsumption = usesElectricity ? try row.positive(.electricConsumption) : nil
    record.co2 = try row.positive(.co2) ?? row.positive(.tailpipeCO2)
    if record.co2 == nil, isElectric || record.fuel == .hydrogen { record.co2 = try row.zero(.tailpipeCO2) }
    record.electricRange =
      isElectric ? try row.positive(.range) : isPlugInHybrid ? row.firstNumber(.secondRange) : nil
  }

  /// Returns the annual fuel cost of a car.
  ///
  /// The cost column of a plug-in hybrid is for gasoline alone. That for both fuels follows from the saving over five
  /// years, which is counted from the cost of the average new car. The table does not contain that cost, but every other
  /// row tells it.
  ///
  /// - Parameter average: the cost of the average new car; `nil` until a row has told it.
  private func annualFuelCost(of fuel: Fuel, in row: EPARow, _ average: inout Double?) throws -> Int? {
    let cost = try row.whole(.annualFuelCost)
    let yearlySaving = try row.signed(.saving).map { $0 / 5 }
    guard fuel == .pluginHybrid else {
      if average == nil, let cost, let yearlySaving { average = Double(cost) + yearlySaving }
      return cost
    }
    guard let average, let yearlySaving, average > yearlySaving else { return nil }
    return Int((average - yearlySaving).rounded())
  }
}
