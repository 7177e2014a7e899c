import ShowroomCatalog

/// The cars that are marked for comparison, in the order in which they were marked.
struct CompareMarks: Sendable, Hashable {
  var ids: [Car.ID]

  init(_ ids: [Car.ID]) { self.ids = ids }

  /// The number of cars that can be compared at once.
  static let capacity = 4
  /// The advice to someone who marks too many cars.
  static let tooManyAdvice = "You can compare up to four cars. Unmark one first."
  /// The advice to someone who compares fewer than two cars.
  static let tooFewAdvice = "Mark two to four cars to compare them."

  /// Returns the marks with the one of a car added or removed, or `nil` if there are too many.
  func toggling(_ id: Car.ID) -> CompareMarks? {
    if ids.contains(id) { return CompareMarks(ids.filter { $0 != id }) }
    return ids.count < Self.capacity ? CompareMarks(ids + [id]) : nil
  }

  /// Returns the cars to compare: the marked ones, and a single one with `selected`. Returns `nil` if there are fewer
  /// than two.
  func compared(with selected: Car.ID?) -> [Car.ID]? {
    var ids = ids
    if ids.count == 1, let selected, selected != ids[0] { ids.append(selected) }
    return ids.count > 1 ? ids : nil
  }
}
