import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting

/// The sort orders of the list. Choosing a field sorts by it in its natural direction, and the previous order becomes
/// the second level. Choosing the field again reverses the order, except for the best match, which has no direction.
extension Sort: ReversibleOrder {
  /// The fields in the sort menu, after the best match.
  static let offered: [CarField?] = [nil] + CarField.sorted

  /// Returns the order after the user chooses a field.
  func choosing(_ field: CarField?) -> Sort {
    field == self.field && field != nil ? reversed : .natural(field).then(primary)
  }

  /// The reverse order. A reversed best match would be meaningless, so its reverse is the oldest model year first:
  /// without words, the best match is the newest car.
  package var reversed: Sort {
    field == nil ? Sort(.year) : Sort(field, ascending: !ascending).then(secondary)
  }
}

extension Sort.Level {
  /// The direction in words: `A to Z`, `newest first`.
  var directionName: String {
    let order = field?.definition.order
    return (ascending ? order?.ascending : order?.descending) ?? ""
  }
}

extension Window {
  /// Lets the user choose a field to sort by, and returns its ID.
  func chooseOrder(_ current: Sort, _ formatting: CarFormatting) async -> String? {
    let choices = Sort.offered.map { field in
      let second = current.secondary?.field == field ? current.secondary : nil
      let sort = field == current.field ? current : .natural(field)
      return SortOption(
        id: field?.id ?? Sort.bestMatch, title: formatting.name(ofOrder: field),
        summary: second.map { "then \($0.directionName)" } ?? sort.primary.directionName,
        isAscending: formatting.numbersAscend(in: sort), isReversible: field != nil)
    }
    return await choose(sortingBy: choices, current: current.field?.id ?? Sort.bestMatch)
  }
}
