import ShowroomCatalog
import ShowroomSettings

/// The cars of the list in their order. Rows are made when they are drawn.
///
/// Listings with the same stamp are equal, so that comparing them takes constant time.
package struct CarListing: Sendable, Equatable {
  private enum Content: Sendable {
    /// The first rows, before the index is loaded.
    case page([CarRow])
    /// The result of a search, with the index of its ordinals.
    case result(SearchResult, CatalogIndex)
  }

  /// The number of cars.
  package let count: Int
  /// The query that the cars match.
  package let query: CarQuery
  /// The query whose words are highlighted: that of the cars, unless they only nearly match it.
  let highlighted: CarQuery
  /// The sort order of the cars.
  package let sort: Sort
  /// Whether the cars are favorites only.
  let favoritesOnly: Bool
  /// The number that distinguishes this listing from earlier ones.
  package let stamp: Int
  /// The stamp of the first listing of these cars in this order. Later ones differ in user data only.
  let origin: Int
  private let content: Content
  /// The scale of the bars of the fuel economy.
  let economyScale: BarScale

  /// Creates a listing of the first rows of `total` cars.
  ///
  /// The other rows are blank until the index is loaded, so that the scroll bar and the position do not change then.
  init(
    page rows: [CarRow], total: Int, query: CarQuery = .all, sort: Sort = .standard, favoritesOnly: Bool = false,
    stamp: Int = 0
  ) {
    self.init(
      .page(rows), count: max(total, rows.count), query: query, sort: sort, favoritesOnly: favoritesOnly, stamp: stamp)
  }

  /// Creates a listing of the result of a search of `index`.
  init(_ found: CarSearch.Found, in index: CatalogIndex, stamp: Int) {
    let result = found.result
    self.init(
      .result(result, index), count: result.count, query: result.query, highlighted: found.highlighted,
      sort: result.sort, favoritesOnly: result.favoritesOnly, stamp: stamp)
  }

  private init(
    _ content: Content, count: Int, query: CarQuery, highlighted: CarQuery? = nil, sort: Sort,
    favoritesOnly: Bool, stamp: Int, origin: Int? = nil, economyScale: BarScale? = nil
  ) {
    self.economyScale = economyScale ?? Self.economyScale(of: content)
    self.content = content
    self.count = count
    self.query = query
    self.highlighted = highlighted ?? query
    self.sort = sort
    self.favoritesOnly = favoritesOnly
    self.stamp = stamp
    self.origin = origin ?? stamp
  }

  /// The cars by which the widths of columns are measured.
  var widthSample: WidthSample {
    switch content {
    case .page(let rows):
      return WidthSample(rows: Array(rows.prefix(WidthSample.size)), extent: rows.count < count ? .beginning : .whole)
    case .result(let result, let index):
      if count <= WidthSample.size {
        return WidthSample(rows: result.ordinals.map { index.row(at: Int($0)) }, extent: .whole)
      }
      let step = max(1, index.count / WidthSample.size)
      return WidthSample(rows: stride(from: 0, to: index.count, by: step).map { index.row(at: $0) }, extent: .part)
    }
  }

  /// Returns the scale for the fuel economy of the cars, of many cars for that of a sample.
  private static func economyScale(of content: Content) -> BarScale {
    switch content {
    case .page(let rows): return BarScale(rows.compactMap(\.comparedMPG))
    case .result(let result, let index):
      let step = max(1, result.count / BarScale.sampleSize)
      return BarScale(
        stride(from: 0, to: result.count, by: step).compactMap { index.comparedMPG(at: Int(result.ordinals[$0])) })
    }
  }

  /// The listing without cars.
  package static let empty = CarListing(page: [], total: 0)

  /// Whether all rows are available, because the index is loaded.
  package var isComplete: Bool {
    if case .result = content { true } else { false }
  }

  /// Returns the row at a position.
  package func row(at position: Int) -> CarRow {
    switch content {
    case .page(let rows):
      position < rows.count ? rows[position] : Self.blank(position)
    case .result(let result, let index):
      index.row(at: Int(result.ordinals[position]))
    }
  }

  /// Returns the ID of the car at a position, without making its row.
  func id(at position: Int) -> Car.ID {
    switch content {
    case .page: row(at: position).id
    case .result(let result, let index): index.id(at: Int(result.ordinals[position]))
    }
  }

  /// Returns the position of a car, or `nil` if the listing does not contain it.
  ///
  /// - Complexity: O(*n*), a scan of 32-bit integers.
  package func position(of id: Car.ID) -> Int? {
    switch content {
    case .page(let rows): rows.firstIndex { $0.id == id }
    case .result(let result, let index): index.ordinal(of: id).flatMap { result.position(of: $0) }
    }
  }

  /// Returns the row of a car, or `nil` if the listing does not contain it.
  package func row(of id: Car.ID) -> CarRow? { position(of: id).map(row) }

  /// The cars in this order, for a screen that moves from one car to the next.
  package var sequence: CarSequence {
    switch content {
    case .page(let rows): CarSequence(first: rows.map(\.id), of: count)
    case .result(let result, let index): CarSequence(result, in: index)
    }
  }

  /// Returns the cars for other programs, or `nil` before the index is loaded.
  ///
  /// - Parameter columns: The fields; `nil` for all.
  func export(_ ids: [Car.ID]? = nil, from store: CatalogStore, columns: [CarField]?) -> CarListExport? {
    guard case .result(let result, let index) = content else { return nil }
    let ordinals = ids?.compactMap { index.ordinal(of: $0).map(Int32.init) } ?? result.ordinals
    return CarListExport(ordinals, of: index, in: store, columns: columns ?? CarField.columns)
  }

  /// Returns the same cars with changed user data.
  func updating(_ changes: [Car.ID: UserData]) -> CarListing {
    updating({ row in changes[row.id].map { row.with($0) } ?? row }, { $0.updatingUserData(changes) })
  }

  /// Returns the same cars, of which these have attachments.
  func updating(files ids: Set<Car.ID>) -> CarListing {
    updating({ $0.with(files: ids) }, { $0.updatingFiles(ids) })
  }

  private func updating(_ row: (CarRow) -> CarRow, _ index: (CatalogIndex) -> CatalogIndex) -> CarListing {
    let content: Content =
      switch content {
      case .page(let rows): .page(rows.map(row))
      case .result(let result, let old): .result(result, index(old))
      }
    return CarListing(
      content, count: count, query: query, highlighted: highlighted, sort: sort,
      favoritesOnly: favoritesOnly, stamp: stamp + 1, origin: origin, economyScale: economyScale)
  }

  // Equal stamps mean equal rows, because each listing is made from the previous one.
  package static func == (left: CarListing, right: CarListing) -> Bool {
    left.stamp == right.stamp && left.count == right.count
  }

  /// Returns the row of a car that is not loaded yet, with an ID that no car has.
  private static func blank(_ position: Int) -> CarRow {
    CarRow(Car(id: .min + Int64(position), make: "", model: "", year: 0))
  }
}

extension CarListing: CustomStringConvertible {
  /// A short description for the messages of failed tests.
  package var description: String { "\(count) cars, listing \(stamp)" }
}

extension CarRow {
  fileprivate func with(_ data: UserData) -> CarRow {
    var row = self
    row.isFavorite = data.isFavorite
    row.hasNote = data.note != nil
    row.note = data.note
    row.car = row.car.priced(by: data)
    return row
  }

  fileprivate func with(files ids: Set<Car.ID>) -> CarRow {
    var row = self
    row.hasFiles = ids.contains(id)
    return row
  }
}
