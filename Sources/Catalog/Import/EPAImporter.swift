/// An importer of the fuel economy table of the US Environmental Protection Agency (`vehicles.csv` of fueleconomy.gov).
/// It finds columns by name, because columns are added to the table over the years.
///
/// Unknown values become `nil`: an empty cell, `NA`, −1, and 0 where that is impossible. A tailpipe CO₂ of 0 is kept
/// for electric and fuel-cell cars, for which it is correct.
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
      try fill(&record, from: EPARow(row: row, columns: columns, source: source))
      try take(&record, { "line \(row.line)" }, archive.bytesRead)
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
    let usesElectricity = isElectric || record.fuel == .pluginHybrid
    record.cylinders = try row.whole(.cylinders)
    record.displacement = try row.positive(.displacement)
    record.cityMPG = try row.positive(.cityUnrounded) ?? row.positive(.city)
    record.highwayMPG = try row.positive(.highwayUnrounded) ?? row.positive(.highway)
    record.combinedMPG = try row.positive(.combinedUnrounded) ?? row.positive(.combined)
    record.electricConsumption = usesElectricity ? try row.positive(.electricConsumption) : nil
    record.annualFuelCost = try row.whole(.annualFuelCost)
    record.co2 = try row.positive(.co2) ?? row.positive(.tailpipeCO2)
    if record.co2 == nil, isElectric || record.fuel == .hydrogen { record.co2 = try row.zero(.tailpipeCO2) }
    record.electricRange =
      isElectric ? try row.positive(.range) : record.fuel == .pluginHybrid ? row.firstNumber(.secondRange) : nil
  }
}
