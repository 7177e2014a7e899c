import Glibc
import ShowroomFiles

/// How much the cars of a catalog are like one of them, as someone who looks for an alternative compares them.
///
/// The distance between two cars is the weighted mean of the differences in what both tell: the class and the fuel (3
/// each), the fuel economy and the year (2 each), the annual fuel cost, the displacement, the passenger space, the electric
/// range and the price (1.5 each), and the luggage space (1). A difference of 1 is what makes most buyers look elsewhere:
///
/// - **Class**: another kind of body is 0.4 (a minivan and a van) to 1 (a pickup and a sedan), and a step of size is 0.3.
///   The same class with other driven axles is 0.1.
/// - **Fuel**: a hybrid is 0.5 from gasoline, a plug-in hybrid 0.8, an electric car 1; another fuel in the tank adds 0.5.
///   Hydrogen, which few places sell, is 1 from all others.
/// - **Numbers**: differences are relative, because 5 mpg are many of 15 and few of 120. A 1 is a factor of 1.4 in fuel
///   economy, 1.5 in cost, range and price, 1.6 in displacement and luggage space, and 1.25 in passenger space.
/// - **Year**: a 1 is five years.
///
/// A mean instead of a sum makes an unknown value neither attract nor repel. A car that tells less than half of what the
/// other one does, by weight, cannot be compared. Of each model only the nearest car counts, and of each make at most ten,
/// because the years and variants of one model, and the 40 models that are a 911, would leave no room for alternatives.
struct Likeness {
  /// The largest number of other cars of one make.
  static let limitOfMake = 10

  /// A number by which cars are compared.
  private struct Measure {
    let field: CarField
    let weight: Double
    /// The factor between two numbers whose difference is 1.
    let factor: Double
  }

  private static let measures = [
    Measure(field: .economy, weight: 2, factor: 1.4), Measure(field: .cost, weight: 1.5, factor: 1.5),
    Measure(field: .displacement, weight: 1.5, factor: 1.6), Measure(field: .passenger, weight: 1.5, factor: 1.25),
    Measure(field: .luggage, weight: 1, factor: 1.6), Measure(field: .range, weight: 1.5, factor: 1.5),
    Measure(field: .price, weight: 1.5, factor: 1.5),
  ]

  private let columns: CatalogColumns
  private let ordinal: Int
  /// The weighted sum of the differences of each car, and the sum of their weights.
  private var sums: [Double], weights: [Double]
  /// The sum of the weights of what the car itself tells.
  private var ownWeight = 0.0

  /// Compares all cars with one of them. Takes a few milliseconds for 50,000 cars.
  ///
  /// - Returns: `nil` when canceled.
  init?(to ordinal: Int, in columns: CatalogColumns, isCanceled: () -> Bool) {
    self.columns = columns
    self.ordinal = ordinal
    sums = [Double](repeating: 0, count: columns.count)
    weights = sums
    let year = columns.year[ordinal]
    add(2, columns.year) { abs(Double($0 - year)) / 5 }
    if isCanceled() { return nil }
    if let fuel = Fuel(rawValue: columns.fuel[ordinal]), fuel != .unknown {
      let table = (UInt8.min ... .max).map { Fuel(rawValue: $0).flatMap(fuel.difference(from:)) ?? .nan }
      add(3, columns.fuel) { table[Int($0)] }
    }
    if let classes = columns.texts[.vehicleClass], classes.numbers[ordinal] != CatalogColumns.none {
      let texts = (0..<Int32(classes.pool.count)).map { VehicleBody(Folding.fold(classes.pool.string(at: $0))) }
      let table = texts.map(texts[Int(classes.numbers[ordinal])].difference(from:))
      add(3, classes.numbers) { $0 == CatalogColumns.none ? .nan : table[Int($0)] }
    }
    for measure in Self.measures {
      if isCanceled() { return nil }
      guard let column = columns.numbers[measure.field], let own = column[ordinal], own > 0 else { continue }
      let scale = 1 / log(measure.factor)
      let table = [.nan] + column.values.map { $0 > 0 ? abs(log($0 / own)) * scale : .nan }
      add(measure.weight, column.map { $0 }) { table[$0] }
    }
  }

  /// Adds a difference of all cars. That of an unknown value is NaN.
  @inline(__always)
  private mutating func add<Value>(_ weight: Double, _ values: [Value], _ difference: (Value) -> Double) {
    ownWeight += weight
    for place in values.indices {
      let difference = difference(values[place])
      guard !difference.isNaN else { continue }
      sums[place] += weight * difference
      weights[place] += weight
    }
  }

  /// The car itself and those that are most like it, the nearest first. Of equally near ones, the first in the catalog's
  /// order comes first.
  var nearest: [Int32] {
    let names = columns.names
    func distance(_ car: Int32) -> Double { sums[Int(car)] / weights[Int(car)] }
    var best = [Int32](repeating: CatalogColumns.none, count: names.make.count)
    for car in 0..<Int32(columns.count) where weights[Int(car)] * 2 >= ownWeight {
      let name = Int(columns.name[Int(car)])
      if best[name] == CatalogColumns.none || distance(car) < distance(best[name]) { best[name] = car }
    }
    best[Int(columns.name[ordinal])] = CatalogColumns.none
    var ofMakes = [[(distance: Double, car: Int32)]](repeating: [], count: columns.makes.count)
    for (name, car) in best.enumerated() where car != CatalogColumns.none {
      let candidate = (distance(car), car)
      let make = Int(names.make[name])
      let isFull = ofMakes[make].count == Self.limitOfMake
      if isFull, let last = ofMakes[make].last, candidate >= last { continue }
      if isFull { ofMakes[make].removeLast() }
      ofMakes[make].insert(candidate, at: ofMakes[make].firstIndex { candidate < $0 } ?? ofMakes[make].endIndex)
    }
    return [Int32(ordinal)] + ofMakes.joined().sorted(by: <).prefix(CarField.likeLimit - 1).map(\.car)
  }
}

extension FieldFilter {
  /// The car that other cars have to be like; `nil` for other filters.
  var likedCar: Car.ID? {
    if case .like(let id) = condition, !isExcluded { id } else { nil }
  }
}

extension CatalogColumns {
  /// Returns a car and those that are most like it, the nearest first; none if the catalog does not have the car, and `nil`
  /// when canceled. The last answer is kept, because a search asks for the cars and for their order.
  func nearest(to id: Car.ID, isCanceled: () -> Bool) -> [Int32]? {
    guard let ordinal = ordinals[id] else { return [] }
    if let known = knownLikeness.withLock({ $0 }), known.id == id { return known.nearest }
    guard let nearest = Likeness(to: ordinal, in: self, isCanceled: isCanceled)?.nearest else { return nil }
    knownLikeness.withLock { $0 = (id, nearest) }
    return nearest
  }
}

extension Fuel {
  /// Returns how far a fuel is from another one for a buyer, from 0 to 1; `nil` if it is unknown.
  fileprivate func difference(from other: Fuel) -> Double? {
    guard self != .unknown, other != .unknown else { return nil }
    if self == other { return 0 }
    if self == .hydrogen || other == .hydrogen { return 1 }
    if Set([self, other]) == [.gasoline, .flexFuel] { return 0.1 }
    let electrification = [0, 0.5, 0.8, 1][abs(electrification - other.electrification)]
    return min(1, electrification + (tank == other.tank ? 0 : 0.5))
  }

  /// The steps from a combustion engine to an electric motor.
  private var electrification: Int {
    switch self {
    case .hybrid: 1
    case .pluginHybrid: 2
    case .electric, .hydrogen: 3
    case .unknown, .gasoline, .diesel, .flexFuel, .naturalGas, .lpg: 0
    }
  }

  /// The kind of fuel in the tank, if there is one.
  private var tank: Fuel {
    switch self {
    case .diesel: .diesel
    case .naturalGas, .lpg: .naturalGas
    case .unknown, .gasoline, .flexFuel, .hybrid, .pluginHybrid, .electric, .hydrogen: .gasoline
    }
  }
}

/// The body of a car, read from the name of its class in any catalog.
private struct VehicleBody {
  private enum Kind: Hashable { case car, wagon, twoSeater, suv, minivan, van, pickup, special }

  private let name: String
  /// The kind; `nil` if the name tells none.
  private let kind: Kind?
  /// The size in steps; `nil` if the name tells none.
  private let size: Double?

  /// The first word that the folded name contains decides.
  private static let kinds: [(word: String, kind: Kind)] = [
    ("pickup", .pickup), ("truck", .pickup), ("sport utility", .suv), ("suv", .suv), ("crossover", .suv),
    ("minivan", .minivan), ("mpv", .minivan), ("van", .van), ("special purpose", .special), ("wagon", .wagon),
    ("estate", .wagon), ("seater", .twoSeater), ("roadster", .twoSeater), ("car", .car), ("sedan", .car),
    ("hatchback", .car), ("compact", .car), ("midsize", .car),
  ]
  private static let sizes: [(word: String, size: Double)] = [
    ("minicompact", 0), ("subcompact", 1), ("midsize-large", 3.5), ("midsize", 3), ("compact", 2), ("small", 2),
    ("large", 4), ("standard", 4),
  ]
  /// The differences between kinds that are less than 1.
  private static let differences: [Set<Kind>: Double] = [
    [.minivan, .van]: 0.4, [.special, .suv]: 0.4, [.car, .wagon]: 0.5, [.special, .pickup]: 0.5,
    [.car, .twoSeater]: 0.6, [.wagon, .suv]: 0.6, [.suv, .minivan]: 0.7, [.special, .minivan]: 0.7,
    [.special, .van]: 0.7,
  ]

  init(_ name: String) {
    self.name = name
    kind = Self.kinds.first { name.contains($0.word) }?.kind
    size = Self.sizes.first { name.contains($0.word) }?.size
  }

  /// Returns how far the body is from another one for a buyer, from 0 to 1.
  func difference(from other: VehicleBody) -> Double {
    if name == other.name { return 0 }
    guard let kind, let otherKind = other.kind else { return 1 }
    var difference = kind == otherKind ? 0 : Self.differences[[kind, otherKind]] ?? 1
    if let size, let otherSize = other.size { difference += abs(size - otherSize) * 0.3 }
    return min(1, max(0.1, difference))
  }
}
