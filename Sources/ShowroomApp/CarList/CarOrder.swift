import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings

/// The sort orders of the list. Choosing a field sorts in its natural direction, and the former order becomes the second
/// level; choosing it again reverses the order, except for the best match, which has no direction.
extension Sort: ReversibleOrder {
  /// The fields in the sort menu, in its order: those that a row displays.
  static let offered: [Field] = [
    .relevance, .make, .model, .year, .vehicleClass, .fuel, .consumption, .co2, .cost, .range,
  ]

  /// Returns the order after the user chooses a field.
  func choosing(_ field: Field) -> Sort {
    field == self.field && field != .relevance ? reversed : .natural(field).then(primary)
  }

  /// The reverse order. The reverse of the best match would be meaningless, so it is the oldest model year first:
  /// without words, the best match is the newest one.
  package var reversed: Sort {
    field == .relevance ? Sort(.year) : Sort(field, ascending: !ascending).then(secondary)
  }
}

extension Sort.Level {
  /// The direction in words: `A to Z`, `newest first`.
  var directionName: String {
    switch field {
    case .relevance: ""
    case .make, .model, .vehicleClass, .fuel: ascending ? "A to Z" : "Z to A"
    case .year: ascending ? "oldest first" : "newest first"
    case .consumption: ascending ? "least efficient first" : "most efficient first"
    case .range: ascending ? "shortest first" : "longest first"
    case .co2, .cost, .displacement: ascending ? "lowest first" : "highest first"
    }
  }
}
