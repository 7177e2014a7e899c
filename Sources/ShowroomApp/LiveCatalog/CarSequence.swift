import ShowroomCatalog

/// The cars of a list, in order, for a screen that moves from one car to the next.
///
/// The order is fixed when the screen opens, because a refresh or a new sort order must not change which car is next.
/// Only a sequence that was created before the list was loaded is replaced with the complete one.
package struct CarSequence: Sendable, Equatable {
  /// The number of cars.
  package let count: Int
  /// Whether the sequence was created from a loaded list. Otherwise, only its first cars are known.
  package let isComplete: Bool
  private let known: Int
  private let idAtPosition: @Sendable (Int) -> Car.ID

  /// Creates a sequence of the cars in a search result, without copying them.
  ///
  /// - Parameters:
  ///   - ordinals: The ordinals of the cars.
  ///   - index: The index that was searched.
  package init(_ ordinals: [Int32], in index: CatalogIndex) {
    count = ordinals.count
    isComplete = true
    known = count
    idAtPosition = { index.id(at: Int(ordinals[$0])) }
  }

  /// Creates a sequence of cars.
  package init(_ ids: [Car.ID]) {
    self.init(ids, count: ids.count, isComplete: true)
  }

  /// Creates an incomplete sequence of `count` cars, of which only the first ones are known.
  package init(first ids: [Car.ID], of count: Int) {
    self.init(ids, count: count, isComplete: false)
  }

  private init(_ ids: [Car.ID], count: Int, isComplete: Bool) {
    self.count = count
    self.isComplete = isComplete
    known = ids.count
    idAtPosition = { ids[$0] }
  }

  /// Returns the ID of the car at a position, or `nil` if the position is out of range or the car is not known yet.
  package func id(at position: Int) -> Car.ID? {
    (0..<known).contains(position) ? idAtPosition(position) : nil
  }

  /// Returns the position of a car, or `nil` if the sequence does not contain it.
  ///
  /// - Complexity: O(*n*).
  package func position(of id: Car.ID) -> Int? {
    (0..<known).first { idAtPosition($0) == id }
  }

  /// Returns whether two sequences have the same number of cars and know the same ones, in the same order.
  ///
  /// - Complexity: O(*n*).
  package static func == (one: CarSequence, other: CarSequence) -> Bool {
    (one.count, one.isComplete, one.known) == (other.count, other.isComplete, other.known)
      && (0..<one.known).allSatisfy { one.idAtPosition($0) == other.idAtPosition($0) }
  }
}
