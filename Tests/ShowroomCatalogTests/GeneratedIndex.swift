@testable import ShowroomCatalog

extension CatalogColumnsBuilder {
  init(_ cars: [Car]) {
    self.init()
    func number(_ text: String?, in pool: inout StringPoolBuilder) -> Int32 {
      guard var text else { return CatalogColumns.none }
      return text.withUTF8 { pool.number(of: UnsafeRawBufferPointer($0)) }
    }
    for car in cars {
      let make = number(car.make, in: &makes)
      let model = number(car.model, in: &models)
      let name = self.name(make: make, model: model)
      let row = CatalogColumnsBuilder.Row(
        id: car.id, name: name, year: Int16(car.year), vehicleClass: number(car.vehicleClass, in: &classes),
        fuel: car.fuel.rawValue, fuelName: number(car.fuelName, in: &fuelNames),
        drive: number(car.drive, in: &drives),
        transmission: number(car.transmission, in: &transmissions),
        cylinders: UInt8(car.cylinders ?? 0), comparedMPG: car.comparedMPG ?? .nan, co2: car.co2 ?? .nan,
        annualFuelCost: car.annualFuelCost.map(Double.init) ?? .nan, electricRange: car.electricRange ?? .nan,
        displacement: car.displacement ?? .nan, isWithdrawn: car.isWithdrawn)
      rows.append(row)
      if !car.plugIn.isEmpty {
        plugIns[car.id] = CatalogColumns.PlugIn(
          combinedMPG: car.combinedMPG ?? .nan, electricMPG: car.plugIn.electricMPG ?? .nan,
          blendedMPG: car.plugIn.blendedMPG ?? .nan)
      }
    }
  }
}

extension CatalogIndex {
  /// An index of the given cars, without a database.
  static func of(_ cars: [Car]) -> CatalogIndex {
    // Nothing cancels it, so nothing is thrown.
    let made = try? CatalogColumns(CatalogColumnsBuilder(cars), isCanceled: { false })
    guard let columns = made else { preconditionFailure() }
    let none = Bitmap(count: cars.count)
    return CatalogIndex(columns: columns, favorites: none, notes: none, files: none, revision: CatalogRevision())
  }

  /// An index of generated cars.
  static func generated(count: Int) -> CatalogIndex { of(.generated(count: count)) }
}

extension [Car] {
  /// Generated cars, each with a model of its own: the worst case for searching.
  static func generated(count: Int) -> [Car] {
    (0..<count).map { number in
      Car(
        id: Int64(number), make: "Make \(number % 150)", model: "Model \(number)", year: 1984 + number % 43,
        vehicleClass: "Class \(number % 30)", fuel: Fuel(rawValue: UInt8(number % 10)) ?? .unknown,
        combinedMPG: Double(number % 97) + 10, co2: Double(number % 613), annualFuelCost: number % 5000)
    }
  }
}
