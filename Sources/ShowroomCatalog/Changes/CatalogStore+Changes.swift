import Foundation
import GRDB
import ShowroomFiles

extension CatalogStore {
  /// Returns the changes made by refreshes of the current catalog, compared with the catalog before them. A refresh
  /// that replaced most cars starts a new catalog.
  ///
  /// - Parameter since: The time from which refreshes are included; `nil` for the latest refresh that changed anything.
  ///   All refreshes after the last one before this time are included, even if the clock was set back, because
  ///   refreshes are ordered by ID.
  package func carChanges(since: Date? = nil) throws(CatalogError) -> CatalogChanges {
    try read { try CatalogChanges(in: $0, since: since) }
  }

  /// Returns the changes that refreshes of the current catalog made to a car, latest first.
  package func pastChanges(of car: Car) throws(CatalogError) -> [PastChange] {
    try read { db in
      guard let first = try CatalogChanges.firstRefresh(in: db, since: .distantPast) else { return [] }
      let events = try CatalogChanges.events(in: db, from: first, of: car.id)[car.id] ?? []
      let sql = "SELECT id, refreshedAt FROM catalogRefresh WHERE id >= ?"
      let dates = try StoredRow.fetchAll(db, of: "catalogRefresh", sql: sql, arguments: [first]) { row in
        (try row.integer("id"), try row.number("refreshedAt", in: StoredRow.moments)) as (Int64, Double)
      }
      let date = Dictionary(dates) { first, _ in first }
      var now: Car? = car
      return Dictionary(grouping: events, by: \.refresh).sorted { $0.key > $1.key }.compactMap { refresh, events in
        guard let change = CarChange(events.map(\.event), now: now) else { return nil }
        now = change.old
        return PastChange(date: Date(timeIntervalSince1970: date[refresh] ?? 0), change: change)
      }
    }
  }
}

extension CatalogChanges {
  /// An event in which a refresh affected a car.
  fileprivate enum Event {
    case added
    case changed(FormerValue)
    case removed(Car)
  }

  fileprivate init(in db: Database, since: Date?) throws {
    guard let first = try Self.firstRefresh(in: db, since: since) else {
      isReplacement = try since == nil && CarSQL.latestRefresh(in: db) != nil
      return
    }

    func rows<Value>(_ table: String, _ sql: String, _ read: (StoredRow) throws -> Value) throws -> [Value] {
      try StoredRow.fetchAll(db, of: table, sql: sql, arguments: [first], read)
    }
    let refreshes = try rows("catalogRefresh", "SELECT refreshedAt, repriced FROM catalogRefresh WHERE id >= ?") {
      row in
      (
        date: try row.number("refreshedAt", in: StoredRow.moments),
        repriced: try row.integer("repriced", in: 0...SourceBudget.standard.cars)
      )
    }
    let dates = refreshes.map { Date(timeIntervalSince1970: $0.date) }
    if let first = dates.min(), let last = dates.max() { period = first...last }
    repriced = refreshes.reduce(0) { $0 + $1.repriced }

    let events = try Self.events(in: db, from: first)
    var stored: [Car.ID: Car] = [:]
    let changed = """
      SELECT \(Car.storedColumns.joined(separator: ", ")) FROM car WHERE id IN (
        SELECT carID FROM newCar WHERE refreshID >= \(first)
        UNION SELECT carID FROM fieldChange WHERE refreshID >= \(first)
        UNION SELECT id FROM goneCar WHERE refreshID >= \(first))
      """
    try Self.readCars(in: db, from: "car", changed) { car, _ in stored[car.id] = car }

    self.cars = events.compactMap { id, events in
      CarChange(events.sorted { $0.refresh < $1.refresh }.map(\.event), now: stored[id])
    }
    self.cars = self.cars.map { (key: (Folding.fold($0.car.make), Folding.fold($0.car.model)), change: $0) }
      .sorted { left, right in
        (left.key.0, right.change.car.year, left.key.1, left.change.car.id)
          < (right.key.0, left.change.car.year, right.key.1, right.change.car.id)
      }
      .map(\.change)
  }

  /// Returns the events in which refreshes affected each car, or only one car.
  ///
  /// - Parameter first: The ID of the first refresh to include.
  fileprivate static func events(
    in db: Database, from first: Int64, of id: Car.ID? = nil
  ) throws -> [Car.ID: [(refresh: Int64, event: Event)]] {
    var events: [Car.ID: [(refresh: Int64, event: Event)]] = [:]
    func condition(_ column: String) -> String {
      "WHERE refreshID >= \(first)" + (id.map { " AND \(column) = \($0)" } ?? "")
    }
    func read(_ table: String, _ columns: String, _ event: (StoredRow) throws -> Event) throws {
      let sql = "SELECT refreshID, carID\(columns) FROM \(table) \(condition("carID"))"
      _ = try StoredRow.fetchAll(db, of: table, sql: sql) { row in
        events[try row.integer("carID"), default: []].append((try row.integer("refreshID"), try event(row)))
      }
    }
    try read("newCar", "") { _ in .added }
    try read("fieldChange", ", field, old") { .changed(try FormerValue($0)) }
    let columns = Car.storedColumns.joined(separator: ", ")
    try readCars(in: db, from: "goneCar", "SELECT \(columns), refreshID FROM goneCar \(condition("id"))") { car, row in
      let refresh = try row.integer(Int32(Car.storedColumns.count), in: .min ... .max)
      events[car.id, default: []].append((refresh, .removed(car)))
    }
    return events
  }

  /// Reads cars with a query whose first columns are those of a car.
  private static func readCars(
    in db: Database, from table: String, _ sql: String, _ body: (Car, StoredColumns) throws -> Void
  ) throws {
    try db.makeStatement(sql: sql).forEachRow(in: db) { handle in
      let row = StoredColumns(handle: handle, table: table)
      try body(try Car(columns: row), row)
    }
  }

  /// Returns the first refresh of the current catalog since a time, or the latest one if the time is `nil`.
  fileprivate static func firstRefresh(in db: Database, since: Date?) throws -> Int64? {
    let isBefore = since == nil ? "isReplacement" : "isReplacement OR refreshedAt < ?"
    let sql = """
      SELECT \(since == nil ? "MAX" : "MIN")(id) AS first FROM catalogRefresh
        WHERE id > (SELECT IFNULL(MAX(id), 0) FROM catalogRefresh WHERE \(isBefore))
      """
    let arguments = StatementArguments(since.map { [$0.timeIntervalSince1970] } ?? [])
    return try StoredRow.fetchOne(db, of: "catalogRefresh", sql: sql, arguments: arguments) { row in
      try row.integerIfPresent("first")
    } ?? nil
  }
}

extension CarChange {
  /// The fields in which a car is compared. Differences in other fields are not reported.
  private static let compared: [CarField] = CarField.allCases.filter {
    ![.id, .baseModel, .favorite, .note, .files, .marked, .new, .changed].contains($0)
      && !($0.number?.definition.isDerived ?? false)
  }

  /// Creates the change, or returns `nil` if the car has not changed.
  ///
  /// - Parameters:
  ///   - events: The events that affected the car, in order.
  ///   - now: The car as currently stored; `nil` if it is not stored.
  fileprivate init?(_ events: [CatalogChanges.Event], now: Car?) {
    var old = now
    for event in events.reversed() {
      switch event {
      case .added: old = nil
      case .removed(let car): old = car
      case .changed(let value): if var car = old { value.restore(&car); old = car }
      }
    }
    let isGone = if case .removed = events.last { true } else { false }
    switch (old, isGone ? nil : now) {
    case (nil, nil): return nil
    case (nil, let car?): self.init(kind: .new, old: nil, car: car)
    case (let old?, nil):
      // The removal was not recorded.
      guard isGone else { return nil }
      var car = old
      car.isWithdrawn = now?.isWithdrawn ?? false
      self.init(kind: .gone, old: old, car: car)
    case (let old?, let car?):
      let fields = Self.compared.filter { !$0.isSame(in: old, and: car) }
      guard !fields.isEmpty else { return nil }
      self.init(kind: .changed, old: old, car: car, fields: fields)
    }
  }
}

extension CarField {
  fileprivate func isSame(in first: Car, and second: Car) -> Bool {
    switch self {
    case .make: Folding.fold(first.make) == Folding.fold(second.make)
    // The electricity consumption of a plug-in hybrid is displayed together with its additional gasoline consumption.
    case .electricConsumption:
      first[.electricConsumption] == second[.electricConsumption] && first[.addedGasoline] == second[.addedGasoline]
    default: value(of: first) == value(of: second)
    }
  }
}

/// A value from before a change: a row of the table `fieldChange`.
fileprivate enum FormerValue {
  case text(WritableKeyPath<Car, String>, String)
  case optionalText(CarText, String?)
  case year(Int)
  case fuel(Fuel)
  case withdrawn(Bool)
  case number(CarNumber, Double?)

  init(_ row: StoredRow) throws {
    let column = try row.text("field")
    switch column {
    case "make": self = .text(\.make, try row.text("old"))
    case "model": self = .text(\.model, try row.text("old"))
    case "year": self = .year(try row.integer("old", in: Car.years))
    case "fuel": self = .fuel(Fuel(rawValue: try row.integer("old")) ?? .unknown)
    case "isWithdrawn": self = .withdrawn(try row.flag("old"))
    default:
      if let text = CarText.allCases.first(where: { $0.column == column }) {
        self = .optionalText(text, try row.textIfPresent("old"))
        return
      }
      guard let number = CarNumber.allCases.first(where: { $0.column == column }) else {
        throw DamagedValue(table: "fieldChange", column: "field", problem: .unexpected(column.shortened(to: 40)))
      }
      self = .number(number, try row.numberIfPresent("old", in: number.definition.range))
    }
  }

  func restore(_ car: inout Car) {
    switch self {
    case .text(let path, let text): car[keyPath: path] = text
    case .optionalText(let text, let value): car[text] = value
    case .year(let year): car.year = year
    case .fuel(let fuel): car.fuel = fuel
    case .withdrawn(let isWithdrawn): car.isWithdrawn = isWithdrawn
    case .number(let number, let value): car[number] = value
    }
  }
}
