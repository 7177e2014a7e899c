import Synchronization

/// The cars by column, in the order of make, model, year (newest first), id: a car's ordinal is its rank in that order.
/// Immutable, and shared by all indexes that differ only in what the user has on cars.
final class CatalogueColumns: Sendable {
  /// The number of a text that is unknown.
  static let none: Int32 = -1

  struct Names: Sendable {
    var make: [Int32]
    var model: [Int32]
    /// `make model`, folded: what search words are looked for in.
    var folded: StringPool
  }

  let ids: [Car.ID]
  /// The number of the make and model in ``names``.
  let name: [Int32]
  let year: [Int16]
  let vehicleClass: [Int32]
  let fuel: [UInt8]
  let fuelName: [Int32]
  let drive: [Int32]
  let transmission: [Int32]
  let cylinders: [UInt8]
  /// Unknown is NaN in all of these.
  let combinedMPG: [Double]
  let co2: [Double]
  let annualFuelCost: [Double]
  let electricRange: [Double]
  let displacement: [Double]
  let isWithdrawn: Bitmap

  let names: Names
  let makes: StringPool
  let models: StringPool
  let classes: StringPool
  let fuelNames: StringPool
  let drives: StringPool
  let transmissions: StringPool
  let foldedMakes: StringPool
  let foldedModels: StringPool
  let foldedClasses: StringPool
  let foldedFuelNames: StringPool
  let foldedDrives: StringPool
  let foldedTransmissions: StringPool

  /// The ids in ascending order, and the ordinal of each.
  private let sortedIDs: [Car.ID]
  private let ordinalsByID: [Int32]
  let orders = Mutex<[Sort: [Int32]]>([:])
  let distributions = Mutex<[DistributionKey: Distribution]>([:])

  var count: Int { ids.count }

  init(_ builder: consuming CatalogueColumnsBuilder, isCancelled: () -> Bool) throws(CatalogueError) {
    (makes, models) = (builder.makes.pool, builder.models.pool)
    (foldedMakes, foldedModels) = (makes.folded(), models.folded())
    let pairs = builder.names.sorted { $0.value < $1.value }.map(\.key)
    var folded = StringPool()
    for pair in pairs {
      folded.append(
        foldedMakes.string(at: Int32(pair >> 32)) + " " + foldedModels.string(at: Int32(pair & 0xffff_ffff)))
    }
    names = Names(
      make: pairs.map { Int32($0 >> 32) }, model: pairs.map { Int32($0 & 0xffff_ffff) }, folded: folded)
    if isCancelled() { throw .cancelled }

    let nameRanks = Self.nameRanks(names, makeRanks: foldedMakes.ranks(), modelRanks: foldedModels.ranks())
    let rows = builder.rows
    var order = Array(rows.indices)
    var look = SparseLook()
    do {
      try order.sort { first, second in
        try look.take(isCancelled)
        let (first, second) = (rows[first], rows[second])
        let (a, b) = (nameRanks[Int(first.name)], nameRanks[Int(second.name)])
        if a != b { return a < b }
        return first.year != second.year ? first.year > second.year : first.id < second.id
      }
    } catch {
      throw .cancelled
    }

    // Each column goes through memory in another order than it lies in: with a million cars, that takes a while.
    func column<Value>(_ value: (CatalogueColumnsBuilder.Row) -> Value) throws(CatalogueError) -> [Value] {
      if isCancelled() { throw .cancelled }
      return order.map { value(rows[$0]) }
    }
    ids = try column { $0.id }
    name = try column { $0.name }
    year = try column { $0.year }
    vehicleClass = try column { $0.vehicleClass }
    fuel = try column { $0.fuel }
    fuelName = try column { $0.fuelName }
    drive = try column { $0.drive }
    transmission = try column { $0.transmission }
    cylinders = try column { $0.cylinders }
    combinedMPG = try column { $0.combinedMPG }
    co2 = try column { $0.co2 }
    annualFuelCost = try column { $0.annualFuelCost }
    electricRange = try column { $0.electricRange }
    displacement = try column { $0.displacement }
    var withdrawn = Bitmap(count: rows.count)
    for (ordinal, row) in order.enumerated() where rows[row].isWithdrawn { withdrawn[ordinal] = true }
    isWithdrawn = withdrawn

    (classes, fuelNames) = (builder.classes.pool, builder.fuelNames.pool)
    (drives, transmissions) = (builder.drives.pool, builder.transmissions.pool)
    foldedClasses = classes.folded { ClassWords.searchText(of: Folding.fold($0)) }
    foldedFuelNames = fuelNames.folded()
    foldedDrives = drives.folded { ClassWords.searchText(of: Folding.fold($0)) }
    foldedTransmissions = transmissions.folded()

    var byID = Array(zip(ids, Int32(0)..<Int32(ids.count)))
    do {
      try byID.sort { first, second in
        try look.take(isCancelled)
        return first.0 < second.0
      }
    } catch {
      throw .cancelled
    }
    sortedIDs = byID.map(\.0)
    ordinalsByID = byID.map(\.1)
  }

  private static func nameRanks(_ names: Names, makeRanks: [Int32], modelRanks: [Int32]) -> [UInt64] {
    zip(names.make, names.model).map { UInt64(makeRanks[Int($0)]) << 32 | UInt64(modelRanks[Int($1)]) }
  }

  /// Where a car is; a binary search.
  func ordinal(of id: Car.ID) -> Int? {
    var (low, high) = (0, sortedIDs.count)
    while low < high {
      let middle = (low + high) / 2
      if sortedIDs[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < sortedIDs.count && sortedIDs[low] == id ? Int(ordinalsByID[low]) : nil
  }

  static func text(_ pool: StringPool, _ number: Int32) -> String? {
    number == none ? nil : pool.string(at: number)
  }
}
