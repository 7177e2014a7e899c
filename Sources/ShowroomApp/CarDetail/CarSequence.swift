import Catalogue

/// The cars of a list in the order in which it shows them, so that a screen opened from it can go to the next one.
///
/// It is the order at the moment of opening: a refresh or another sort behind the screen does not shuffle what "next" means.
public struct CarSequence: Sendable {
  /// How many cars there are.
  public let count: Int
  private let identity: @Sendable (Int) -> Car.ID

  /// The cars of a search result. Nothing is copied.
  ///
  /// - Parameter index: the index that was searched.
  public init(_ result: SearchResult, in index: CatalogueIndex) {
    count = result.count
    identity = { index.id(at: Int(result.ordinals[$0])) }
  }

  /// These cars.
  public init(_ ids: [Car.ID]) {
    count = ids.count
    identity = { ids[$0] }
  }

  /// The car at a place, counted from 0; `nil` where there is none.
  public func id(at position: Int) -> Car.ID? {
    (0..<count).contains(position) ? identity(position) : nil
  }

  /// The place of a car; linear.
  public func position(of id: Car.ID) -> Int? {
    (0..<count).first { identity($0) == id }
  }
}
