import Synchronization

/// The rows of a table: an array, or a promise to make any row when it is drawn.
///
/// A table asks only for the rows on the screen, so a million cost no more than forty. Two are equal when their stamp
/// and count are: comparing costs nothing, whatever they hold.
public struct TableRows<Row: Identifiable & Sendable>: Sendable, Equatable where Row.ID: Sendable {
  /// How many.
  public let count: Int
  private let stamp: Stamp
  private let row: @Sendable (Int) -> Row
  private let identity: @Sendable (Int) -> Row.ID
  private let index: @Sendable (Row.ID) -> Int?

  /// The rows of an array. Each call makes rows of a stamp of their own. Finding a row by its identity is linear: for
  /// tens of thousands of rows use the other initializer.
  public init(_ array: [Row]) {
    self.init(
      count: array.count, stamp: ArrayStamp.next(), row: { array[$0] }, id: { array[$0].id },
      index: { id in array.firstIndex { $0.id == id } })
  }

  /// Rows made on demand.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - stamp: equal stamps promise equal rows.
  ///   - row: makes a row; called for those on the screen, at each frame that draws them.
  ///   - id: the identity of a row where it is cheaper to tell than the row is to make; called for every move.
  ///   - index: where a row is, nil if it is not there; called when rows are replaced and when a row is selected by
  ///     identity.
  public init(
    count: Int, stamp: some Hashable & Sendable, row: @escaping @Sendable (Int) -> Row,
    id: (@Sendable (Int) -> Row.ID)? = nil, index: @escaping @Sendable (Row.ID) -> Int?
  ) {
    self.count = count
    self.stamp = Stamp(value: stamp)
    self.row = row
    identity = id ?? { row($0).id }
    self.index = index
  }

  /// No rows.
  public static var empty: TableRows { TableRows([]) }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// A row by its place.
  public subscript(index: Int) -> Row { row(index) }

  /// The identity of a row by its place.
  public func id(at index: Int) -> Row.ID { identity(index) }

  /// Where a row is; nil if it is not there.
  public func index(of id: Row.ID) -> Int? { index(id) }

  /// Whether stamp and count are equal.
  public static func == (left: TableRows, right: TableRows) -> Bool {
    left.count == right.count && (left.count == 0 || left.stamp == right.stamp)
  }
}

private struct Stamp: Sendable, Equatable {
  let value: any Hashable & Sendable

  static func == (left: Stamp, right: Stamp) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }
}

/// Stamps of arrays, which have none of their own.
private struct ArrayStamp: Hashable, Sendable {
  private static let counter = Atomic<UInt64>(0)
  let number: UInt64

  static func next() -> ArrayStamp {
    ArrayStamp(number: counter.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
