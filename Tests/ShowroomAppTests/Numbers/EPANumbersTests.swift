import Foundation
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomSettings

/// What screens, exports and facets show of the EPA's cars against the source, read by another reader.
@MainActor
struct EPANumbers {
  let table: PlainTable
  let store: CatalogStore
  let index: CatalogIndex
  private let formatting = CarFormatting()

  /// - Parameter step: Of so many rows one is read, and of ten times as many plug-in hybrids.
  init(_ file: URL, every step: Int, in folder: TemporaryFolder) async throws {
    let archive = try ArchiveReader(path: file.path, source: "EPA", isCanceled: { false })
    _ = try archive.nextEntry()
    var data = Data()
    while let block = try archive.nextBlock() { data.append(contentsOf: block) }
    var chosen = Data()
    let plugIn = Data(",Plug-in Hybrid,".utf8)
    for (row, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      let isPlugIn = row % max(1, step / 10) == 0 && line.range(of: plugIn) != nil
      if row < 2 || row % step == 0 || isPlugIn { chosen += line + [UInt8(ascii: "\n")] }
    }
    table = PlainTable(csv: chosen)
    let source = folder.url.appendingPathComponent("vehicles.csv")
    try chosen.write(to: source)
    store = try CatalogStore(directory: folder.url.appendingPathComponent("data"))
    _ = try await store.refresh(from: .file(source))
    index = try store.loadIndex()
  }

  /// Returns the differences between the source and what is shown.
  func differences(averageCost: Double) throws -> [String] {
    var wrong: [String] = []
    let all = (0..<Int32(index.count)).map { $0 }
    let export = CarListExport(all, of: index, in: store)
    let csv = PlainTable(csv: Data(try export.text(as: .csv).utf8))
    let json = try JSONSerialization.jsonObject(with: Data(export.text(as: .json).utf8)) as? [[String: Any]] ?? []
    var exported: [Car.ID: Int] = [:]
    for row in 0..<csv.count { exported[csv.number(row, "id").map { Car.ID($0) } ?? 0] = row }
    let cells = CarCells(formatting: formatting)
    for row in 0..<table.count {
      let id = Car.ID(table.number(row, "id") ?? 0)
      guard let car = try store.car(id: id), let ordinal = index.ordinal(of: id), let place = exported[id] else {
        wrong.append("\(id) is missing")
        continue
      }
      func check(_ what: String, _ shown: String, _ expected: String) {
        if shown != expected { wrong.append("\(id) \(what): \(shown), not \(expected)") }
      }
      func cell(_ column: String) -> Double? { table.number(row, column).flatMap { $0 > 0 ? $0 : nil } }
      func whole(_ column: String) -> String { cell(column).map { String(Int($0)) } ?? "–" }
      let isPlugIn = table.text(row, "atvType") == "Plug-in Hybrid"
      let isGasoline = !["Electricity", "Hydrogen", "Natural Gas"].contains(table.text(row, "fuelType1"))
      let unit = isGasoline && table.text(row, "atvType") != "Bifuel (CNG)" ? "mpg" : "MPGe"
      let range = table.text(row, "rangeA").prefix { $0.isNumber }
      let cost = isPlugIn ? averageCost - (table.number(row, "youSaveSpend") ?? .nan) / 5 : cell("fuelCost08")
      let pair = isPlugIn ? " / \(whole("combA08")) MPGe, \(range) mi electric" : ""
      let page = "\(whole("comb08")) \(unit)\(pair)"
      let costText = cost.map { "$\(grouped(Int($0)))" + (isPlugIn ? ", blended" : "") } ?? "–"

      check(
        "list", cells.cell(.economy, index.row(at: ordinal)).text.trimmingCharacters(in: .whitespaces),
        whole("comb08") + (isPlugIn ? "/\(whole("combA08"))" : ""))
      check("page", formatting.fact(.economy, of: car), page)
      check(
        "city", formatting.fact(.cityMPG, of: car),
        "\(whole("city08")) \(unit)" + (isPlugIn ? " / \(whole("cityA08")) MPGe" : ""))
      check(
        "highway", formatting.fact(.highwayMPG, of: car),
        "\(whole("highway08")) \(unit)" + (isPlugIn ? " / \(whole("highwayA08")) MPGe" : ""))
      check("cost", formatting.fact(.cost, of: car), costText)
      let compared = Comparison([car, car], formatting).rows
      check("comparison", compared.first { $0.fact == .economy }?.cells[0].text ?? "–", page)
      check("comparison", compared.first { $0.fact == .cost }?.cells[0].text ?? "–", costText)
      let object = json.indices.contains(place) ? json[place] : [:]
      let fields: [(String, Double?)] = [
        ("cityMPG", cell("city08")), ("highwayMPG", cell("highway08")), ("combinedMPG", cell("comb08")),
        ("electricCityMPG", isPlugIn ? cell("cityA08") : nil), ("electricMPG", isPlugIn ? cell("combA08") : nil),
        ("electricHighwayMPG", isPlugIn ? cell("highwayA08") : nil), ("blendedMPG", isPlugIn ? cell("phevComb") : nil),
        ("utilityFactor", isPlugIn ? cell("combinedUF") : nil), ("annualFuelCostUSD", cost),
        ("displacementLiters", cell("displ")), ("cylinders", cell("cylinders")), ("year", cell("year")),
      ]
      for (name, expected) in fields {
        check("CSV \(name)", "\(csv.number(place, name) ?? -1)", "\(expected ?? -1)")
        check("JSON \(name)", "\((object[name] as? NSNumber)?.doubleValue ?? -1)", "\(expected ?? -1)")
      }
    }
    return wrong
  }

  /// Returns the facets whose count is not the length of the list that they make.
  func wrongCounts() throws -> [String] {
    var wrong: [String] = []
    let facets = try #require(index.facets(for: .all))
    for field in CarField.listed {
      for value in facets.values(of: field) {
        let typed = "\(field.id):\"\(value.text)\""
        let selected = index.text("", selecting: .values([value.text]), of: field)
        for query in [typed, selected] {
          let found = index.search(.parse(query))?.count ?? 0
          if found != value.count { wrong.append("\(query): \(found), not \(value.count)") }
        }
      }
    }
    for field in CarField.measured {
      for bucket in facets.histogram(of: field, buckets: 24).buckets {
        let query = index.text("", selecting: .bounds(NumberBounds(bucket.lower..<bucket.upper)), of: field)
        let found = index.search(.parse(query))?.count ?? 0
        if found != bucket.count { wrong.append("\(query): \(found), not \(bucket.count)") }
      }
    }
    return wrong
  }
}

@Suite(.timeLimit(.minutes(10)), .enabled(if: RealData.epa != nil && RealData.epa2022 != nil, "skipped: no EPA data"))
@MainActor
struct EPANumbersTests {
  @Test(arguments: [("epa-vehicles.csv.zip", 1600.0), ("epa-vehicles-2022-11.csv.zip", 2100)])
  func `what is shown of every 97th car is what the source says`(name: String, averageCost: Double) async throws {
    let folder = try TemporaryFolder()
    let file = try #require([RealData.epa, RealData.epa2022].compactMap(\.self).first { $0.lastPathComponent == name })
    let numbers = try await EPANumbers(file, every: 97, in: folder)

    let wrong = try numbers.differences(averageCost: averageCost)
    let wrongCounts = try numbers.wrongCounts()

    #expect(numbers.table.count > 400)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(10))")
    #expect(wrongCounts.isEmpty, "\(wrongCounts.count): \(wrongCounts.prefix(10))")
  }
}

@Suite(
  .timeLimit(.minutes(60)),
  .enabled(
    if: RealData.epa != nil && ProcessInfo.processInfo.environment["SHOWROOM_SOAK_SECONDS"] != nil,
    "skipped: every row takes minutes, so only make soak reads them all"))
@MainActor
struct EPANumbersSoak {
  @Test(arguments: [("epa-vehicles.csv.zip", 1600.0), ("epa-vehicles-2022-11.csv.zip", 2100)])
  func `what is shown of every car is what the source says`(name: String, averageCost: Double) async throws {
    let folder = try TemporaryFolder()
    let file = try #require([RealData.epa, RealData.epa2022].compactMap(\.self).first { $0.lastPathComponent == name })
    let numbers = try await EPANumbers(file, every: 1, in: folder)

    let wrong = try numbers.differences(averageCost: averageCost)
    let wrongCounts = try numbers.wrongCounts()

    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(10))")
    #expect(wrongCounts.isEmpty, "\(wrongCounts.count): \(wrongCounts.prefix(10))")
  }
}
