import Catalogue

/// How a person orders the list: a field chosen once gives its natural order, chosen again the other way round.
extension Sort {
  /// The fields that the list can be ordered by, in the order in which they are offered: those whose value a row shows.
  static let offered: [Field] = [
    .relevance, .make, .model, .year, .vehicleClass, .fuel, .consumption, .co2, .cost, .range,
  ]

  /// The order that a person means who names a field: the newest, the most frugal, the farthest first.
  static func first(by field: Field) -> Sort {
    switch field {
    case .year, .consumption, .range: Sort(field, ascending: false)
    default: Sort(field)
    }
  }

  /// The order after choosing a field.
  func choosing(_ field: Field) -> Sort {
    field == self.field ? reversed : .first(by: field)
  }

  /// The other way round. The best match first has none that would mean anything; what it comes to without words, the
  /// makes in order, has.
  var reversed: Sort {
    field == .relevance ? Sort(.make, ascending: false) : Sort(field, ascending: !ascending)
  }

  /// What comes first, in a few words.
  var summary: String {
    switch field {
    case .relevance: ""
    case .make, .model, .vehicleClass, .fuel: ascending ? "A to Z" : "Z to A"
    case .year: ascending ? "oldest first" : "newest first"
    case .consumption: ascending ? "thirstiest first" : "most frugal first"
    case .range: ascending ? "shortest first" : "farthest first"
    case .co2, .cost, .displacement: ascending ? "least first" : "most first"
    }
  }
}

extension Sort.Field {
  /// What the field is called; `co2Name` is how carbon dioxide is written.
  func label(co2Name: String) -> String {
    switch self {
    case .relevance: "Best match"
    case .make: "Make"
    case .model: "Model"
    case .year: "Year"
    case .vehicleClass: "Class"
    case .fuel: "Fuel"
    case .consumption: "Consumption"
    case .co2: co2Name
    case .cost: "Fuel cost"
    case .range: "Electric range"
    case .displacement: "Displacement"
    }
  }
}
