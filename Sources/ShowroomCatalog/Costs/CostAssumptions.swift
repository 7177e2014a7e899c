import Foundation

/// The assumptions from which costs are computed: the user's values, and the EPA's where the user has not set any.
package struct CostAssumptions: Sendable, Hashable {
  /// The values set by the user, all of which differ from the EPA's.
  package private(set) var own: [CostFactor: Double]
  /// The prices from which the source computed the costs of its cars.
  package let sourcePrices: [Energy: Double]

  /// - Parameters:
  ///   - own: The values set by the user. Values out of range are ignored.
  ///   - sourcePrices: The prices of the source (``EnergyPrices``). Unknown prices are replaced with the EPA's prices
  ///     of 2025-10.
  package init(own: [CostFactor: Double] = [:], sourcePrices: [Energy: Double] = [:]) {
    self.own = [:]
    self.sourcePrices = sourcePrices
    for (factor, value) in own { self[factor] = value }
  }

  /// The value of a factor. When set, the value is rounded to the factor's decimals and limited to its range. A value
  /// equal to the EPA's is not stored, so that it follows later editions.
  package subscript(factor: CostFactor) -> Double {
    get { own[factor] ?? standard(factor) }
    set {
      guard newValue.isFinite else { return }
      let scale = [1.0, 10, 100, 1000][factor.digits]
      let value = min(max((newValue * scale).rounded() / scale, factor.range.lowerBound), factor.range.upperBound)
      own[factor] = value == standard(factor) ? nil : value
    }
  }

  /// Returns the EPA's value of a factor. The EPA assumes 15,000 miles a year, 55% of them in the city, and five years.
  package func standard(_ factor: CostFactor) -> Double {
    switch factor {
    case .miles: 15_000
    case .city: 55
    case .years: 5
    case .price(let energy): sourcePrices[energy] ?? Self.prices[energy] ?? 0
    }
  }

  /// Removes all values set by the user.
  package mutating func reset() { own = [:] }

  /// Whether annual costs are taken from the source, as far as it contains them.
  package var areAnnualCostsOfSource: Bool { !own.keys.contains(where: \.isAnnual) }

  /// The EPA's prices of 2025-10, from which the costs in its table were computed.
  private static let prices: [Energy: Double] = [
    .regular: 3.02, .midgrade: 3.62, .premium: 3.98, .diesel: 3.62, .naturalGas: 3.08, .e85: 2.819, .propane: 3.37,
    .electricity: 0.15,
  ]

  // MARK: Costs

  /// Returns the annual cost of an energy use in US dollars, without rounding.
  func annualCost(of use: EnergyUse) -> Double {
    use.parts.reduce(0) { $0 + annualCost(of: $1) }
  }

  func annualCost(of part: EnergyUse.Part) -> Double {
    let city = self[.city] / 100
    return self[.miles] * (city * part.city + (1 - city) * part.highway) * self[.price(part.energy)]
  }

  /// Returns a cost as displayed. It is rounded to 50 dollars with the EPA's assumptions, as on the label, and
  /// otherwise to 10, so that small changes of an assumption are visible.
  func rounded(_ cost: Double) -> Int {
    let step = areAnnualCostsOfSource ? 50.0 : 10
    // A cost exactly halfway between two steps must not depend on the order of the operations.
    return Int((min(cost, Car.largestNumber) / step + 1e-9).rounded() * step)
  }

  /// Sets the costs of a car to those that result from the assumptions. With the EPA's assumptions, the costs that the
  /// source contains are kept, and only those that it does not contain are computed. A cost is unknown if a value that
  /// it depends on is unknown.
  package func apply(to car: inout Car) {
    let uses = EnergyUses(car)
    let costs: [(CarNumber, EnergyUse?)] = [
      (.annualFuelCost, uses.main), (.secondFuelCost, uses.second), (.gasolineCost, uses.gasoline),
    ]
    for (number, use) in costs {
      if areAnnualCostsOfSource, car[number] != nil { continue }
      car[number] = computed(use)
    }
  }

  /// Returns the annual cost of an energy use as displayed.
  private func computed(_ use: EnergyUse?) -> Double? { use.map { Double(rounded(annualCost(of: $0))) } }

  /// Returns whether the annual cost of a car is the one that results from the assumptions. A source that assumes
  /// something else has different costs.
  package func explainsCost(of car: Car) -> Bool {
    car[.annualFuelCost] != nil && car[.annualFuelCost] == computed(EnergyUses(car).main)
  }

  /// Returns the kinds of energy whose prices determine the annual cost of a car.
  package func energies(of car: Car) -> [Energy] { EnergyUses(car).main?.parts.map(\.energy) ?? [] }

  /// Returns the total cost of a car over the years for which it is kept, in US dollars: its price plus its annual cost
  /// as displayed for each of the years; `nil` if either is unknown.
  package func total(of car: Car) -> Int? {
    guard let price = car[.price], let cost = car[.annualFuelCost] else { return nil }
    let total = price + self[.years] * cost
    return total < Car.largestNumber * 100 ? Int(total.rounded()) : nil
  }
}

extension Car {
  /// Whether the source does not contain a cost that can probably be computed.
  var lacksCosts: Bool {
    self[.annualFuelCost] == nil && fuel.hasPrice || self[.secondFuelCost] == nil && self[.secondMPG] != nil
  }
}

extension CarField {
  /// The fields whose values are annual costs.
  static let costs: Set<CarField> = [.cost, .secondCost]

  /// Whether values are annual costs, which depend on the user's assumptions.
  package var isCost: Bool { Self.costs.contains(self) }
}
