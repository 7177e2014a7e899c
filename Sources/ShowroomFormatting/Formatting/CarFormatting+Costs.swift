import ShowroomCatalog
import ShowroomText

/// Costs and their assumptions.
extension CarFormatting {
  /// Returns the value of a cost factor: `15,000 mi`, `55%`, `5 years`, `$3.02/gal`. In metric units, prices are per
  /// liter, except those of electricity.
  package func value(of factor: CostFactor, in assumptions: CostAssumptions? = nil) -> String {
    let value = (assumptions ?? costs)[factor]
    return switch factor {
    case .miles: distance(value)
    case .city: "\(decimal(value, digits: 0))%"
    case .years: counted(Int(value), "year")
    case .price(let energy): price(value, of: energy)
    }
  }

  private func price(_ value: Double, of energy: Energy) -> String {
    let isPerLiter = units == .metric && energy != .electricity
    let value = isPerLiter ? value / Self.litersPerGallon : value
    return "$\(decimal(value, digits: Self.digits(of: value)))/\(isPerLiter ? "L" : energy.unit)"
  }

  /// Returns the same format with the assumptions of a catalog.
  package func with(costsOf store: CatalogStore) throws(CatalogError) -> CarFormatting {
    var formatting = self
    formatting.costs = try store.costAssumptions()
    return formatting
  }

  /// Returns the number of decimals of a price: two, unless it has more.
  private static func digits(of price: Double) -> Int {
    let cents = price * 100
    return abs(cents - cents.rounded()) < 1e-6 ? 2 : 3
  }

  /// Returns the assumptions on which a car's costs depend: `12,000 mi/year, 80% city, $3.50/gal`, or a short form for
  /// the EPA's: `EPA, 15,000 mi/year`. Returns `nil` for a car without a cost, and for a cost that a source computes
  /// differently from the EPA, because its assumptions are unknown.
  package func assumptions(for car: Car) -> String? {
    guard car.annualFuelCost != nil else { return nil }
    let miles = "\(value(of: .miles))/year"
    if costs.areAnnualCostsOfSource {
      return costs.sourcePrices.isEmpty && !costs.explainsCost(of: car) ? nil : "EPA, \(miles)"
    }
    let prices = costs.energies(of: car).map { value(of: .price($0)) }
    return ([miles, "\(value(of: .city)) city"] + (prices.isEmpty ? [] : [prices.joined(separator: " and ")]))
      .joined(separator: ", ")
  }

  /// Returns the user's own assumptions: `12,000 mi a year, regular gasoline $3.50/gal`; `nil` if none of them affect
  /// annual costs.
  package var ownAssumptions: String? {
    let texts = CostFactor.all.filter { costs.own[$0] != nil && $0 != .years }.map { factor in
      switch factor {
      case .miles: "\(value(of: .miles)) a year"
      case .city: "\(value(of: .city)) city"
      case .years, .price: "\(factor.title.lowercased()) \(value(of: factor))"
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The label of a car's cost over the years for which it is kept.
  package var totalLabel: String { "Total, \(value(of: .years))" }

  /// Returns the cost of a car over the years for which it is kept: `$35,250`; `nil` if its price or its annual cost is
  /// unknown.
  package func total(of car: Car) -> String? {
    costs.total(of: car).map { cost($0) }
  }

  /// Returns the facts about a car's costs that are not fields: the total of price and fuel, and the assumptions.
  func costFacts(of car: Car) -> [Fact] {
    let total = total(of: car).map { Fact(label: totalLabel, text: "\($0) with fuel") }
    let assumptions = assumptions(for: car).map { Fact(label: "Costs assume", text: $0) }
    return [total, assumptions].compactMap(\.self)
  }

  /// Returns the time after which the higher price of a car is offset by its lower costs, as displayed: `after 4.1
  /// years`, `never`; `nil` if the car is not the more expensive one, or if a price or a cost is unknown.
  ///
  /// - Parameter other: The cheaper car.
  package func breakEven(of car: Car, comparedWith other: Car) -> String? {
    guard let price = car[.price], let otherPrice = other[.price], price > otherPrice,
      let cost = car[.annualFuelCost], let otherCost = other[.annualFuelCost]
    else { return nil }
    guard cost < otherCost else { return "never" }
    let years = (price - otherPrice) / (otherCost - cost)
    if years > 100 { return "after more than 100 years" }
    return "after \(Self.shortNumber(years)) \(Self.shortNumber(years) == "1" ? "year" : "years")"
  }
}

extension Car {
  /// Returns the car with the price entered by the user, if there is one.
  package func priced(by user: UserData) -> Car {
    guard let price = user.price else { return self }
    var car = self
    car[.price] = Double(price)
    return car
  }
}
