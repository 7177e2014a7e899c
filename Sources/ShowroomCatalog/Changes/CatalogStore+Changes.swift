import Foundation
import GRDB

extension CatalogStore {
  /// Returns what refreshes of the current catalog changed. A refresh that replaced all cars begins another catalog.
  ///
  /// - Parameter since: the time from which on refreshes are included; `nil` for the latest that changed anything.
  package func changes(since: Date? = nil) throws(CatalogError) -> CatalogChanges {
    try read { try CatalogChanges(in: $0, since: since) }
  }
}

extension CatalogChanges {
  /// An entry of the table `carChange`.
  private struct Entry: Hashable {
    var refresh: Int64
    var car: Car.ID

    init(_ row: StoredRow) throws {
      refresh = try row.integer("refreshID")
      car = try row.integer("carID")
    }
  }

  fileprivate init(in db: Database, since: Date?) throws {
    let included = """
      FROM catalogRefresh WHERE \(since == nil ? "id = (SELECT MAX(id) FROM catalogRefresh)" : "refreshedAt >= ?")
      AND id > (SELECT IFNULL(MAX(id), 0) FROM catalogRefresh WHERE isReplacement)
      """
    let ofIncluded = "WHERE refreshID IN (SELECT id \(included))"
    let arguments = StatementArguments(since.map { [$0.timeIntervalSince1970] } ?? [])

    func rows<Value>(
      of table: String, _ sql: String, _ read: (StoredRow) throws -> Value
    ) throws -> [Value] {
      try StoredRow.fetchAll(db, of: table, sql: sql, arguments: arguments, read)
    }

    let stored = try rows(
      of: "car", "SELECT * FROM car WHERE id IN (SELECT carID FROM carChange \(ofIncluded))", Car.init(row:))
    let gone = try StoredRow.fetchAll(
      db, of: "carChange", sql: "SELECT * FROM carChange WHERE kind = 'gone' ORDER BY refreshID"
    ) { row in
      Car(
        id: try row.integer("carID"), make: try row.text("make"), model: try row.text("model"),
        year: try row.integer("year", in: Car.years))
    }
    // The name of a car that a later refresh removed is in the entry of its removal.
    let cars = Dictionary((stored + gone).map { ($0.id, $0) }) { first, _ in first }

    let fields = try rows(of: "fieldChange", "SELECT * FROM fieldChange \(ofIncluded)") { row in
      (try Entry(row), try FieldChange(row))
    }
    let fieldsOfEntry = Dictionary(grouping: fields) { $0.0 }

    self.cars = try rows(
      of: "carChange",
      """
      SELECT carChange.*, refreshedAt FROM carChange JOIN catalogRefresh ON catalogRefresh.id = refreshID \(ofIncluded)
      """
    ) { row in
      let entry = try Entry(row)
      let kind = try row.text("kind")
      guard let kind = CarChange.Kind(rawValue: kind) else {
        throw DamagedValue(table: "carChange", column: "kind", problem: .unexpected(kind.shortened(to: 40)))
      }
      guard let car = cars[entry.car] else {
        throw DamagedValue(table: "carChange", column: "carID", problem: .unexpected("\(entry.car)"))
      }
      let date = Date(timeIntervalSince1970: try row.number("refreshedAt", in: StoredRow.moments))
      var change = CarChange(kind: kind, refreshedAt: date, old: car, new: car)
      var changed: Set<CarField> = []
      for (_, field) in fieldsOfEntry[entry] ?? [] {
        try field.restore(&change.old, &change.new)
        changed.insert(field.field)
      }
      change.fields = CarField.allCases.filter(changed.contains)
      return change
    }
    self.cars = self.cars.map { (key: (Folding.fold($0.new.make), Folding.fold($0.new.model)), change: $0) }
      .sorted { left, right in
        (left.key.0, right.change.new.year, left.key.1, left.change.new.id, left.change.refreshedAt)
          < (right.key.0, left.change.new.year, right.key.1, right.change.new.id, right.change.refreshedAt)
      }
      .map(\.change)
    repriced = try rows(of: "catalogRefresh", "SELECT repriced \(included)") {
      try $0.integer("repriced", in: 0...SourceBudget.standard.cars)
    }.reduce(0, +)
  }
}

/// A row of the table `fieldChange`.
private struct FieldChange {
  let field: CarField
  private let column: String
  private let row: StoredRow

  init(_ row: StoredRow) throws {
    self.row = row
    column = try row.text("field")
    let column = column
    // The electricity consumption of a plug-in hybrid is displayed with the gasoline that it uses in addition.
    let field: CarField? =
      switch column {
      case "isWithdrawn": .withdrawn
      case CarNumber.addedGasoline.column: .electricConsumption
      default: CarField.allCases.first { $0.number.map { $0.column == column } ?? ("\($0)" == column) }
      }
    guard let field else {
      throw DamagedValue(table: "fieldChange", column: "field", problem: .unexpected(column.shortened(to: 40)))
    }
    self.field = field
  }

  /// Restores the values from before and after the change.
  func restore(_ old: inout Car, _ new: inout Car) throws {
    try restore(&old, "old")
    try restore(&new, "new")
  }

  private func restore(_ car: inout Car, _ value: String) throws {
    switch field {
    case .make: car.make = try row.text(value)
    case .model: car.model = try row.text(value)
    case .year: car.year = try row.integer(value, in: Car.years)
    case .vehicleClass: car.vehicleClass = try row.textIfPresent(value)
    case .fuel: car.fuel = Fuel(rawValue: try row.integer(value)) ?? .unknown
    case .fuelName: car.fuelName = try row.textIfPresent(value)
    case .drive: car.drive = try row.textIfPresent(value)
    case .transmission: car.transmission = try row.textIfPresent(value)
    case .withdrawn: car.isWithdrawn = try row.flag(value)
    default:
      guard let number = CarNumber.allCases.first(where: { $0.column == column }) else { return }
      car[number] = try row.numberIfPresent(value, in: Car.numberRange)
    }
  }
}
