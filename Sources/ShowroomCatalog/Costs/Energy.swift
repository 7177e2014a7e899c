import ShowroomFiles

/// A kind of energy that cars use and that has its own price.
package enum Energy: String, Sendable, Hashable, CaseIterable {
  case regular, midgrade, premium, diesel
  /// Compressed natural gas.
  case naturalGas
  /// Gasoline with 85% ethanol.
  case e85
  /// Liquefied petroleum gas.
  case propane
  case electricity

  /// The name on screens.
  package var title: String {
    switch self {
    case .regular: "Regular gasoline"
    case .midgrade: "Midgrade gasoline"
    case .premium: "Premium gasoline"
    case .diesel: "Diesel"
    case .naturalGas: "Natural gas"
    case .e85: "E85"
    case .propane: "Propane"
    case .electricity: "Electricity"
    }
  }

  /// The unit in which the price is given. For natural gas, a gallon is the amount with the energy of a gallon of
  /// gasoline.
  package var unit: String { self == .electricity ? "kWh" : "gal" }

  /// Returns the energy that a car uses, and the second one that it can use instead. For a plug-in hybrid, the main
  /// energy is the one used in addition to electricity. Hydrogen has no price, because the EPA's table has none.
  ///
  /// - Parameter words: The fuel in the source's words, which include the grade of gasoline.
  static func used(by fuel: Fuel, words: String?) -> (main: Energy?, second: Energy?) {
    let words = Folding.fold(words ?? "")
    var gasoline: Energy {
      words.contains("premium") ? .premium : words.contains("midgrade") ? .midgrade : .regular
    }
    func alone(_ energy: Energy) -> (Energy?, Energy?) {
      words.contains("gasoline") ? (gasoline, energy) : (energy, nil)
    }
    switch fuel {
    case .gasoline: return (gasoline, nil)
    case .hybrid, .pluginHybrid: return (words.contains("diesel") ? .diesel : gasoline, nil)
    case .diesel: return (.diesel, nil)
    case .electric: return (.electricity, nil)
    case .naturalGas: return alone(.naturalGas)
    case .lpg: return alone(.propane)
    case .flexFuel: return (gasoline, .e85)
    case .hydrogen, .unknown: return (nil, nil)
    }
  }
}

extension Fuel {
  /// Whether cars with the fuel use a kind of energy that has a price.
  var hasPrice: Bool { Energy.used(by: self, words: nil).main != nil }
}
