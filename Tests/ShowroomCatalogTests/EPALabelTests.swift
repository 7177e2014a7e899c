import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// The importer against a second, independent reader of the same file, in every row and for every number.
@Suite(.timeLimit(.minutes(10)), .enabled(if: RealData.epa != nil && RealData.epa2022 != nil, "skipped: no EPA data"))
struct EPALabelTests {
  @Test(arguments: [("epa-vehicles.csv.zip", 49_582, 432, 1600.0), ("epa-vehicles-2022-11.csv.zip", 45_777, 278, 2100)])
  func `the numbers of every car are those of its label`(
    name: String, rows: Int, plugIns: Int, averageCost: Double
  ) throws {
    let file = try #require([RealData.epa, RealData.epa2022].compactMap(\.self).first { $0.lastPathComponent == name })
    let table = PlainTable(csv: try ArchiveReader.contents(of: file))
    var row = 0
    var plugInCount = 0
    var wrong: [String] = []

    try CatalogImporter(path: file.path, source: name, isCanceled: { false }).run { record, _, _ in
      func check(_ name: String, _ value: Double?, _ expected: Double?) {
        if value != expected { wrong.append("\(record.id) \(name): \(value ?? -1), not \(expected ?? -1)") }
      }
      func cell(_ column: String) -> Double? { table.number(row, column).flatMap { $0 > 0 ? $0 : nil } }
      check("id", Double(record.id), cell("id"))
      check("city", record.cityMPG, cell("city08"))
      check("highway", record.highwayMPG, cell("highway08"))
      check("combined", record.combinedMPG, cell("comb08"))
      check("displacement", record.displacement, cell("displ"))
      check("cylinders", record.cylinders.map(Double.init), cell("cylinders"))
      let isPlugIn = table.text(row, "atvType") == "Plug-in Hybrid"
      let cost = cell("fuelCost08")
      if isPlugIn {
        plugInCount += 1
        let saving = table.number(row, "youSaveSpend") ?? .nan
        check("cost", record.annualFuelCost.map(Double.init), averageCost - saving / 5)
      } else {
        check("cost", record.annualFuelCost.map(Double.init), cost)
        if let cost { check("average", cost + (table.number(row, "youSaveSpend") ?? .nan) / 5, averageCost) }
      }
      func plugIn(_ column: String) -> Double? { isPlugIn ? cell(column) : nil }
      check("electric city", record[.electricCityMPG], plugIn("cityA08"))
      check("electric highway", record[.electricHighwayMPG], plugIn("highwayA08"))
      check("electric", record[.electricMPG], plugIn("combA08"))
      check("blended city", record[.blendedCityMPG], plugIn("phevCity"))
      check("blended highway", record[.blendedHighwayMPG], plugIn("phevHwy"))
      check("blended", record[.blendedMPG], plugIn("phevComb"))
      check("utility factor", record[.utilityFactor], plugIn("combinedUF"))
      check("added gasoline", record[.addedGasoline], plugIn("combinedCD"))
      row += 1
    }

    #expect(row == rows && table.count == rows && plugInCount == plugIns)
    #expect(wrong.isEmpty, "\(wrong.count) wrong: \(wrong.prefix(10))")
  }
}

extension ArchiveReader {
  /// Returns the whole contents of the first file in an archive.
  static func contents(of file: URL) throws -> Data {
    let archive = try ArchiveReader(path: file.path, source: file.lastPathComponent, isCanceled: { false })
    _ = try archive.nextEntry()
    var data = Data()
    while let block = try archive.nextBlock() { data.append(contentsOf: block) }
    return data
  }
}
