import Catalogue

/// A model's consumption over the years, as a column chart shows it.
public struct ModelHistory: Sendable, Hashable {
  /// One model year.
  public struct Year: Sendable, Hashable {
    /// The model year.
    public var year: Int
    /// The mean combined consumption of that year's variants in miles per gallon; `nil` when there was none, or none
    /// with a known consumption.
    public var consumption: Double?

    /// Makes a year.
    public init(year: Int, consumption: Double?) {
      self.year = year
      self.consumption = consumption
    }
  }

  /// Every year from the first to the last that has the model, in order; gaps included.
  public var years: [Year]
  /// The year of the car that is shown.
  public var shownYear: Int

  /// Makes a history.
  public init(years: [Year], shownYear: Int) {
    self.years = years
    self.shownYear = shownYear
  }

  /// The history of the model of `car` among `relatives`, the cars of the same make and base model.
  ///
  /// Only those that run on the same are counted: an electric variant's 100 MPGe among petrol ones would say that the
  /// petrol car had become thrifty. `nil` with fewer than two known years: one column is no history.
  init?(of car: Car, among relatives: [Car]) {
    let known = Dictionary(
      grouping: relatives.filter { $0.fuel == car.fuel && $0.combinedMPG != nil }, by: \.year
    ).mapValues { cars in cars.compactMap(\.combinedMPG).reduce(0, +) / Double(cars.count) }
    guard known.count > 1, let first = known.keys.min(), let last = known.keys.max() else { return nil }
    let range = min(first, car.year)...max(last, car.year)
    self.init(years: range.map { Year(year: $0, consumption: known[$0]) }, shownYear: car.year)
  }

  /// The smallest and the largest value.
  public var bounds: ClosedRange<Double>? {
    let values = years.compactMap(\.consumption)
    guard let low = values.min(), let high = values.max() else { return nil }
    return low...high
  }
}
