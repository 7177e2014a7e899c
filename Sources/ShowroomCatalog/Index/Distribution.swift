/// The identity of a distribution: a field, one class or all cars, and a range of model years or all of them.
struct DistributionKey: Hashable, Sendable {
  var field: CarField
  var vehicleClass: Int32?
  var years: ClosedRange<Int>?
}

/// The distribution of a number among some cars. Each value is stored once with its count, because a class of a hundred
/// thousand cars has only a few hundred values.
package struct Distribution: Sendable, Hashable {
  /// The distinct known values in ascending order, never empty.
  package let values: [Double]
  /// The number of cars with each value or a smaller one.
  private let totals: [Int]

  /// The number of cars with a known value.
  package var count: Int { totals[totals.count - 1] }
  /// The number of cars with each value.
  package var counts: [Int] { totals.indices.map { totals[$0] - ($0 == 0 ? 0 : totals[$0 - 1]) } }
  /// The smallest value.
  package var minimum: Double { values[0] }
  /// The largest value.
  package var maximum: Double { values[values.count - 1] }
  /// The median. For an even number of cars, it is the mean of the two middle values.
  package var median: Double { (value(at: (count - 1) / 2) + value(at: count / 2)) / 2 }

  /// Creates the distribution of values in ascending order, one for each car, or returns `nil` if there are none.
  package init?(_ ascending: [Double]) {
    var (values, totals): ([Double], [Int]) = ([], [])
    for (index, value) in ascending.enumerated() {
      if value == values.last {
        totals[totals.count - 1] += 1
      } else {
        values.append(value)
        totals.append(index + 1)
      }
    }
    guard !values.isEmpty else { return nil }
    (self.values, self.totals) = (values, totals)
  }

  private init(_ counted: [(value: Double, count: Int)]) {
    var total = 0
    (values, totals) = (
      counted.map(\.value),
      counted.map {
        total += $0.count
        return total
      }
    )
  }

  /// Creates a distribution from distinct values in ascending order and the number of cars with each; `nil` if there
  /// are no cars.
  init?(of values: [Double], counts: some Sequence<Int>) {
    let counted = zip(values, counts).filter { $0.1 > 0 }.map { (value: $0, count: $1) }
    if counted.isEmpty { return nil }
    self.init(counted)
  }

  /// Returns the distribution of the results of a monotonic function, such as a unit conversion; `nil` if the function
  /// has no result for any value.
  package func mapped(_ transform: (Double) -> Double?) -> Distribution? {
    let counted = zip(values, counts).compactMap { value, count in transform(value).map { (value: $0, count: count) } }
    return counted.isEmpty ? nil : Distribution(counted.sorted { $0.value < $1.value })
  }

  /// Returns the rank of a value, 1 for the best. Equal values share a rank.
  package func rank(of value: Double, largerIsBetter: Bool) -> Int {
    largerIsBetter ? count - number { $0 <= value } + 1 : number { $0 < value } + 1
  }

  /// Returns the value at a position among those of all cars in ascending order.
  private func value(at position: Int) -> Double { values[totals.partitioningIndex { $0 > position }] }

  /// Returns the number of cars with the smallest values that satisfy a condition.
  private func number(while holds: (Double) -> Bool) -> Int {
    let end = values.partitioningIndex { !holds($0) }
    return end == 0 ? 0 : totals[end - 1]
  }
}

/// The distributions of one field among the cars with which a car is compared.
package struct FieldStatistics: Sendable {
  package let field: CarField
  /// The value of the car.
  package let value: Double
  /// The distribution among the cars of its class, or `nil` if its class is unknown.
  package let inClass: Distribution?
  /// The distribution among all cars.
  package let amongAll: Distribution
  /// The first model year of these cars.
  package let firstYear: Int
  /// The distribution among the cars of ``nearYears``, in the same class or, if that is unknown, in all classes.
  package let near: Distribution?
  /// The model years close to that of the car.
  package let nearYears: ClosedRange<Int>

  /// The distribution within the class or, if that is unknown, among all cars.
  package var all: Distribution { inClass ?? amongAll }
}

extension CatalogIndex {
  /// Returns the distributions of each field in ``CarField/ranked`` for which the car's value is known, within its
  /// class and among all cars. If ``prepare(isCanceled:)`` has not computed a distribution, it is computed at first
  /// use, which takes a few milliseconds.
  package func statistics(for car: Car) -> [FieldStatistics] {
    let number = ordinal(of: car.id).flatMap { columns.texts[.vehicleClass]?.numbers[$0] } ?? CatalogColumns.none
    let vehicleClass = number == CatalogColumns.none ? nil : number
    let firstYear = columns.firstYear(ofClass: vehicleClass) ?? car.year
    let nearYears = car.year - Self.nearbyYears...car.year + Self.nearbyYears
    return CarField.ranked.compactMap { field in
      guard let value = field.comparedNumber(of: car), let all = columns.distribution(DistributionKey(field: field))
      else {
        return nil
      }
      let inClass = vehicleClass.flatMap {
        columns.distribution(DistributionKey(field: field, vehicleClass: $0))
      }
      let near = columns.distribution(
        DistributionKey(field: field, vehicleClass: vehicleClass, years: nearYears), isKept: false)
      return FieldStatistics(
        field: field, value: value, inClass: inClass, amongAll: all, firstYear: firstYear, near: near,
        nearYears: nearYears)
    }
  }

  /// The number of model years before and after a car's own that count as close to it.
  private static let nearbyYears = 3

  /// Computes all words and all distributions in advance, so that no search, completion or preview has to wait for
  /// them. The words come first, because they are needed as soon as a typed letter leaves no matches.
  package func prepare(isCanceled: () -> Bool = { false }) {
    if !isCanceled() { _ = columns.vocabulary(of: nil) }
    if !isCanceled() { _ = columns.modelWords }
    let classes = [nil] + (0..<(columns.texts[.vehicleClass]?.pool.count ?? 0)).map { Int32($0) }
    for vehicleClass in classes {
      for field in CarField.ranked where !isCanceled() {
        _ = columns.distribution(DistributionKey(field: field, vehicleClass: vehicleClass))
      }
    }
  }
}

extension CatalogColumns {
  /// Returns the first model year of a class, or of all cars.
  func firstYear(ofClass wanted: Int32?) -> Int? {
    guard let wanted else { return year.min().map { Int($0) } }
    guard let vehicleClass = texts[.vehicleClass]?.numbers else { return nil }
    var first = Int16.max
    for ordinal in 0..<count where vehicleClass[ordinal] == wanted && year[ordinal] < first { first = year[ordinal] }
    return first == .max ? nil : Int(first)
  }

  /// - Parameter isKept: Whether the distribution is cached. Distributions for particular model years are not, because
  ///   there are too many.
  func distribution(_ key: DistributionKey, isKept: Bool = true) -> Distribution? {
    if let known = distributions.withLock({ $0[key] }) { return known }
    guard let column = numbers[key.field], let vehicleClass = texts[.vehicleClass]?.numbers else { return nil }
    var counts = [Int](repeating: 0, count: column.values.count + 1)
    if let wanted = key.vehicleClass {
      // Reads the storage directly and tests the class first, because this runs after each key, and few of a million
      // cars are in a particular class.
      vehicleClass.withUnsafeBufferPointer { classes in
        for ordinal in 0..<classes.count where classes[ordinal] == wanted {
          if let years = key.years, !years.contains(Int(year[ordinal])) { continue }
          counts[column.code(at: ordinal)] += 1
        }
      }
    } else {
      for ordinal in 0..<count {
        if let years = key.years, !years.contains(Int(year[ordinal])) { continue }
        counts[column.code(at: ordinal)] += 1
      }
    }
    guard let made = Distribution(of: column.values, counts: counts.dropFirst()) else { return nil }
    if isKept { distributions.withLock { $0[key] = made } }
    return made
  }
}
