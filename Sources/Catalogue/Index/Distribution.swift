/// Which numbers a distribution is of.
struct DistributionKey: Hashable, Sendable {
  var measure: CarMeasure
  var vehicleClass: Int32?
}

/// A number that cars are compared by.
public enum CarMeasure: Sendable, Hashable, CaseIterable {
  /// Combined consumption in miles per gallon: more is better.
  case consumption
  /// Tailpipe CO₂ in grams a mile: less is better.
  case co2
  /// Fuel cost in dollars a year: less is better.
  case cost

  /// True when a larger number is the better one.
  public var largerIsBetter: Bool { self == .consumption }
}

/// The known values of a measure among some cars, in ascending order.
public struct Distribution: Sendable {
  /// The values, ascending; never empty.
  let values: [Double]

  /// How many cars have a known value.
  public var count: Int { values.count }
  /// The smallest value.
  public var minimum: Double { values[0] }
  /// The largest value.
  public var maximum: Double { values[values.count - 1] }
  /// The middle value; the mean of the two in the middle when there are two.
  public var median: Double { (values[(values.count - 1) / 2] + values[values.count / 2]) / 2 }

  /// `nil` without values.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  /// The share of cars, 0 to 1, whose value is smaller; cars with the same value count half.
  public func percentile(of value: Double) -> Double {
    let (smaller, notLarger) = (firstIndex { $0 >= value }, firstIndex { $0 > value })
    return (Double(smaller) + Double(notLarger - smaller) / 2) / Double(values.count)
  }

  /// The place of a value, 1 for the best; equal values share a place.
  public func rank(of value: Double, largerIsBetter: Bool) -> Int {
    largerIsBetter ? values.count - firstIndex { $0 > value } + 1 : firstIndex { $0 >= value } + 1
  }

  private func firstIndex(where holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(values[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Where a car stands in one measure.
public struct CarStanding: Sendable {
  /// The measure.
  public let measure: CarMeasure
  /// The car's own value.
  public let value: Double
  /// All cars of its class; `nil` when the class is unknown.
  public let inClass: Distribution?
  /// All cars.
  public let amongAll: Distribution
}

extension CatalogueIndex {
  /// Where a car stands in each measure that is known of it, within its class and among all cars. The distributions are
  /// made at first use, in some milliseconds, and kept.
  public func statistics(for car: Car) -> [CarStanding] {
    let vehicleClass = ordinal(of: car.id).map { columns.vehicleClass[$0] } ?? CatalogueColumns.none
    return CarMeasure.allCases.compactMap { measure in
      let value: Double? =
        switch measure {
        case .consumption: car.combinedMPG
        case .co2: car.co2
        case .cost: car.annualFuelCost.map(Double.init)
        }
      guard let value, let all = columns.distribution(DistributionKey(measure: measure)) else { return nil }
      let inClass =
        vehicleClass == CatalogueColumns.none
        ? nil : columns.distribution(DistributionKey(measure: measure, vehicleClass: vehicleClass))
      return CarStanding(measure: measure, value: value, inClass: inClass, amongAll: all)
    }
  }
}

extension CatalogueColumns {
  func distribution(_ key: DistributionKey) -> Distribution? {
    if let known = distributions.withLock({ $0[key] }) { return known }
    let column =
      switch key.measure {
      case .consumption: combinedMPG
      case .co2: co2
      case .cost: annualFuelCost
      }
    var values: [Double] = []
    for ordinal in 0..<count where !column[ordinal].isNaN {
      if key.vehicleClass == nil || vehicleClass[ordinal] == key.vehicleClass { values.append(column[ordinal]) }
    }
    values.sort()
    guard let made = Distribution(values) else { return nil }
    distributions.withLock { $0[key] = made }
    return made
  }
}
