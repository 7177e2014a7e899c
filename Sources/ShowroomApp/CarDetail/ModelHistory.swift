import Catalog
import ShowroomSettings

/// The fuel economy of a model by model year.
package struct ModelHistory: Sendable, Hashable {
  /// One model year.
  package struct Year: Sendable, Hashable {
    package var year: Int
    /// The average combined fuel economy of the variants of that year in miles per gallon; `nil` if none is known.
    package var consumption: Double?

    package init(year: Int, consumption: Double?) {
      self.year = year
      self.consumption = consumption
    }
  }

  /// The years from the first to the last with the model, without gaps.
  package var years: [Year]
  /// The model year of the shown car.
  package var shownYear: Int

  package init(years: [Year], shownYear: Int) {
    self.years = years
    self.shownYear = shownYear
  }

  /// Creates the history of the model of `car` from `relatives`, the cars of the same make and base model.
  ///
  /// Only variants with the same fuel count, because the 100 MPGe of an electric variant would distort the average of
  /// the others. Returns `nil` if the fuel economy is known for fewer than two years.
  init?(of car: Car, among relatives: [Car]) {
    let known = Dictionary(
      grouping: relatives.filter { $0.fuel == car.fuel && $0.combinedMPG != nil }, by: \.year
    ).mapValues { cars in cars.compactMap(\.combinedMPG).reduce(0, +) / Double(cars.count) }
    guard known.count > 1, let first = known.keys.min(), let last = known.keys.max() else { return nil }
    let range = min(first, car.year)...max(last, car.year)
    self.init(years: range.map { Year(year: $0, consumption: known[$0]) }, shownYear: car.year)
  }

  /// The smallest and the largest known value.
  package var bounds: ClosedRange<Double>? {
    let values = years.compactMap(\.consumption)
    guard let low = values.min(), let high = values.max() else { return nil }
    return low...high
  }
}
