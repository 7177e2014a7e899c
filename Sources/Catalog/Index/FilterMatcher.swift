/// A test of a field of all cars against a filter.
struct FilterMatcher {
  private let filter: FieldFilter
  private let columns: CatalogColumns

  init(_ filter: FieldFilter, columns: CatalogColumns) {
    self.filter = filter
    self.columns = columns
  }

  /// Returns the cars that meet the filter; `nil` when canceled.
  ///
  /// - Parameter flags: the cars whose flag is set, for a filter on the user's data.
  func matches(flags: Bitmap? = nil, isCanceled: () -> Bool) -> Bitmap? {
    let none = Bitmap(count: columns.count)
    switch filter.condition {
    case .flag(let value):
      guard let flags = filter.field == .withdrawn ? columns.isWithdrawn : flags else { return none }
      return value != filter.isExcluded ? flags : flags.complement
    case .contains(let texts):
      let needles = texts.map { Needle($0) }
      return matches(isCanceled) { pool in
        pool.map { text in needles.contains { $0.occurrence(in: text) != .none } }
      } fuel: { fuel in
        // A word of the category must begin with the text, so that `fuel:ev` does not match every hybrid (HEV).
        needles.contains { $0.occurrence(in: fuel.searchWords) == .wordStart }
      }
    case .equals(let texts):
      return matches(isCanceled) { pool in
        (0..<Int32(pool.count)).map { texts.contains(Folding.fold(pool.string(at: $0))) }
      } fuel: {
        texts.contains(Folding.fold($0.label))
      }
    case .between(let lower, let includesLower, let upper, let includesUpper):
      return numbers(isCanceled) {
        ($0 > lower || includesLower && $0 == lower) && ($0 < upper || includesUpper && $0 == upper)
      }
    case .oneOf(let numbers):
      return self.numbers(isCanceled) { numbers.contains($0) }
    }
  }

  /// Returns the cars of which the text of the field passes a test.
  ///
  /// - Parameters:
  ///   - test: the test of all texts of a pool.
  ///   - fuel: the test of a fuel category.
  private func matches(
    _ isCanceled: () -> Bool, test: (StringPool) -> [Bool], fuel: (Fuel) -> Bool
  ) -> Bitmap? {
    func marked<Number: FixedWidthInteger>(_ column: [Number], _ table: [Bool]) -> Bitmap? {
      Bitmap.of(column, markedIn: table, isCanceled: isCanceled)
    }
    // The folded pools contain synonyms, with which a text cannot be equal.
    let isExact = if case .equals = filter.condition { true } else { false }
    let found: Bitmap?
    switch filter.field {
    case .make:
      let makes = test(columns.foldedMakes)
      found = marked(columns.name, columns.names.make.map { makes[Int($0)] })
    case .model:
      let models = test(columns.foldedModels)
      found = marked(columns.name, columns.names.model.map { models[Int($0)] })
    case .vehicleClass: found = marked(columns.vehicleClass, test(isExact ? columns.classes : columns.foldedClasses))
    case .drive: found = marked(columns.drive, test(isExact ? columns.drives : columns.foldedDrives))
    case .transmission: found = marked(columns.transmission, test(columns.foldedTransmissions))
    case .fuel:
      guard var fuels = marked(columns.fuel, Fuel.table(fuel)) else { return nil }
      if !isExact {
        guard let named = marked(columns.fuelName, test(columns.foldedFuelNames)) else { return nil }
        fuels.formUnion(named)
      }
      found = fuels
    case .year, .mpg, .co2, .cost, .range, .cylinders, .displacement, .favorite, .note, .files, .withdrawn:
      return Bitmap(count: columns.count)
    }
    return filter.isExcluded ? found?.complement : found
  }

  /// Returns the cars whose number passes a test. An unknown number is neither inside nor outside a range.
  private func numbers(_ isCanceled: () -> Bool, _ holds: (Double) -> Bool) -> Bitmap? {
    let isExcluded = filter.isExcluded
    func known(_ column: [Double]) -> Bitmap? {
      column.withUnsafeBufferPointer { column in
        Bitmap.of(count: columns.count, isCanceled: isCanceled) {
          !column[$0].isNaN && holds(column[$0]) != isExcluded
        }
      }
    }
    switch filter.field {
    case .year:
      let years = (0...Int(Int16.max)).map { holds(Double($0)) != isExcluded }
      return Bitmap.of(columns.year, markedIn: years, isCanceled: isCanceled)
    case .cylinders:
      let counts = (0...255).map { $0 > 0 && holds(Double($0)) != isExcluded }
      return Bitmap.of(columns.cylinders, markedIn: counts, isCanceled: isCanceled)
    case .mpg: return known(columns.combinedMPG)
    case .co2: return known(columns.co2)
    case .cost: return known(columns.annualFuelCost)
    case .range: return known(columns.electricRange)
    case .displacement: return known(columns.displacement)
    case .make, .model, .vehicleClass, .fuel, .drive, .transmission, .favorite, .note, .files, .withdrawn:
      return Bitmap(count: columns.count)
    }
  }
}
