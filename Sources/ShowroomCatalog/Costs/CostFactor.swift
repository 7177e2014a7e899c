/// A quantity that costs depend on and that the user can set.
package enum CostFactor: Sendable, Hashable, Identifiable {
  /// The miles driven in a year.
  case miles
  /// The share of miles in the city, in percent.
  case city
  /// The years for which a car is kept.
  case years
  /// The price of a kind of energy in US dollars.
  case price(Energy)

  /// The factors, in the order in which they are shown.
  package static let all = [CostFactor.miles, .city, .years] + Energy.allCases.map { .price($0) }

  /// The name in the database and on the command line.
  package var id: String {
    switch self {
    case .miles: "miles"
    case .city: "city"
    case .years: "years"
    case .price(let energy): energy.rawValue.lowercased()
    }
  }

  package init?(id: String) {
    guard let factor = Self.all.first(where: { $0.id == id }) else { return nil }
    self = factor
  }

  /// The name on screens.
  package var title: String {
    switch self {
    case .miles: "Miles a year"
    case .city: "City driving"
    case .years: "Years owned"
    case .price(let energy): energy.title
    }
  }

  /// The range of values that can be set. The price of electricity can be zero for users who charge for free.
  package var range: ClosedRange<Double> {
    switch self {
    case .miles: 100...200_000
    case .city: 0...100
    case .years: 1...50
    case .price: 0...100
    }
  }

  /// The change made by one press of a key.
  package var step: Double {
    switch self {
    case .miles: 1_000
    case .city: 5
    case .years: 1
    case .price(.electricity): 0.01
    case .price: 0.05
    }
  }

  /// The number of decimals.
  package var digits: Int {
    switch self {
    case .miles, .city, .years: 0
    case .price: 3
    }
  }

  /// Whether annual costs depend on the factor.
  var isAnnual: Bool { self != .years }
}
