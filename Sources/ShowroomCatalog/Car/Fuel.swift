import ShowroomFiles

/// A fuel category. The source's own words are in ``Car/fuelName``.
///
/// The raw values are stored in the database. Cases may be added but never renumbered.
package enum Fuel: UInt8, Sendable, Hashable, Codable, CaseIterable {
  /// Unknown, or not recognized.
  case unknown = 0
  /// Gasoline of any grade.
  case gasoline = 1
  /// Diesel.
  case diesel = 2
  /// Gasoline or diesel with an electric motor, not rechargeable from the grid.
  case hybrid = 3
  /// A hybrid that can be recharged from the grid.
  case pluginHybrid = 4
  /// Battery electric.
  case electric = 5
  /// Hydrogen fuel cell.
  case hydrogen = 6
  /// Compressed natural gas, alone or in addition to gasoline.
  case naturalGas = 7
  /// Liquefied petroleum gas (propane), alone or in addition to gasoline.
  case lpg = 8
  /// Gasoline or ethanol (E85) in the same tank.
  case flexFuel = 9

  /// The name of the category on the screen.
  package var label: String {
    switch self {
    case .unknown: "Unknown"
    case .gasoline: "Gasoline"
    case .diesel: "Diesel"
    case .hybrid: "Hybrid"
    case .pluginHybrid: "Plug-in hybrid"
    case .electric: "Electric"
    case .hydrogen: "Hydrogen"
    case .naturalGas: "Natural gas"
    case .lpg: "LPG"
    case .flexFuel: "Flex-fuel"
    }
  }

  /// The known categories, ordered by label.
  static let byLabel: [Fuel] = allCases.filter { $0 != .unknown }.sorted { $0.label < $1.label }

  /// The folded names of the category in a search, starting with the label.
  var searchNames: [String] {
    switch self {
    case .unknown: []
    case .gasoline: ["gasoline", "petrol", "gas"]
    case .diesel: ["diesel"]
    case .hybrid: ["hybrid", "hev"]
    case .pluginHybrid: ["plug-in hybrid", "plugin hybrid", "plug-in", "plugin", "phev"]
    case .electric: ["electric", "ev", "bev", "electricity"]
    case .hydrogen: ["hydrogen", "fuel cell", "fcv"]
    case .naturalGas: ["natural gas", "cng"]
    case .lpg: ["lpg", "propane"]
    case .flexFuel: ["flex-fuel", "flex", "e85", "ffv"]
    }
  }

  /// The folded words that find the category in a search.
  var searchWords: String { searchNames.joined(separator: " ") }

  /// Returns the categories that a folded text stands for: those with this name or, if there are none, those with a
  /// word that begins with it. Therefore, `hybrid` does not include plug-in hybrids, and `ev` does not include hybrids
  /// (HEV).
  static func denoted(by text: String) -> Set<Fuel> {
    let named = allCases.filter { $0.searchNames.contains(text) }
    guard named.isEmpty else { return Set(named) }
    let needle = Needle(text)
    return Set(allCases.filter { needle.occurrence(in: $0.searchWords) == .wordStart })
  }

  /// Creates the category for a source's description of a fuel. The more specific word takes precedence: "Gasoline
  /// plug-in hybrid" is a plug-in hybrid.
  package init(describing name: String) {
    let text = Folding.fold(name)
    let rules: [(words: [String], fuel: Fuel)] = [
      (["plug-in", "plugin", "phev", "gasoline and electricity", "gas and electricity"], .pluginHybrid),
      (["hybrid", "hev"], .hybrid),
      (["hydrogen", "fuel cell"], .hydrogen),
      (["electric", "bev"], .electric),
      (["e85", "flex", "ethanol"], .flexFuel),
      (["natural gas", "cng"], .naturalGas),
      (["lpg", "propane", "autogas"], .lpg),
      (["diesel"], .diesel),
      (["gasoline", "petrol", "regular", "premium", "midgrade", "benzin"], .gasoline),
    ]
    self = rules.first { rule in rule.words.contains { text.contains($0) } }?.fuel ?? .unknown
  }
}
