import ShowroomCatalog

/// The fuel economy of a model by model year, separately for each fuel.
package struct ModelHistory: Sendable, Hashable {
  /// The variants with one fuel.
  package struct Series: Sendable, Hashable {
    package var fuel: Fuel
    /// The average combined fuel economy in miles per gallon, by model year. Years without a known value are missing.
    package var averages: [Int: Double]
    /// Whether the fuel economy is the combined value for both fuels of plug-in hybrids.
    package var isBlended: Bool

    package init(fuel: Fuel, averages: [Int: Double], isBlended: Bool = false) {
      self.fuel = fuel
      self.averages = averages
      self.isBlended = isBlended
    }
  }

  /// The series for the fuel of the shown car, followed by the others in the order of their labels.
  package var series: [Series]
  /// The range from the first to the last year of the model.
  package var years: ClosedRange<Int>
  /// The model year of the shown car.
  package var shownYear: Int

  package init(series: [Series], years: ClosedRange<Int>, shownYear: Int) {
    self.series = series
    self.years = years
    self.shownYear = shownYear
  }

  /// Creates the history of a car's model from `years`, which describe the cars of the same make and base model.
  ///
  /// Fuels are separated, because the 40 mpg of a hybrid or the 100 MPGe of an electric variant would distort the
  /// average of the others. Returns `nil` if the fuel economy is known for fewer than two years.
  init?(of car: Car, among years: [ModelYear]) {
    let series = Dictionary(grouping: years.filter { $0.comparedMPG != nil }, by: \.fuel).map { fuel, cars in
      Series(
        fuel: fuel,
        averages: Dictionary(grouping: cars, by: \.year).mapValues { cars in
          cars.compactMap(\.comparedMPG).reduce(0, +) / Double(cars.count)
        }, isBlended: cars.contains(where: \.isBlended))
    }
    let known = Set(series.flatMap(\.averages.keys))
    guard known.count > 1, let first = known.min(), let last = known.max() else { return nil }
    func order(_ series: Series) -> (Int, String) { (series.fuel == car.fuel ? 0 : 1, series.fuel.label) }
    self.init(
      series: series.sorted { order($0) < order($1) }, years: min(first, car.year)...max(last, car.year),
      shownYear: car.year)
  }
}
