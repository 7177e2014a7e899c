import Catalogue

/// How a person orders the list: a field chosen once gives its natural order, chosen again the other way round.
extension Sort: ListOrder {
  /// The fields that the list can be ordered by, in the order in which they are offered: those whose value a row shows.
  static let offered: [Field] = [
    .relevance, .make, .model, .year, .vehicleClass, .fuel, .consumption, .co2, .cost, .range,
  ]

  /// The order after choosing a field.
  func choosing(_ field: Field) -> Sort {
    field == self.field ? reversed : .natural(field)
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
