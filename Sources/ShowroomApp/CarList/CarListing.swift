import Catalogue

/// The cars that the list shows, in order: a promise to make any row when it is drawn.
///
/// Two are equal when they carry the same stamp; comparing costs nothing, whatever they hold.
public struct CarListing: Sendable, Equatable {
  private enum Content: Sendable {
    /// The first rows, before the index is there.
    case page([CarRow])
    /// What a search found, with the index that its ordinals belong to and the generation of that.
    case result(SearchResult, CatalogueIndex, generation: Int)
  }

  /// How many cars.
  public let count: Int
  /// What the cars answer.
  public let query: CarQuery
  /// The order that they are in.
  public let sort: Sort
  /// Tells this listing from those before it.
  public let stamp: Int
  private let content: Content

  /// The first rows of `total` cars. Those beyond are blank until the index is there, so that the scrollbar and the
  /// position do not jump when it comes.
  init(page rows: [CarRow], total: Int, query: CarQuery = .all, sort: Sort = .standard, stamp: Int = 0) {
    self.init(.page(rows), count: max(total, rows.count), query: query, sort: sort, stamp: stamp)
  }

  /// What a search of `index` found.
  init(_ result: SearchResult, in index: CatalogueIndex, generation: Int, stamp: Int) {
    self.init(
      .result(result, index, generation: generation), count: result.count, query: result.query, sort: result.sort,
      stamp: stamp)
  }

  private init(_ content: Content, count: Int, query: CarQuery, sort: Sort, stamp: Int) {
    self.content = content
    self.count = count
    self.query = query
    self.sort = sort
    self.stamp = stamp
  }

  /// No cars.
  public static let empty = CarListing(page: [], total: 0)

  /// Whether it was searched for in the index.
  public var isComplete: Bool {
    if case .result = content { true } else { false }
  }

  /// The row at a place, made now.
  public func row(at position: Int) -> CarRow {
    switch content {
    case .page(let rows):
      position < rows.count ? rows[position] : Self.blank(position)
    case .result(let result, let index, _):
      index.row(at: Int(result.ordinals[position]))
    }
  }

  /// The identity of the car at a place, without the rest of its row.
  func id(at position: Int) -> Car.ID {
    switch content {
    case .page: row(at: position).id
    case .result(let result, let index, _): index.id(at: Int(result.ordinals[position]))
    }
  }

  /// Where a car is; nil when it is not there. Linear in time, but fast: a scan of 32-bit numbers.
  public func position(of id: Car.ID) -> Int? {
    switch content {
    case .page(let rows): rows.firstIndex { $0.id == id }
    case .result(let result, let index, _): index.ordinal(of: id).flatMap { result.position(of: $0) }
    }
  }

  /// The row of a car; nil when it is not there.
  public func row(of id: Car.ID) -> CarRow? { position(of: id).map(row) }

  /// The cars in this order, for a screen that goes from one to the next.
  public var sequence: CarSequence {
    switch content {
    case .page(let rows): CarSequence(rows.map(\.id))
    case .result(let result, let index, _): CarSequence(result, in: index)
    }
  }

  /// The same cars with other user data on some.
  func updating(_ changes: [Car.ID: UserData]) -> CarListing {
    let content: Content =
      switch self.content {
      case .page(let rows): .page(rows.map { row in changes[row.id].map { row.with($0) } ?? row })
      case .result(let result, let index, let generation):
        .result(result, index.updatingUserData(changes), generation: generation)
      }
    return CarListing(content, count: count, query: query, sort: sort, stamp: stamp + 1)
  }

  /// The result that a search of the index of `generation` may narrow.
  func result(generation: Int) -> SearchResult? {
    guard case .result(let result, _, generation) = content else { return nil }
    return result
  }

  /// Equal stamps mean equal rows: a listing is only ever made from the one before it.
  public static func == (left: CarListing, right: CarListing) -> Bool {
    left.stamp == right.stamp && left.count == right.count
  }

  /// A row that is not loaded yet. Its identity is that of no car, and its own.
  private static func blank(_ position: Int) -> CarRow {
    CarRow(id: .min + Int64(position), make: "", model: "", year: 0)
  }
}

extension CarListing: CustomStringConvertible {
  /// For failure messages: how many cars, and which listing.
  public var description: String { "\(count) cars, listing \(stamp)" }
}

extension CarRow {
  fileprivate func with(_ data: UserData) -> CarRow {
    var row = self
    row.isFavourite = data.isFavourite
    row.hasNote = data.note != nil
    return row
  }
}
