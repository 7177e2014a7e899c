import Glibc
import ShowroomFiles

/// The similarity of a catalog's cars to one of them, from the point of view of someone who is looking for an
/// alternative.
///
/// The distance between two cars is the weighted mean of their differences in the properties that are known for both:
/// the class and the fuel (weight 3 each), the fuel economy and the year (2 each), the annual fuel cost, the
/// displacement, the passenger space, the electric range and the price (1.5 each), and the luggage space (1). A
/// difference of 1 is large enough to make most buyers look elsewhere:
///
/// - **Class**: a different kind of body counts from 0.4 (a minivan and a van) to 1 (a pickup and a sedan), and each
///   step in size counts 0.3. The same class with different driven axles counts 0.1.
/// - **Fuel**: relative to gasoline, a hybrid counts 0.5, a plug-in hybrid 0.8, and an electric car 1; a different fuel
///   in the tank adds 0.5. Hydrogen, which is sold in few places, counts 1 relative to all others.
/// - **Numbers**: differences are relative, because 5 mpg is a lot at 15 mpg and little at 120. A difference of 1 is a
///   factor of 1.4 in fuel economy, 1.5 in cost, range and price, 1.6 in displacement and luggage space, and 1.25 in
///   passenger space.
/// - **Year**: a difference of 1 is five years.
///
/// Because the distance is a mean rather than a sum, an unknown value neither increases nor decreases it. A car cannot
/// be compared if less than half of the other car's known properties, by weight, are known for it. Only the most
/// similar car of each model counts, and at most ten cars of each make; otherwise, the years and variants of one model,
/// or the 40 models of the 911, would leave no space for alternatives.
struct Likeness {
  /// The maximum number of other cars of the same make.
  static let limitOfMake = 10

  /// A number by which cars are compared.
  private struct Measure {
    let field: CarField
    let weight: Double
    /// The factor between two numbers whose difference counts 1.
    let factor: Double
  }

  private static let measures = [
    Measure(field: .economy, weight: 2, factor: 1.4), Measure(field: .cost, weight: 1.5, factor: 1.5),
    Measure(field: .displacement, weight: 1.5, factor: 1.6), Measure(field: .passenger, weight: 1.5, factor: 1.25),
    Measure(field: .luggage, weight: 1, factor: 1.6), Measure(field: .range, weight: 1.5, factor: 1.5),
    Measure(field: .price, weight: 1.5, factor: 1.5),
  ]
  /// The numbers by which cars are compared, other than the year.
  static let numbers = Set(measures.map(\.field))

  private let columns: CatalogColumns
  private let ordinal: Int
  /// For each car, the weighted sum of its differences, and the sum of their weights.
  private var sums: [Double], weights: [Double]
  /// The sum of the weights of the properties that are known for the car itself.
  private var ownWeight = 0.0

  /// Compares all cars with one car. Takes a few milliseconds for 50,000 cars.
  ///
  /// - Returns: `nil` if canceled.
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

  /// Adds a difference for all cars. For unknown values, the difference is NaN.
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

  /// The car itself and the cars most similar to it, most similar first. Equally similar cars are in catalog order.
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
  /// The car to which other cars must be similar; `nil` for other filters.
  var likedCar: Car.ID? {
    if case .like(let id) = condition, !isExcluded { id } else { nil }
  }
}

extension CatalogColumns {
  /// Returns a car and the cars most similar to it, most similar first. Returns an empty array if the catalog does not
  /// contain the car, and `nil` if canceled. The last result is cached, because a search uses both the cars and their
  /// order.
  func nearest(to id: Car.ID, isCanceled: () -> Bool) -> [Int32]? {
    guard let ordinal = ordinals[id] else { return [] }
    if let known = knownLikeness.withLock({ $0 }), known.id == id { return known.nearest }
    guard let nearest = Likeness(to: ordinal, in: self, isCanceled: isCanceled)?.nearest else { return nil }
    knownLikeness.withLock { $0 = (id, nearest) }
    return nearest
  }
}

extension Fuel {
  /// Returns the difference between two fuels from a buyer's point of view, from 0 to 1; `nil` if either is unknown.
  fileprivate func difference(from other: Fuel) -> Double? {
    guard self != .unknown, other != .unknown else { return nil }
    if self == other { return 0 }
    if self == .hydrogen || other == .hydrogen { return 1 }
    if Set([self, other]) == [.gasoline, .flexFuel] { return 0.1 }
    let electrification = [0, 0.5, 0.8, 1][abs(electrification - other.electrification)]
    return min(1, electrification + (tank == other.tank ? 0 : 0.5))
  }

  /// The number of steps from a combustion engine toward an electric motor.
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

/// The body of a car, as derived from the name of its class in any catalog.
private struct VehicleBody {
  private enum Kind: Hashable { case car, wagon, twoSeater, suv, minivan, van, pickup, special }

  private let name: String
  /// The kind of body; `nil` if the name does not reveal it.
  private let kind: Kind?
  /// The size in steps; `nil` if the name does not reveal it.
  private let size: Double?

  /// The kinds by word. The first word that the folded name contains determines the kind.
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
  /// The differences between kinds, if less than 1.
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

  /// Returns the difference between two bodies from a buyer's point of view, from 0 to 1.
  func difference(from other: VehicleBody) -> Double {
    if name == other.name { return 0 }
    guard let kind, let otherKind = other.kind else { return 1 }
    var difference = kind == otherKind ? 0 : Self.differences[[kind, otherKind]] ?? 1
    if let size, let otherSize = other.size { difference += abs(size - otherSize) * 0.3 }
    return min(1, max(0.1, difference))
  }
}
