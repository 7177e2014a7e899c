import GRDB

/// The prices from which a source computed the costs of its cars. The EPA's table does not contain the prices, but they
/// can be derived from its costs: each cost is an amount of energy times a price, rounded to 50 dollars, and with
/// thousands of cars only one price is possible.
enum EnergyPrices {
  /// The range of prices that are consistent with the costs of all cars seen so far. At either end, some cost lies
  /// exactly halfway between two steps.
  private struct Bounds {
    var lower = 0.0
    var upper = Double.infinity

    mutating func take(cost: Double, use: Double) {
      guard cost > 0, use > 0 else { return }
      lower = max(lower, (cost - 25) / use)
      upper = min(upper, (cost + 25) / use)
    }

    /// The price with the fewest decimals; `nil` if no price is consistent with all costs, for example because the
    /// source computes them differently, or if there are so few cars that several prices are possible.
    ///
    /// A cost halfway between two steps is usually rounded up, so a price less than `upper` is preferred. In the table
    /// of 2022, such costs are rounded in both directions.
    var price: Double? {
      guard lower > 0, upper - lower < 0.02 * upper else { return nil }
      let prices = [100.0, 1000].map { scale in ((lower + upper) / 2 * scale).rounded() / scale }
      func isLower(_ price: Double) -> Bool { price >= lower - Self.tolerance && price < upper - Self.tolerance }
      return prices.first(where: isLower)
        ?? prices.first { abs($0 - upper) <= Self.tolerance && $0 >= lower - Self.tolerance }
    }

    private static let tolerance = 1e-9
  }

  /// Determines the prices from the stored cars, and stores the prices. Takes about 20 ms for 50,000 cars.
  static func update(in db: Database) throws {
    var bounds: [Energy: Bounds] = [:]
    func take(_ energy: Energy?, cost: Double, use: Double) {
      guard let energy, cost.isFinite, use.isFinite else { return }
      bounds[energy, default: Bounds()].take(cost: cost, use: use)
    }
    let miles = CostAssumptions().standard(.miles)
    func take(_ row: StoredColumns) throws(DamagedValue) {
      let fuel = Fuel(rawValue: UInt8(try row.integer(0, in: 0...255))) ?? .unknown
      // The cost of a plug-in hybrid covers both fuels.
      guard fuel != .pluginHybrid else { return }
      let words = try row.textIfPresent(1).map { String(decoding: $0, as: UTF8.self) }
      func number(_ column: Int32) throws(DamagedValue) -> Double { try row.number(column, in: Car.numberRange) }
      let (main, second) = Energy.used(by: fuel, words: words)
      let use = main == .electricity ? try number(4) / 100 : 1 / (try number(3))
      take(main, cost: try number(2), use: miles * use)
      take(second, cost: try number(5), use: miles / (try number(6)))
    }
    let statement = try db.makeStatement(
      sql: """
        SELECT fuel, fuelName, annualFuelCost, combinedMPG, electricConsumption, secondFuelCost, secondMPG FROM car
          WHERE annualFuelCost IS NOT NULL AND NOT isWithdrawn
        """)
    try statement.forEachRow(in: db) { handle in
      // No price can be determined from a damaged value. The damage is reported when the car is read.
      do throws(DamagedValue) { try take(StoredColumns(handle: handle, table: "car")) } catch {}
    }
    try db.execute(sql: "DELETE FROM energyPrice")
    for (energy, bounds) in bounds {
      // Absurd costs, each of which is valid, can imply a price that could not be read again.
      guard let price = bounds.price, Car.numberRange.contains(price) else { continue }
      try db.execute(
        sql: "INSERT INTO energyPrice (energy, price) VALUES (?, ?)", arguments: [energy.rawValue, price])
    }
  }
}

extension CostAssumptions {
  /// Reads the user's assumptions and the prices of the source.
  static func fetch(_ db: Database) throws -> CostAssumptions {
    try CostAssumptions(own: fetchOwn(db), sourcePrices: fetchSourcePrices(db))
  }

  /// Reads the assumptions if the user has changed any that costs depend on. Otherwise returns `nil`, which takes less
  /// time.
  static func fetchOfUser(_ db: Database) throws -> CostAssumptions? {
    if try fetchOwn(db).isEmpty { return nil }
    let assumptions = try fetch(db)
    return assumptions.areAnnualCostsOfSource ? nil : assumptions
  }

  /// Sets the costs of a car that was read completely to those that result from the stored assumptions. The assumptions
  /// are not read if the source contains all costs and the user has not changed any, which takes less time.
  static func apply(to car: inout Car, in db: Database) throws {
    if let assumptions = try fetchOfUser(db) {
      assumptions.apply(to: &car)
    } else if car.lacksCosts || car.fuel == .pluginHybrid && car[.gasolineCost] == nil {
      try fetch(db).apply(to: &car)
    }
  }

  /// Sets the costs that the source does not contain in rows that were read without the numbers from which costs are
  /// computed.
  static func addMissingCosts(to rows: inout [CarRow], in db: Database) throws {
    var assumptions: CostAssumptions?
    for place in rows.indices where rows[place].car.lacksCosts {
      let known = try assumptions ?? fetch(db)
      assumptions = known
      let complete = try StoredRow.fetchOne(
        db, of: "car", sql: "SELECT * FROM car WHERE id = ?", arguments: [rows[place].id], isCached: true
      ) { try Car(row: $0) }
      guard var car = complete else { continue }
      known.apply(to: &car)
      for field in CarField.costs {
        if let number = field.number { rows[place][number] = car[number] }
      }
    }
  }

  /// Returns whether the source lacks a cost that can be computed, so that the order of the stored costs is not that of
  /// the displayed ones. Reads all cars.
  static func areCostsMissing(in db: Database) throws -> Bool {
    let fuels = Fuel.allCases.filter(\.hasPrice).map { "\($0.rawValue)" }.joined(separator: ", ")
    let sql = """
      SELECT EXISTS (
        SELECT 1 FROM car WHERE annualFuelCost IS NULL AND fuel IN (\(fuels))
            AND (combinedMPG IS NOT NULL OR electricConsumption IS NOT NULL)
          OR secondFuelCost IS NULL AND secondMPG IS NOT NULL)
      """
    return try Bool.fetchOne(db, sql: sql) ?? false
  }

  private static func fetchOwn(_ db: Database) throws -> [String: Double] {
    let sql = "SELECT name, value FROM costAssumption"
    let rows = try StoredRow.fetchAll(db, of: "costAssumption", sql: sql, isCached: true) { row in
      (try row.text("name"), try row.number("value", in: 0...Car.largestNumber))
    }
    return Dictionary(rows) { $1 }
  }

  private static func fetchSourcePrices(_ db: Database) throws -> [Energy: Double] {
    let sql = "SELECT energy, price FROM energyPrice"
    let rows = try StoredRow.fetchAll(db, of: "energyPrice", sql: sql) { row in
      (try row.text("energy"), try row.number("price", in: 0...Car.largestNumber))
    }
    return Dictionary(rows.compactMap { name, price in Energy(rawValue: name).map { ($0, price) } }) { $1 }
  }

  private init(own: [String: Double], sourcePrices: [Energy: Double]) {
    // A later version may have stored factors that this version does not support.
    let known = own.compactMap { name, value in CostFactor(id: name).map { ($0, value) } }
    self.init(own: Dictionary(known) { $1 }, sourcePrices: sourcePrices)
  }
}
