import Foundation
import GRDB
import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import ShowroomText
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomCommands
@testable import ShowroomFormatting

/// An edition of the EPA's table, imported, beside the table as another reader reads it.
@MainActor
private struct EPANumbers {
  let table: PlainTable
  let store: CatalogStore
  let index: CatalogIndex
  /// The rows of the table.
  let sources: [EPACar]
  /// The stored cars.
  let cars: [Car.ID: Car]
  private static let units: [UnitSystem] = [.us, .metric]

  init(_ edition: Edition, in folder: TemporaryFolder) async throws {
    let file = edition.file
    let contents = try ArchiveReader.contents(of: file)
    let table = PlainTable(csv: contents)
    self.table = table
    store = try CatalogStore(directory: folder.url)
    _ = try await store.refresh(from: .file(file))
    index = try store.loadIndex()
    sources = (0..<table.count).map { EPACar(table, $0, averageCost: edition.averageCost) }
    let cars = try store.read { db in
      try StoredRow.fetchAll(db, of: "car", sql: "SELECT * FROM car") { try Car(row: $0) }
    }
    self.cars = Dictionary(uniqueKeysWithValues: cars.map { ($0.id, $0) })
  }

  /// The differences, each with the ID of the car.
  private struct Differences {
    var texts: [String] = []

    mutating func check(_ id: Car.ID, _ what: @autoclosure () -> String, _ shown: String, _ expected: String) {
      if shown != expected { texts.append("\(id) \(what()): \(shown), not \(expected)") }
    }
  }

  // MARK: Every car

  /// Returns the differences between the values of all cars and those of the table.
  func wrongValues() -> [String] {
    var wrong = Differences()
    for source in sources {
      let id = source.id
      guard let car = cars[id], let ordinal = index.ordinal(of: id) else {
        wrong.texts.append("\(id) is missing")
        continue
      }
      let row = index.row(at: ordinal)
      for field in CarField.columns {
        let (value, expected) = (field.value(of: car), source.value(of: field))
        if !isEqual(value, expected, field) { wrong.texts.append("\(id) \(field.id): \(value), not \(expected)") }
        guard field.isInRow, field != .note else { continue }
        let listed = field.value(of: row.car)
        if !isEqual(listed, value, nil) { wrong.texts.append("\(id) listed \(field.id): \(listed), not \(value)") }
      }
      for (number, expected) in source.otherNumbers where car[number] != expected {
        wrong.texts.append("\(id) \(number): \(car[number] ?? -1), not \(expected ?? -1)")
      }
    }
    return wrong.texts
  }

  private func isEqual(_ one: CarField.Value, _ other: CarField.Value, _ field: CarField?) -> Bool {
    switch (one, other) {
    // The most frequent spelling of a make is that of all its cars.
    case (.text(let one?), .text(let other?)) where field == .make: one.lowercased() == other.lowercased()
    case (.text(let one), .text(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.flag(let one), .flag(let other)): one == other
    default: false
    }
  }

  /// Returns the cars that are out of place, in both directions of each order, by the values of the source. Unknown
  /// values are last in both.
  func wrongOrders() -> [String] {
    var wrong: [String] = []
    let ids = sources.map(\.id)
    for field in CarField.sorted {
      let keys = Dictionary(uniqueKeysWithValues: zip(ids, sources.map { $0.orderKey(of: field) }))
      for ascending in [true, false] {
        let ordinals = index.search(.all, sort: Sort(field, ascending: ascending))?.ordinals ?? []
        let order = ordinals.map { index.id(at: Int($0)) }
        if Set(order) != Set(ids) { wrong.append("\(order.count) cars by \(field.id)") }
        for (one, next) in zip(order, order.dropFirst()) {
          guard let later = keys[next] ?? nil else { continue }
          guard let earlier = keys[one] ?? nil, ascending ? earlier <= later : earlier >= later else {
            wrong.append("\(one) before \(next) by \(field.id), ascending: \(ascending)")
            continue
          }
        }
      }
    }
    return wrong
  }

  /// Returns the differences of the texts of each field, for each combination of the source's columns that decide on
  /// it, in both systems of units.
  func wrongTexts() throws -> [String] {
    var wrong = Differences()
    let cells = Self.units.map { CarCells(formatting: CarFormatting(units: $0)) }
    var seen: Set<Int> = []
    for field in CarField.columns {
      seen = []
      for source in sources where field != .id || source.row % 97 == 0 {
        guard seen.insert(source.source(of: field)).inserted else { continue }
        let id = source.id
        guard let car = cars[id], let row = index.ordinal(of: id).map(index.row(at:)) else { continue }
        for (units, cells) in zip(Self.units, cells) {
          let formatting = CarFormatting(units: units)
          func check(_ what: String, _ shown: String, _ expected: String) {
            // The spelling of a make is checked with the values.
            let expected = field == .make ? expected.replacing(expected, with: car.make) : expected
            wrong.check(id, "\(what) \(field.id) \(units)", shown, expected)
          }
          if CarField.facts.contains(field) {
            check("page", formatting.fact(field, of: car), source.fact(field, units))
          }
          check("table", formatting.text(of: field, in: car, UserData()), source.column(field, units))
          if field.isInRow {
            check("row", formatting.text(of: field, in: row), source.column(field, units))
          }
          if CarCells.choices.contains(field) {
            let text = cells.cell(field, row).text.trimmingCharacters(in: .whitespaces)
            check("list", text, source.cell(field, units))
          }
        }
        checkExports(field, car, source, &wrong)
      }
    }
    return wrong.texts
  }

  private func checkExports(_ field: CarField, _ car: Car, _ source: EPACar, _ wrong: inout Differences) {
    let name = field.definition.exportName
    let export = CarExport(car, UserData(), columns: [field])
    let csv = PlainTable(csv: Data((CarExport.csvHeader([field]) + export.csv).utf8)).text(0, name)
    let json = (try? JSONSerialization.jsonObject(with: Data(export.json.utf8))) as? [String: Any] ?? [:]
    switch source.value(of: field) {
    case .text(let text):
      let text = field == .make ? car.make : text
      wrong.check(car.id, "CSV \(name)", csv, text ?? "")
      wrong.check(car.id, "JSON \(name)", json[name] as? String ?? "null", text ?? "null")
    case .number(let number):
      wrong.check(car.id, "CSV \(name)", Self.exported(Double(csv)), Self.exported(number))
      wrong.check(
        car.id, "JSON \(name)", Self.exported((json[name] as? NSNumber)?.doubleValue), Self.exported(number))
    case .flag(let flag):
      wrong.check(car.id, "CSV \(name)", csv, flag.map { "\($0)" } ?? "")
      wrong.check(
        car.id, "JSON \(name)", (json[name] as? Bool).map { "\($0)" } ?? "null", flag.map { "\($0)" } ?? "null")
    }
  }

  /// Returns a number as it is exported, with six decimals.
  private static func exported(_ number: Double?) -> String {
    number.map { "\(($0 * 1e6).rounded() / 1e6)" } ?? ""
  }

  // MARK: Some cars

  /// Every 97th car, and every 10th plug-in hybrid.
  /// Whether everything is compared, which takes minutes, and not a part of it.
  static let isLong = ProcessInfo.processInfo.environment["SHOWROOM_SOAK_SECONDS"] != nil

  private var sample: [EPACar] {
    if Self.isLong { return sources }
    let plugIns = sources.filter(\.isPlugIn).enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
    return sources.filter { $0.row % 97 == 0 && !$0.isPlugIn } + plugIns
  }

  /// Returns the differences in comparisons of each car of the sample with the next one, and with one far from it.
  func wrongComparisons() -> [String] {
    var wrong = Differences()
    let sample = sample
    for (place, source) in sample.enumerated() {
      let other = sample[(place * 7 + 1) % sample.count]
      guard source.id != other.id, let car = cars[source.id], let otherCar = cars[other.id] else { continue }
      let units = Self.units[place % 2]
      let rows = Comparison([car, otherCar], CarFormatting(units: units)).rows
      for field in CarField.facts where field != .id {
        let texts = [source.fact(field, units), other.fact(field, units)]
        let row = rows.first { $0.label == CarFormatting(units: units).label(of: field) }
        if texts.allSatisfy({ $0 == "–" || field.isFlag && $0 == "no" }) {
          wrong.check(source.id, "compared \(field.id)", row?.cells.map(\.text).joined() ?? "", "")
          continue
        }
        wrong.check(
          source.id, "compared \(field.id)", row.map { "\($0.cells.map(\.text)) \($0.differs)" } ?? "no row",
          "\(texts) \(texts[0] != texts[1])")
        let numbers = [source.comparedNumber(of: field), other.comparedNumber(of: field)]
        var best = [false, false]
        if let first = numbers[0], let second = numbers[1], texts[0] != texts[1], first != second,
          let better = Self.better[field]
        {
          best = [better == .larger ? first > second : first < second]
          best.append(!best[0])
        }
        wrong.check(source.id, "best \(field.id)", "\(row?.cells.map(\.isBest) ?? [])", "\(best)")
      }
    }
    return wrong.texts
  }

  private static let better: [CarField: CarField.Direction] = [
    .price: .smaller, .economy: .larger, .cityMPG: .larger, .highwayMPG: .larger, .blendedMPG: .larger, .range: .larger,
    .co2: .smaller, .electricMPG: .larger,
    .cost: .smaller, .electricConsumption: .smaller, .chargeHours: .smaller, .totalRange: .larger, .luggage: .larger,
    .passenger: .larger, .greenhouseScore: .larger, .economyScore: .larger, .savings: .larger, .secondEconomy: .larger,
    .secondRange: .larger, .secondCost: .smaller,
  ]

  /// Returns the differences in what `showroom list` and `showroom show` print about the sample.
  func wrongOutput() throws -> [String] {
    var wrong = Differences()
    let fields = CarField.columns
    let names = CarField.text(of: fields)
    for (place, source) in sample.enumerated() where Self.isLong || place % 5 == 0 {
      guard let car = cars[source.id] else { continue }
      let units = Self.units[place / 5 % 2]
      let formatting = CarFormatting(units: units)
      let sheet = try output {
        try ShowCommand(ids: [source.id], format: .text).write(store, to: $0, formatting: formatting)
      }
      for field in CarField.facts where ![.id, .fuel, .fuelName, .baseModel].contains(field) {
        let (label, text) = (formatting.label(of: field), source.fact(field, units))
        let line = sheet.split(separator: "\n").first { $0.hasPrefix(label + " ") }
        let shown = line.map { $0.dropFirst(label.count).trimmingCharacters(in: .whitespaces) }
        let isShown = text != "–" && source.value(of: field) != .flag(false)
        if shown != nil || isShown { wrong.check(source.id, "show \(label)", shown ?? "no line", text) }
      }
      let cells = try ListTable(formatting: formatting, sort: .standard, columns: fields).cells(CarRow(car), store)
      let expected = fields.map { $0 == .make ? car.make : source.column($0, units) }
      for (field, (cell, text)) in zip(fields, zip(cells, expected)) {
        wrong.check(source.id, "list \(field.id)", cell, text)
      }
    }
    for format in [ListFormat.csv, .json] {
      let command = try ListCommand(
        words: Self.isLong ? [] : ["make:tesla,toyota", "year:2021.."], format: format, columns: names)
      let text = try output { output in
        try command.write(store, to: output, remarks: output, formatting: CarFormatting())
      }
      wrong.texts += try wrongExport(text, format)
    }
    return wrong.texts
  }

  /// Returns the differences in the list of all Teslas and Toyotas since 2021.
  private func wrongExport(_ text: String, _ format: ListFormat) throws -> [String] {
    var wrong = Differences()
    let csv = PlainTable(csv: Data(text.utf8))
    let json = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [[String: Any]] ?? []
    let objects = Dictionary(json.map { (($0["id"] as? NSNumber)?.int64Value ?? 0, $0) }) { $1 }
    let lines = Dictionary((0..<csv.count).map { (Car.ID(csv.number($0, "id") ?? 0), $0) }) { $1 }
    var count = 0
    for source in sources {
      let isListed = ["Tesla", "Toyota"].contains(source.table.text(source.row, "make"))
      guard Self.isLong || isListed && source.table.number(source.row, "year") ?? 0 >= 2021 else { continue }
      count += 1
      for field in CarField.columns {
        let name = field.definition.exportName
        let shown: String
        if format == .json {
          let value = objects[source.id]?[name]
          shown =
            value.map { $0 is NSNull ? "" : field.isNumeric ? "\(($0 as? NSNumber)?.doubleValue ?? -1)" : "\($0)" }
            ?? "missing"
        } else if let line = lines[source.id] {
          let value = csv.text(line, name)
          shown = field.isNumeric ? Self.exported(csv.number(line, name)) : value
        } else {
          shown = "missing"
        }
        let expected =
          switch source.value(of: field) {
          // The spelling of a make is checked with the values.
          case .text(let text): field == .make ? cars[source.id]?.make ?? "" : text ?? ""
          case .number(let number): Self.exported(number)
          case .flag(let flag): flag.map { format == .json ? $0 ? "1" : "0" : "\($0)" } ?? ""
          }
        wrong.check(source.id, "list \(format) \(name)", shown, expected)
      }
    }
    wrong.check(0, "list \(format)", "\(format == .json ? json.count : csv.count)", "\(count)")
    return wrong.texts
  }

  private func output(_ write: (TextOutput) throws -> Void) throws -> String {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("output")
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    let output = TextOutput(descriptor: file.fileDescriptor, columns: nil)
    try write(output)
    try output.flush()
    return try String(contentsOf: url, encoding: .utf8)
  }

  // MARK: Facets

  /// Makes some cars favorites and gives some notes, which facets count.
  func markSome() throws -> CatalogIndex {
    try store.writeDurably { db in
      try db.execute(
        sql: """
          INSERT INTO userData (carID, isFavorite, note, revision)
          SELECT id, id % 5 <> 0, CASE WHEN id % 3 = 0 THEN 'a note' END, 1 FROM car WHERE id % 50 = 0 OR id % 51 = 0
          """)
    }
    return try store.loadIndex()
  }

  /// Returns the facets of a query whose count is not the length of the list that the pane makes of them, nor that for
  /// what someone types.
  ///
  /// - Parameter step: Of so many values of a facet, one is tried.
  static func wrongCounts(
    of query: String, favoritesOnly: Bool = false, every step: Int = 1, in index: CatalogIndex
  ) throws -> [String] {
    var wrong: [String] = []
    let facets = try #require(index.facets(for: .parse(query), favoritesOnly: favoritesOnly))
    let pane = FacetPane()
    var sent: [(FieldSelection, CarField)] = []
    let subscription = pane.selected.subscribe { sent.append($0) }
    defer { subscription.dispose() }
    func check(_ query: String, _ count: Int, _ field: String) {
      // A facet of favorites counts the others as well.
      let isOnly = favoritesOnly && field != CarField.favorite.id
      let found = index.search(.parse(query), favoritesOnly: isOnly)?.count ?? 0
      if found != count { wrong.append("\(query): \(found), not \(count)") }
    }
    pane.show(facets)
    let shown = pane.list.selection
    for facet in pane.list.facets {
      let choices: [(count: Int, typed: String?, select: (inout FacetSelection) -> Void)] =
        switch facet.content {
        case .values(let values):
          values.map { value in
            (value.count, "\(query) \(facet.id):\"\(value.id)\"", { $0.toggle(value.id, in: facet.id) })
          }
        case .range(let buckets):
          buckets.indices.map { place in (buckets[place].count, nil, { $0.select(place...place, in: facet.id) }) }
        }
      let isFiltered = shown.values[facet.id] != nil || shown.ranges[facet.id] != nil
      for (place, choice) in choices.enumerated() where isLong || place % step == 0 {
        var selection = shown
        selection.clear(facet.id)
        choice.select(&selection)
        pane.list.selectionChanged.send(shown)
        sent = []
        pane.list.selectionChanged.send(selection)
        let text = sent.first.map { index.text(query, selecting: $0.0, of: $0.1) } ?? query
        check(text, choice.count, facet.id)
        if sent.count != (selection == shown ? 0 : 1) { wrong.append("\(facet.id): \(sent.count) selections") }
        if let typed = choice.typed, !isFiltered, isLong || place % 10 == 0 { check(typed, choice.count, facet.id) }
      }
    }
    return wrong
  }
}

extension EPANumbers {
  /// An edition of the table.
  struct Edition: Sendable, CustomTestStringConvertible {
    let name: String
    let file: URL
    /// The annual fuel cost of the average new car.
    let averageCost: Double
    let cars: Int
    let plugIns: Int
    /// The number of electric cars, and of those of Tesla.
    let electric: Int
    let teslas: Int

    var testDescription: String { name }
  }

  nonisolated static let editions = [
    Edition(
      name: "October 2025", file: RealData.cars, averageCost: 1600, cars: 49_582, plugIns: 432,
      electric: 1331, teslas: 178),
    RealData.epa2022.map { file in
      Edition(
        name: "November 2022", file: file, averageCost: 2100, cars: 45_777, plugIns: 278, electric: 463, teslas: 134)
    }
      ?? Edition(
        name: "November 2022, since 2021", file: Checkout.resources.appendingPathComponent("demo/2022-11.csv.gz"),
        averageCost: 2100, cars: 3584, plugIns: 96, electric: 222, teslas: 36),
  ]
}

@Suite(.timeLimit(.minutes(20)), .serialized)
@MainActor
struct EPANumbersSoak {
  @Test(arguments: EPANumbers.editions)
  fileprivate func `what is shown, compared, listed, exported and counted of every car is what the source says`(
    edition: EPANumbers.Edition
  ) async throws {
    let folder = try TemporaryFolder()
    let numbers = try await EPANumbers(edition, in: folder)

    #expect(numbers.table.count == edition.cars && numbers.cars.count == edition.cars)
    #expect(numbers.sources.count(where: \.isPlugIn) == edition.plugIns)
    expectNone(numbers.wrongValues())
    await Task.yield()
    expectNone(numbers.wrongOrders())
    await Task.yield()
    expectNone(try numbers.wrongTexts())
    expectNone(numbers.wrongComparisons())
    await Task.yield()
    expectNone(try numbers.wrongOutput())
    let index = try numbers.markSome()
    expectNone(try EPANumbers.wrongCounts(of: "", every: 4, in: index))
    expectNone(try EPANumbers.wrongCounts(of: "suv make:toyota,tesla -hybrid", every: 9, in: index))
    expectNone(try EPANumbers.wrongCounts(of: "fav:yes year:2015..", every: 9, in: index))
    expectNone(try EPANumbers.wrongCounts(of: "note:no mpg>20", favoritesOnly: true, every: 9, in: index))
    let makes = try #require(numbers.index.facets(for: .parse("fuel:electric"))).values(of: .make)
    #expect(makes.first.map { "\($0.text) \($0.count)" } == "Tesla \(edition.teslas)")
    #expect(numbers.index.search(.parse("fuel:electric"))?.count == edition.electric)
    #expect(numbers.index.search(.parse("fuel:electric make:tesla"))?.count == edition.teslas)
  }

  private func expectNone(_ wrong: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(10))", sourceLocation: sourceLocation)
  }
}

extension ArchiveReader {
  /// Returns the whole contents of the first file in an archive.
  fileprivate static func contents(of file: URL) throws -> Data {
    let archive = try ArchiveReader(path: file.path, source: file.lastPathComponent, isCanceled: { false })
    _ = try archive.nextEntry()
    var data = Data()
    while let block = try archive.nextBlock() { data.append(contentsOf: block) }
    return data
  }
}
