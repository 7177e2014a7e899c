/// The cars that answer a query, in order.
public struct SearchResult: Sendable {
  /// The cars as ordinals of the index that was searched.
  public let ordinals: [Int32]
  /// The query.
  public let query: CarQuery
  /// The order.
  public let sort: Sort
  /// True when only favourites were searched.
  public let favouritesOnly: Bool
  /// How many of the first are the better matches; only ``Sort/Field/relevance`` tells them apart.
  let preferredCount: Int

  /// How many cars answer.
  public var count: Int { ordinals.count }

  /// Where a car of the index is in the list; linear.
  public func position(of ordinal: Int) -> Int? { ordinals.firstIndex(of: Int32(ordinal)) }
}
