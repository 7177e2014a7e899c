/// What a car runs on, as one of a few categories; the source's own words stay in ``Car/fuelName``.
///
/// The raw value is stored in the database: cases may be added, never renumbered.
public enum Fuel: UInt8, Sendable, Hashable, Codable, CaseIterable {
  /// The source does not say, or says something this program does not know.
  case unknown = 0
  /// Petrol of any grade.
  case petrol = 1
  /// Diesel.
  case diesel = 2
  /// Petrol or diesel with an electric motor that cannot be charged from outside.
  case hybrid = 3
  /// A hybrid that can be charged from outside.
  case pluginHybrid = 4
  /// Battery electric.
  case electric = 5
  /// Hydrogen fuel cell.
  case hydrogen = 6
  /// Compressed natural gas, alone or beside petrol.
  case naturalGas = 7
  /// Liquefied petroleum gas (propane), alone or beside petrol.
  case lpg = 8
  /// Petrol or ethanol (E85) in one tank.
  case flexFuel = 9

  /// The category in a word or two, for a person.
  public var label: String {
    switch self {
    case .unknown: "Unknown"
    case .petrol: "Petrol"
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

  /// Other words by which people search for the category, folded.
  var searchWords: String {
    switch self {
    case .unknown: ""
    case .petrol: "petrol gasoline"
    case .diesel: "diesel"
    case .hybrid: "hybrid hev"
    case .pluginHybrid: "plug-in hybrid plugin phev"
    case .electric: "electric ev bev electricity"
    case .hydrogen: "hydrogen fuel cell fcv"
    case .naturalGas: "natural gas cng"
    case .lpg: "lpg propane"
    case .flexFuel: "flex-fuel flex e85 ffv"
    }
  }

  /// Finds the category of a description in a source's words; the more particular word decides, so that
  /// "Petrol plug-in hybrid" is a plug-in hybrid.
  public init(describing name: String) {
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
      (["petrol", "gasoline", "regular", "premium", "midgrade", "benzin"], .petrol),
    ]
    self = rules.first { rule in rule.words.contains { text.contains($0) } }?.fuel ?? .unknown
  }
}
