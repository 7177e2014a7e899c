import GRDB

/// The energy use of each car in an index. The costs of all cars are computed from it, within a few milliseconds,
/// whenever an assumption changes.
package final class CostTable: Sendable {
  /// For each car, the index of its energy in `Energy.allCases`, plus one; 0 if its use is unknown.
  private let energies: [UInt8]
  /// The amounts of that energy per mile in the city and on the highway.
  private let city, highway: [Double]
  /// The electricity that plug-in hybrids use in addition, by ordinal.
  private let electricity: [(ordinal: Int, part: EnergyUse.Part)]
  /// The use on the second fuel, for cars that have one, by ordinal.
  private let seconds: [(ordinal: Int, part: EnergyUse.Part)]

  private static let columns: [CarNumber] = [
    .combinedMPG, .cityMPG, .highwayMPG, .electricConsumption, .secondMPG, .utilityFactor, .addedGasoline,
    .cityUtilityFactor, .highwayUtilityFactor, .cityElectricConsumption, .highwayElectricConsumption,
    .cityAddedGasoline,
    .highwayAddedGasoline,
  ]

  /// A car with the properties that determine its energy use.
  private struct Record: CarEnergy {
    var fuel = Fuel.unknown
    var fuelName: String?
    var numbers = CarNumbers()
  }

  /// Reads the cars from the database. Cars that are not in the index are left out, and cars that are no longer in the
  /// database have an unknown use.
  init(_ db: Database, of cars: CatalogColumns, isCanceled: () -> Bool) throws {
    var energies = [UInt8](repeating: 0, count: cars.count)
    var city = [Double](repeating: 0, count: cars.count)
    var highway = city
    var electricity: [(Int, EnergyUse.Part)] = []
    var seconds: [(Int, EnergyUse.Part)] = []
    let codes = Dictionary(uniqueKeysWithValues: Energy.allCases.enumerated().map { ($1, UInt8($0 + 1)) })
    var record = Record()
    // The fuels are cached: a catalog has only a dozen, and folding their names for each car would take longer than all
    // other work.
    var known: [String: (main: Energy?, second: Energy?)] = [:]
    var read = 0
    let columns = Self.columns.map(\.column).joined(separator: ", ")
    try db.makeStatement(sql: "SELECT id, fuel, fuelName, \(columns) FROM car").forEachRow(in: db) { handle in
      read += 1
      if read & 1023 == 0, isCanceled() { throw CatalogError.canceled }
      let row = StoredColumns(handle: handle, table: "car")
      guard let ordinal = cars.ordinals[try row.integer(0, in: .min ... .max)] else { return }
      record.fuel = Fuel(rawValue: UInt8(try row.integer(1, in: 0...255))) ?? .unknown
      record.fuelName = try row.textIfPresent(2).map { String(decoding: $0, as: UTF8.self) }
      for (place, number) in Self.columns.enumerated() {
        let value = try row.number(Int32(3 + place), in: number.definition.range)
        record[number] = value.isNaN ? nil : value
      }
      let key = "\(record.fuel.rawValue)\(record.fuelName ?? "")"
      let used = known[key] ?? Energy.used(by: record.fuel, words: record.fuelName)
      known[key] = used
      let uses = EnergyUses(record, used)
      if let first = uses.main?.parts.first {
        energies[ordinal] = codes[first.energy] ?? 0
        (city[ordinal], highway[ordinal]) = (first.city, first.highway)
      }
      for part in uses.main?.parts.dropFirst() ?? [] { electricity.append((ordinal, part)) }
      if let second = uses.second?.parts.first { seconds.append((ordinal, second)) }
    }
    (self.energies, self.city, self.highway) = (energies, city, highway)
    (self.electricity, self.seconds) = (electricity, seconds)
  }

  /// Returns the columns of costs under some assumptions.
  ///
  /// - Parameter stored: The columns of the source. If the assumptions are those of the source, its costs are kept, and
  ///   only those that it does not contain are computed.
  func costs(
    under assumptions: CostAssumptions, stored: [CarField: NumberColumn]
  ) -> [CarField: NumberColumn] {
    // The cost per mile in the city and on the highway, for a use of one unit of each energy per mile.
    let factors = Energy.allCases.map { energy in
      let unit = EnergyUse.Part(energy: energy, city: 1, highway: 0)
      let other = EnergyUse.Part(energy: energy, city: 0, highway: 1)
      return (city: assumptions.annualCost(of: unit), highway: assumptions.annualCost(of: other))
    }
    var costs = [Double](repeating: .nan, count: energies.count)
    for ordinal in costs.indices where energies[ordinal] > 0 {
      let factor = factors[Int(energies[ordinal]) - 1]
      costs[ordinal] = city[ordinal] * factor.city + highway[ordinal] * factor.highway
    }
    for (ordinal, part) in electricity { costs[ordinal] += assumptions.annualCost(of: part) }
    var secondCosts = [Double](repeating: .nan, count: energies.count)
    for (ordinal, part) in seconds { secondCosts[ordinal] = assumptions.annualCost(of: part) }
    let computed: [(field: CarField, costs: [Double])] = [(.cost, costs), (.secondCost, secondCosts)]
    var columns: [CarField: NumberColumn] = [:]
    for (field, costs) in computed {
      guard let column = stored[field] else { continue }
      var builder = NumberColumnBuilder()
      builder.reserveCapacity(costs.count)
      for (ordinal, cost) in costs.enumerated() {
        let known = assumptions.areAnnualCostsOfSource ? column[ordinal] : nil
        builder.append(known ?? (cost.isNaN ? .nan : Double(assumptions.rounded(cost))))
      }
      columns[field] = NumberColumn(builder, order: Array(costs.indices))
    }
    return columns
  }
}

extension CatalogColumns {
  /// Whether the source does not contain a cost that can probably be computed, so that costs depend on a ``CostTable``
  /// even with the EPA's assumptions. In the EPA's catalog, only the costs of hydrogen are missing.
  var lacksCosts: Bool {
    let fuels = Fuel.table(\.hasPrice)
    if let costs = storedNumbers[.cost],
      (0..<count).contains(where: { fuels[Int(fuel[$0])] && costs[$0] == nil })
    {
      return true
    }
    guard let costs = storedNumbers[.secondCost], let economies = storedNumbers[.secondEconomy] else { return false }
    return (0..<count).contains { economies[$0] != nil && costs[$0] == nil }
  }

  /// Returns the column of prices, in which the user's prices take precedence over the source's; `nil` if the index
  /// contains no prices.
  func prices(with own: [Car.ID: Int]) -> NumberColumn? {
    guard let stored = storedNumbers[.price] else { return nil }
    if own.isEmpty { return stored }
    let own = Dictionary(uniqueKeysWithValues: own.compactMap { id, price in ordinals[id].map { ($0, price) } })
    var builder = NumberColumnBuilder()
    builder.reserveCapacity(count)
    for ordinal in 0..<count { builder.append(own[ordinal].map(Double.init) ?? stored[ordinal] ?? .nan) }
    return NumberColumn(builder, order: Array(0..<count))
  }
}
