import Synchronization

/// The rows of a table: either the elements of an array, or rows created on demand.
///
/// A table requests only the visible rows, so a million rows cost no more than forty. Two values are equal if their
/// stamps, counts and sections are equal. Without sections, the comparison takes constant time.
///
/// ```swift
/// table.rows = TableRows(
///   count: index.count, stamp: index.revision, row: { index[$0] }, index: { index.position(of: $0) })
/// ```
public struct TableRows<Row: Identifiable & Sendable>: Sendable, Equatable where Row.ID: Sendable {
  /// The number of rows.
  public let count: Int
  /// The headings above the rows.
  private(set) var sections = TableSections()
  private let stamp: Stamp
  let row: @Sendable (Int) -> Row
  private let identity: @Sendable (Int) -> Row.ID
  private let index: @Sendable (Row.ID) -> Int?

  /// Creates rows from an array. The result is equal only to copies of itself.
  ///
  /// Finding a row by its ID takes linear time. For tens of thousands of rows, use ``init(count:stamp:row:id:index:)``.
  public init(_ array: [Row]) {
    self.init(
      count: array.count, stamp: ArrayStamp.next(), row: { array[$0] }, id: { array[$0].id },
      index: { id in array.firstIndex { $0.id == id } })
  }

  /// Creates a collection whose rows are created on demand.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - stamp: A value that identifies the content: rows with equal stamps and counts must be equal.
  ///   - row: A closure that returns the row at an index. It is called for the visible rows whenever they are drawn.
  ///   - id: A closure that returns the ID of the row at an index, if that is cheaper than creating the row. It is
  ///     called whenever the selection moves.
  ///   - index: A closure that returns the index of the row with an ID, or `nil` if there is none. It is called when
  ///     rows are replaced and when a row is selected by its ID.
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

  /// Creates rows from an array, with a heading above each run of rows that have the same heading.
  ///
  /// ```swift
  /// table.rows = TableRows(messages) { $0.dayText }
  /// ```
  ///
  /// - Parameters:
  ///   - array: The rows, sorted so that the rows of a section are consecutive.
  ///   - heading: A closure that returns the heading of the section that a row belongs to.
  public init(_ array: [Row], heading: (Row) -> String) {
    self.init(array)
    sections = TableSections(TableSection.sections(of: array, heading: heading), count: count)
  }

  /// Returns the rows with headings above them. Rows after the last section are added to it.
  ///
  /// ```swift
  /// table.rows = allCars.divided(into: [TableSection("Favorites", count: 12), TableSection("Others", count: 40_000)])
  /// ```
  public func divided(into sections: [TableSection]) -> TableRows {
    var rows = self
    rows.sections = TableSections(sections, count: count)
    return rows
  }

  /// An empty collection of rows.
  public static var empty: TableRows { TableRows([]) }

  /// Whether there are no rows.
  public var isEmpty: Bool { count == 0 }

  /// Accesses the row at an index.
  public subscript(index: Int) -> Row { row(index) }

  /// Returns the ID of the row at an index.
  public func id(at index: Int) -> Row.ID { identity(index) }

  /// Returns the index of the row with an ID, or `nil` if there is none.
  public func index(of id: Row.ID) -> Int? { index(id) }

  /// Returns whether the stamps, counts and sections are equal.
  public static func == (left: TableRows, right: TableRows) -> Bool {
    left.count == right.count && (left.count == 0 || left.stamp == right.stamp && left.sections == right.sections)
  }
}

private struct Stamp: Sendable, Equatable {
  let value: any Hashable & Sendable

  static func == (left: Stamp, right: Stamp) -> Bool { left.value.equals(right.value) }
}

extension Hashable {
  /// Returns whether another value has the same type and is equal. Compares the elements of an array without a box for
  /// each, as `AnyHashable` makes.
  fileprivate func equals(_ other: any Hashable) -> Bool { type(of: other) == Self.self && other as? Self == self }
}

/// A unique stamp for the rows of an array.
private struct ArrayStamp: Hashable, Sendable {
  private static let counter = Atomic<UInt64>(0)
  let number: UInt64

  static func next() -> ArrayStamp {
    ArrayStamp(number: counter.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
