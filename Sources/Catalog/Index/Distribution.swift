/// The identity of a distribution: a measure, for one class or for all cars.
struct DistributionKey: Hashable, Sendable {
  var measure: CarMeasure
  var vehicleClass: Int32?
}

/// A measure by which cars are compared.
package enum CarMeasure: Sendable, Hashable, CaseIterable {
  /// The combined fuel economy in miles per gallon.
  case consumption
  /// The tailpipe CO₂ emissions in grams per mile.
  case co2
  /// The annual fuel cost in dollars.
  case cost

  /// Whether a larger value is better.
  package var largerIsBetter: Bool { self == .consumption }
}

/// The distribution of a measure among some cars.
package struct Distribution: Sendable, Hashable {
  /// The known values in ascending order, never empty.
  package let values: [Double]

  /// The number of cars with a known value.
  package var count: Int { values.count }
  /// The smallest value.
  package var minimum: Double { values[0] }
  /// The largest value.
  package var maximum: Double { values[values.count - 1] }
  /// The median, which is the mean of the two middle values of an even number of cars.
  package var median: Double { (values[(values.count - 1) / 2] + values[values.count / 2]) / 2 }

  /// Creates the distribution of values in ascending order, or returns `nil` if there are none.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  /// Returns the rank of a value, 1 for the best. Equal values share a rank.
  package func rank(of value: Double, largerIsBetter: Bool) -> Int {
    largerIsBetter ? values.count - firstIndex { $0 > value } + 1 : firstIndex { $0 >= value } + 1
  }

  /// Hashes the number of values and their ends, because there may be tens of thousands.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(minimum)
    hasher.combine(maximum)
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

/// The rank of a car in one measure.
package struct CarStanding: Sendable {
  package let measure: CarMeasure
  /// The value of the car.
  package let value: Double
  /// The distribution among the cars of its class, or `nil` when its class is unknown.
  package let inClass: Distribution?
  /// The distribution among all cars.
  package let amongAll: Distribution
}

extension CatalogIndex {
  /// Returns the standing of a car in each of its known measures, within its class and among all cars. Computes the
  /// distributions at first use, which takes a few milliseconds, and caches them.
  package func statistics(for car: Car) -> [CarStanding] {
    let values: [CarMeasure: Double?] = [
      .consumption: car.combinedMPG, .co2: car.co2, .cost: car.annualFuelCost.map(Double.init),
    ]
    let vehicleClass = ordinal(of: car.id).map { columns.vehicleClass[$0] } ?? CatalogColumns.none
    return CarMeasure.allCases.compactMap { measure in
      guard let value = values[measure] ?? nil, let all = columns.distribution(DistributionKey(measure: measure)) else {
        return nil
      }
      let inClass =
        vehicleClass == CatalogColumns.none
        ? nil : columns.distribution(DistributionKey(measure: measure, vehicleClass: vehicleClass))
      return CarStanding(measure: measure, value: value, inClass: inClass, amongAll: all)
    }
  }
}

extension CatalogColumns {
  func distribution(_ key: DistributionKey) -> Distribution? {
    if let known = distributions.withLock({ $0[key] }) { return known }
    let column =
      switch key.measure {
      case .consumption: combinedMPG
      case .co2: co2
      case .cost: annualFuelCost
      }
    var values: [Double] = []
    if let wanted = key.vehicleClass {
      // Through the storage and class by class first, because this follows a key: of a million cars, few are in a class.
      vehicleClass.withUnsafeBufferPointer { classes in
        for ordinal in 0..<classes.count where classes[ordinal] == wanted && !column[ordinal].isNaN {
          values.append(column[ordinal])
        }
      }
    } else {
      values = column.filter { !$0.isNaN }
    }
    guard let made = Distribution(ascending(values)) else { return nil }
    distributions.withLock { $0[key] = made }
    return made
  }
}

/// Returns numbers in ascending order, in linear time: digit by digit, from the last one. A preview follows a key, and
/// sorts a tenth of the catalog three times.
///
/// - Parameter values: Numbers that are not NaN.
func ascending(_ values: [Double]) -> [Double] {
  let digitBits = 11
  let mask: UInt64 = 1 << digitBits - 1
  // Bits in the order of the numbers: those of a negative number are inverted.
  var keys = values.map { $0.sign == .minus ? ~$0.bitPattern : $0.bitPattern | 1 << 63 }
  var sorted = [UInt64](repeating: 0, count: keys.count)
  for shift in stride(from: 0, to: UInt64.bitWidth, by: digitBits) {
    var places = [Int](repeating: 0, count: Int(mask) + 1)
    for key in keys { places[Int(key >> shift & mask)] += 1 }
    // Most numbers are short, so that many digits are the same in all.
    if places.contains(keys.count) { continue }
    var next = 0
    for digit in places.indices { (places[digit], next) = (next, next + places[digit]) }
    for key in keys {
      let digit = Int(key >> shift & mask)
      sorted[places[digit]] = key
      places[digit] += 1
    }
    swap(&keys, &sorted)
  }
  return keys.map { Double(bitPattern: $0 >> 63 == 1 ? $0 & ~(1 << 63) : ~$0) }
}
