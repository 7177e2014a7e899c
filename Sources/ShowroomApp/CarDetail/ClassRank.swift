import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting

/// The rank of a car in one field among the cars of its class.
package struct ClassRank: Sendable, Hashable {
  /// Cars with which a car is compared.
  package struct Group: Sendable, Hashable {
    /// The values of the cars.
    package var distribution: Distribution
    /// The model years of the cars as text: `since 1984`, `of 2018–2024`.
    package var years: String

    package init(_ distribution: Distribution, years: String = "") {
      self.distribution = distribution
      self.years = years
    }
  }

  package var field: CarField
  /// The value of the car.
  package var value: Double
  /// The class; `nil` if the car's class is unknown, in which case it is compared with all cars.
  package var vehicleClass: String?
  /// The cars of the class.
  package var group: Group
  /// The cars of the class with a similar model year, if there are any.
  package var near: Group?

  package init(
    field: CarField, value: Double, vehicleClass: String?, group: Group, near: Group? = nil
  ) {
    self.field = field
    self.value = value
    self.vehicleClass = vehicleClass
    self.group = group
    self.near = near
  }

  /// Creates the rank of a car from the statistics of the catalog.
  init(_ statistics: FieldStatistics, car: Car) {
    let years = statistics.nearYears
    self.init(
      field: statistics.field, value: statistics.value,
      vehicleClass: statistics.inClass == nil ? nil : car.vehicleClass,
      group: Group(statistics.all, years: "since \(statistics.firstYear)"),
      near: statistics.near.map { Group($0, years: "of \(years.lowerBound)–\(years.upperBound)") })
  }

  /// Returns the class ranks of a car in all known fields of ``CarField/ranked``. The first call for a class takes
  /// several milliseconds.
  static func all(of car: Car, in index: CatalogIndex) -> [ClassRank] {
    index.statistics(for: car).map { ClassRank($0, car: car) }
  }

  private var largerIsBetter: Bool { field.definition.better == .larger }

  /// The number of cars with a better value.
  package var better: Int { group.distribution.rank(of: value, largerIsBetter: largerIsBetter) - 1 }
  /// The number of cars with a worse value.
  package var worse: Int { group.distribution.rank(of: value, largerIsBetter: !largerIsBetter) - 1 }
  /// The number of cars, including the car itself.
  package var count: Int { group.distribution.count }

  /// Returns the rank among cars with a similar model year.
  package var amongNear: ClassRank {
    var classRank = self
    if let near { classRank.group = near }
    return classRank
  }

  /// The maximum percentage of the cars that may be better, or worse, for a rank to count as average.
  private static let averagePart = 55

  /// Whether the car is neither clearly better nor clearly worse than most others.
  private var isAverage: Bool {
    better * 100 <= count * Self.averagePart && worse * 100 <= count * Self.averagePart
  }

  /// The rank in words, completed by ``subject``. A percentage is rounded down, so that it is never overstated.
  package var verdict: String {
    if count <= 1 { return "the only one" }
    if better == 0 && worse == 0 { return "all the same" }
    if better == 0 { return worse == count - 1 ? "the best of" : "among the best of" }
    if worse == 0 { return better == count - 1 ? "the worst of" : "among the worst of" }
    if isAverage { return "average among" }
    return worse > better ? "better than \(worse * 100 / count)% of" : "worse than \(better * 100 / count)% of"
  }

  /// The cars that the car is compared with: `408 minivans`.
  package var subject: String {
    let name = vehicleClass.map { Self.plural(CarFormatting.compact($0)) } ?? "cars"
    return "\(grouped(count)) \(name)"
  }

  /// Whether the car is clearly better than others; `nil` if it is about average.
  package var isGood: Bool? {
    if better == 0 && worse == 0 { return nil }
    if better > 0, worse > 0, isAverage { return nil }
    return worse > better
  }

  /// Returns the plural of a class in the source's words, in lowercase: `midsize cars` for `Midsize Cars`, `minivans
  /// 2WD` for `Minivan - 2WD`, `cargo vans` for `Vans, Cargo Type`.
  static func plural(_ vehicleClass: String) -> String {
    var words = vehicleClass.replacing("/", with: " ").split(separator: " ").filter { $0 != "-" }.map(String.init)
    var drive: String?
    if let last = words.last, words.count > 1, last.lowercased().hasSuffix("wd") {
      drive = last.uppercased()
      words.removeLast()
    }
    if words.count > 1, words[0].hasPrefix("Vans") {
      words = words.dropFirst().filter { $0 != "Type" } + ["vans"]
    } else if words.last?.hasPrefix("Purpose") == true {
      words[words.count - 1] = "purpose"
      words.append(drive.map { "\($0)s" } ?? "vehicles")
      drive = nil
    }
    guard let last = words.last, last.utf8.last.map({ $0 < 0x80 }) == true else { return vehicleClass }
    if !last.lowercased().hasSuffix("s") { words[words.count - 1] = last + "s" }
    // Abbreviations keep their capitals: `small SUVs`.
    let lowercased = words.map { word in word.dropLast().contains { $0.isLowercase } ? word.lowercased() : word }
    return (lowercased + (drive.map { [$0] } ?? [])).joined(separator: " ")
  }
}
