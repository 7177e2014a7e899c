import Foundation

/// The assumptions from which costs are computed: the user's, and in place of those that the user has not set, the EPA's.
package struct CostAssumptions: Sendable, Hashable {
  /// The values that the user has set, which all differ from the EPA's.
  package private(set) var own: [CostFactor: Double]
  /// The prices from which the source has computed the costs of its cars.
  package let sourcePrices: [Energy: Double]

  /// - Parameters:
  ///   - own: the values that the user has set. Those outside their ranges are ignored.
  ///   - sourcePrices: the prices of the source (``EnergyPrices``). In place of those that are unknown, the EPA's of
  ///     2025-10 are assumed.
  package init(own: [CostFactor: Double] = [:], sourcePrices: [Energy: Double] = [:]) {
    self.own = [:]
    self.sourcePrices = sourcePrices
    for (factor, value) in own { self[factor] = value }
  }

  /// The value of a factor. A value that is set is rounded to the factor's decimals and limited to its range; that of the
  /// EPA is not kept, so that it follows later editions.
  package subscript(factor: CostFactor) -> Double {
    get { own[factor] ?? standard(factor) }
    set {
      guard newValue.isFinite else { return }
      let scale = [1.0, 10, 100, 1000][factor.digits]
      let value = min(max((newValue * scale).rounded() / scale, factor.range.lowerBound), factor.range.upperBound)
      own[factor] = value == standard(factor) ? nil : value
    }
  }

  /// Returns the EPA's value of a factor, which assumes 15,000 miles a year, 55% of them in the city, and five years.
  package func standard(_ factor: CostFactor) -> Double {
    switch factor {
    case .miles: 15_000
    case .city: 55
    case .years: 5
    case .price(let energy): sourcePrices[energy] ?? Self.prices[energy] ?? 0
    }
  }

  /// Removes all values that the user has set.
  package mutating func reset() { own = [:] }

  /// Whether the annual costs are those of the source.
  package var areAnnualCostsOfSource: Bool { !own.keys.contains(where: \.isAnnual) }

  /// The EPA's prices of 2025-10, with which its table has computed the costs.
  private static let prices: [Energy: Double] = [
    .regular: 3.02, .midgrade: 3.62, .premium: 3.98, .diesel: 3.62, .naturalGas: 3.08, .e85: 2.819, .propane: 3.37,
    .electricity: 0.15,
  ]

  // MARK: Costs

  /// Returns the annual cost of an energy use in US dollars, not rounded.
  func annualCost(of use: EnergyUse) -> Double {
    use.parts.reduce(0) { $0 + annualCost(of: $1) }
  }

  func annualCost(of part: EnergyUse.Part) -> Double {
    let city = self[.city] / 100
    return self[.miles] * (city * part.city + (1 - city) * part.highway) * self[.price(part.energy)]
  }

  /// Returns a cost as it is displayed: with the EPA's assumptions rounded to 50 dollars, as on the label, and otherwise to
  /// 10, so that a small change of an assumption can be seen.
  func rounded(_ cost: Double) -> Int {
    let step = areAnnualCostsOfSource ? 50.0 : 10
    // A cost that lies exactly between two steps must not depend on the order of the operations.
    return Int((min(cost, Car.largestNumber) / step + 1e-9).rounded() * step)
  }

  /// Replaces the costs of a car that the source has computed by those of the user's assumptions, if there are any. A cost
  /// becomes unknown if what it depends on is.
  package func apply(to car: inout Car) {
    guard !areAnnualCostsOfSource else { return }
    let uses = EnergyUses(car)
    car.annualFuelCost = uses.main.map { rounded(annualCost(of: $0)) }
    car[.secondFuelCost] = uses.second.map { Double(rounded(annualCost(of: $0))) }
    car[.gasolineCost] = uses.gasoline.map { Double(rounded(annualCost(of: $0))) }
  }

  /// Returns the kinds of energy on whose prices the annual cost of a car depends.
  package func energies(of car: Car) -> [Energy] { EnergyUses(car).main?.parts.map(\.energy) ?? [] }

  /// Returns what a car costs over the years for which it is kept, in US dollars: its price and its fuel, rounded to 50
  /// dollars; `nil` if one of them is unknown.
  package func total(of car: Car) -> Int? {
    guard let price = car[.price], let cost = exactAnnualCost(of: car) else { return nil }
    let total = price + self[.years] * cost
    return total < Car.largestNumber * 100 ? Int((total / 50).rounded() * 50) : nil
  }

  /// Returns the annual cost of a car before rounding, so that differences of cars are exact; `nil` if what it depends on is
  /// unknown. In place of a source that tells costs but no uses of energy, its cost is assumed.
  package func exactAnnualCost(of car: Car) -> Double? {
    EnergyUses(car).main.map(annualCost) ?? (areAnnualCostsOfSource ? car.annualFuelCost.map(Double.init) : nil)
  }
}

extension CarField {
  /// The fields whose values are annual costs.
  static let costs: Set<CarField> = [.cost, .secondCost]

  /// Whether values are annual costs, which follow from the user's assumptions.
  package var isCost: Bool { Self.costs.contains(self) }
}
