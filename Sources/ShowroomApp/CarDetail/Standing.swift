import Catalogue

/// Where a car stands in one measure, in the few numbers that a bar needs.
public struct Standing: Sendable, Hashable {
  /// Cars that it is compared with.
  public struct Group: Sendable, Hashable {
    /// What they are called: their class, or all cars.
    public var name: String
    /// How many of them have a known value, this car included.
    public var count: Int
    /// The smallest value.
    public var minimum: Double
    /// The middle value.
    public var median: Double
    /// The largest value.
    public var maximum: Double
    /// How many have a better value than this car.
    public var better: Int
    /// How many have a worse value than this car.
    public var worse: Int

    /// Makes a group.
    public init(
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

    /// The place in words. The percentage counts the cars that are worse among all the others, rounded down, so that
    /// "100 %" is never said of a car that another one beats.
    public var verdict: String {
      if count <= 1 { return "the only one" }
      if better == 0 && worse == 0 { return "all the same" }
      if better == 0 { return worse == count - 1 ? "the best" : "among the best" }
      if worse == 0 { return better == count - 1 ? "the worst" : "among the worst" }
      let percent = worse * 100 / (count - 1)
      return "better than \(percent == 0 ? "<1" : String(percent)) %"
    }

    /// Whether it is better than the middle one; `nil` where the two are level.
    public var isGood: Bool? { better == worse ? nil : worse > better }
  }

  /// The measure.
  public var measure: CarMeasure
  /// The car's own value.
  public var value: Double
  /// Its class, where that is known, then all cars.
  public var groups: [Group]

  /// Makes a standing.
  public init(measure: CarMeasure, value: Double, groups: [Group]) {
    self.measure = measure
    self.value = value
    self.groups = groups
  }

  /// The standing of `car`, whose class is called as the car calls it.
  init(_ standing: CarStanding, car: Car) {
    let larger = standing.measure.largerIsBetter
    var groups: [Group] = []
    if let inClass = standing.inClass, let name = car.vehicleClass {
      groups.append(Group(inClass, name: name, value: standing.value, largerIsBetter: larger))
    }
    groups.append(Group(standing.amongAll, name: "All cars", value: standing.value, largerIsBetter: larger))
    self.init(measure: standing.measure, value: standing.value, groups: groups)
  }

  /// The standings of a car in all measures that are known of it. The first call for a class takes milliseconds.
  static func all(of car: Car, in index: CatalogueIndex) -> [Standing] {
    index.statistics(for: car).map { Standing($0, car: car) }
  }
}
