import Foundation
import GRDB
import ShowroomTestSupport

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting

/// An edition of the EPA's table, imported, beside the table as another reader reads it.
@MainActor
struct EPANumbers {
  let table: PlainTable
  let store: CatalogStore
  let index: CatalogIndex
  /// The rows of the table.
  let sources: [EPACar]
  /// The stored cars.
  let cars: [Car.ID: Car]
  static let units: [UnitSystem] = [.us, .metric]

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
  struct Differences {
    var texts: [String] = []

    mutating func check(_ id: Car.ID, _ what: @autoclosure () -> String, _ shown: String, _ expected: String) {
      if shown != expected { texts.append("\(id) \(what()): \(shown), not \(expected)") }
    }
  }

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
  static func exported(_ number: Double?) -> String {
    number.map { "\(($0 * 1e6).rounded() / 1e6)" } ?? ""
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
