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
        id: car.id, name: name, year: Int16(car.year), fuel: car.fuel.rawValue, isWithdrawn: car.isWithdrawn)
      rows.append(row)
      for (place, field) in CarField.indexedTexts.enumerated() {
        guard case .text(let text) = field.value(of: car) else { continue }
        texts[place].numbers.append(number(text, in: &texts[place].pool))
      }
      for (place, field) in CarField.indexed.enumerated() {
        numbers[place].append(field.comparedNumber(of: car) ?? .nan)
      }
      if car.isBlended {
        plugIns[car.id] = CatalogColumns.PlugIn(
          combinedMPG: car.combinedMPG ?? .nan, electricMPG: car[.electricMPG] ?? .nan,
          blendedMPG: car[.blendedMPG] ?? .nan)
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
