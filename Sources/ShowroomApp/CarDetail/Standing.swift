import Catalog
import ShowroomSettings

/// The rank of a car in one measure.
package struct Standing: Sendable, Hashable {
  /// A group of cars that the car is compared with.
  package struct Group: Sendable, Hashable {
    /// The name of the group: a class, or all cars.
    package var name: String
    /// The number of cars with a known value, including this one.
    package var count: Int
    package var minimum: Double
    package var median: Double
    package var maximum: Double
    /// The number of cars with a better value than this one.
    package var better: Int
    /// The number of cars with a worse value than this one.
    package var worse: Int

    package init(
      name: String, count: Int, minimum: Double, median: Double, maximum: Double, better: Int, worse: Int
    ) {
      self.name = name
      self.count = count
      self.minimum = minimum
      self.median = median
      self.maximum = maximum
      self.better = better
      self.worse = worse
    }

    init(_ distribution: Distribution, name: String, value: Double, largerIsBetter: Bool) {
      self.init(
        name: name, count: distribution.count, minimum: distribution.minimum, median: distribution.median,
        maximum: distribution.maximum, better: distribution.rank(of: value, largerIsBetter: largerIsBetter) - 1,
        worse: distribution.rank(of: value, largerIsBetter: !largerIsBetter) - 1)
    }

    /// The rank in words. The percentage of worse cars is rounded down, so that a car is never better than 100% if
    /// another one is better.
    package var verdict: String {
      if count <= 1 { return "the only one" }
      if better == 0 && worse == 0 { return "all the same" }
      if better == 0 { return worse == count - 1 ? "the best" : "among the best" }
      if worse == 0 { return better == count - 1 ? "the worst" : "among the worst" }
      let percent = worse * 100 / (count - 1)
      return "better than \(percent == 0 ? "<1" : String(percent))%"
    }

    /// Whether the car is better than the median; `nil` if it equals the median.
    package var isGood: Bool? { better == worse ? nil : worse > better }
  }

  package var measure: CarMeasure
  /// The value of the car.
  package var value: Double
  /// The class of the car, if it is known, and all cars.
  package var groups: [Group]

  package init(measure: CarMeasure, value: Double, groups: [Group]) {
    self.measure = measure
    self.value = value
    self.groups = groups
  }

  /// Creates a standing from the statistics of the catalog.
  init(_ standing: CarStanding, car: Car) {
    let larger = standing.measure.largerIsBetter
    var groups: [Group] = []
    if let inClass = standing.inClass, let name = car.vehicleClass {
      groups.append(Group(inClass, name: name, value: standing.value, largerIsBetter: larger))
    }
    groups.append(Group(standing.amongAll, name: "All cars", value: standing.value, largerIsBetter: larger))
    self.init(measure: standing.measure, value: standing.value, groups: groups)
  }

  /// Returns the standings of a car in all known measures. The first call for a class takes several milliseconds.
  static func all(of car: Car, in index: CatalogIndex) -> [Standing] {
    index.statistics(for: car).map { Standing($0, car: car) }
  }
}
