import Catalog
import ShowroomSettings

/// The rank of a car in one measure among the cars of its class.
package struct Standing: Sendable, Hashable {
  package var measure: CarMeasure
  /// The value of the car.
  package var value: Double
  /// The class, or "All cars" if the class of the car is unknown.
  package var name: String
  /// The values of the cars of the class.
  package var distribution: Distribution
  /// The number of cars with a better value.
  package var better: Int
  /// The number of cars with a worse value.
  package var worse: Int

  package init(measure: CarMeasure, value: Double, name: String, distribution: Distribution) {
    let larger = measure.largerIsBetter
    self.measure = measure
    self.value = value
    self.name = name
    self.distribution = distribution
    better = distribution.rank(of: value, largerIsBetter: larger) - 1
    worse = distribution.rank(of: value, largerIsBetter: !larger) - 1
  }

  /// Creates a standing from the statistics of the catalog.
  init(_ standing: CarStanding, car: Car) {
    let group = car.vehicleClass.flatMap { name in standing.inClass.map { (name, $0) } }
    self.init(
      measure: standing.measure, value: standing.value, name: group?.0 ?? "All cars",
      distribution: group?.1 ?? standing.amongAll)
  }

  /// Returns the standings of a car in all known measures. The first call for a class takes several milliseconds.
  static func all(of car: Car, in index: CatalogIndex) -> [Standing] {
    index.statistics(for: car).map { Standing($0, car: car) }
  }

  /// The rank in words. Percentages are rounded up, so that a car is never among a smaller part than is true.
  package var verdict: String {
    let count = distribution.count
    if count <= 1 { return "the only one" }
    if better == 0 && worse == 0 { return "all the same" }
    if better == 0 { return worse == count - 1 ? "the best" : "among the best" }
    if worse == 0 { return better == count - 1 ? "the worst" : "among the worst" }
    func percent(_ beyond: Int) -> Int { ((beyond + 1) * 100 + count - 1) / count }
    return better <= worse ? "top \(percent(better))%" : "bottom \(percent(worse))%"
  }

  /// Whether the car is better than the median; `nil` if it equals the median.
  package var isGood: Bool? { better == worse ? nil : worse > better }
}
