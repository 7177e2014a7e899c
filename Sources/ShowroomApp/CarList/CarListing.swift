import ShowroomCatalog
import ShowroomFormatting

/// The cars of the list, in order. Rows are created when they are drawn.
///
/// Listings with the same stamp are equal, so that comparing them takes constant time.
package struct CarListing: Sendable, Equatable {
  private enum Content: Sendable {
    /// The first rows, used before the index is loaded.
    case page([CarRow])
    /// The result of a search, and the index to which its ordinals belong.
    case result(SearchResult, CatalogIndex)
  }

  /// The number of cars.
  package let count: Int
  /// The query that the cars match.
  package let query: CarQuery
  /// The query whose words are highlighted: the query that the cars match, unless they only match it approximately.
  let highlighted: CarQuery
  /// The sort order of the cars.
  package let sort: Sort
  /// Whether only favorites are included.
  let favoritesOnly: Bool
  /// The number that distinguishes this listing from earlier ones.
  package let stamp: Int
  /// The stamp of the first listing with these cars in this order. Later listings with the same origin differ only in
  /// user data.
  let origin: Int
  private let content: Content
  /// The rows, if there is one for each model; `nil` if there is one for each car.
  private let modelRows: ModelRows?
  /// The scale of the bars for fuel economy.
  let economyScale: BarScale

  /// Creates a listing of the first rows of `total` cars.
  ///
  /// The other rows are blank until the index is loaded, so that the scrollbar and the position do not change then.
  init(
    page rows: [CarRow], total: Int, query: CarQuery = .all, sort: Sort = .standard, favoritesOnly: Bool = false,
    stamp: Int = 0
  ) {
    self.init(
      .page(rows), count: max(total, rows.count), query: query, sort: sort, favoritesOnly: favoritesOnly, stamp: stamp)
  }

  /// Creates a listing from the result of searching `index`.
  ///
  /// - Parameters:
  ///   - models: The cars by model, to show one row for each model; `nil` for one row for each car.
  ///   - unfolded: Cars whose models are unfolded.
  init(
    _ found: CarSearch.Found, in index: CatalogIndex, by models: ModelList? = nil, unfolding unfolded: Set<Car.ID> = [],
    stamp: Int
  ) {
    let result = found.result
    self.init(
      .result(result, index), count: result.count, query: result.query, highlighted: found.highlighted,
      sort: result.sort, favoritesOnly: result.favoritesOnly, stamp: stamp,
      modelRows: models.map { Self.rows(of: $0, in: index, unfolding: unfolded) })
  }

  private init(
    _ content: Content, count: Int, query: CarQuery, highlighted: CarQuery? = nil, sort: Sort,
    favoritesOnly: Bool, stamp: Int, origin: Int? = nil, economyScale: BarScale? = nil, modelRows: ModelRows? = nil
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
    self.modelRows = modelRows
  }

  /// The cars used to measure the widths of columns.
  var widthSample: WidthSample {
    switch content {
    case .page(let rows):
      return WidthSample(
        rows: rows.prefix(WidthSample.size).map { ListRow($0) }, extent: rows.count < count ? .beginning : .whole)
    case .result(let result, let index):
      if let list = modelRows?.list {
        let step = max(1, list.count / WidthSample.size)
        // If there are few cars, all are measured, because models may be unfolded.
        let variants =
          count > WidthSample.size ? [] : list.ordinals.map { ListRow(index.row(at: Int($0)), isVariant: true) }
        return WidthSample(
          rows: stride(from: 0, to: list.count, by: step).map { row(ofModelAt: $0, in: list, index) } + variants,
          extent: count <= WidthSample.size ? .whole : .part, isFolded: true)
      }
      if count <= WidthSample.size {
        return WidthSample(rows: result.ordinals.map { ListRow(index.row(at: Int($0))) }, extent: .whole)
      }
      let step = max(1, index.count / WidthSample.size)
      return WidthSample(
        rows: stride(from: 0, to: index.count, by: step).map { ListRow(index.row(at: $0)) }, extent: .part)
    }
  }

  /// Returns the scale for the cars' fuel economy. If there are many cars, it is determined from a sample.
  private static func economyScale(of content: Content) -> BarScale {
    switch content {
    case .page(let rows): return BarScale(rows.compactMap(\.comparedMPG))
    case .result(let result, let index):
      let step = max(1, result.count / BarScale.sampleSize)
      return BarScale(index.comparedMPG(at: stride(from: 0, to: result.count, by: step).map { result.ordinals[$0] }))
    }
  }

  /// An empty listing.
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

  /// Returns the ID of the car at a position without creating its row.
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

  /// Returns the cars in the order of the rows, for a screen that moves from one car to the next.
  ///
  /// - Parameter id: The car that the screen shows. It represents its model if the model is folded.
  package func sequence(showing id: Car.ID) -> CarSequence {
    switch content {
    case .page(let rows): CarSequence(first: rows.map(\.id), of: count)
    case .result(let result, let index):
      CarSequence(modelRows?.cars(showing: index.ordinal(of: id)) ?? result.ordinals, in: index)
    }
  }

  /// Returns the cars' values of a numeric field, in order, with NaN for unknown values. Returns an empty array before
  /// the index is loaded.
  func numbers(of field: CarField) -> [Double] {
    guard case .result(let result, let index) = content else { return [] }
    return index.numbers(of: field, at: result.ordinals)
  }

  /// Returns the fuels of the cars at positions. Returns an empty set before the index is loaded.
  func fuels(at positions: some Sequence<Int>) -> Set<Fuel> {
    guard case .result(let result, let index) = content else { return [] }
    return index.fuels(at: positions.lazy.map { result.ordinals[$0] })
  }

  /// Returns whether the fuel economy by which the car at a position is compared applies to both fuels of a plug-in
  /// hybrid. Returns `false` before the index is loaded.
  func isEconomyBlended(at position: Int) -> Bool {
    guard case .result(let result, let index) = content else { return false }
    return index.isEconomyBlended(at: Int(result.ordinals[position]))
  }

  /// Returns the cars for other programs, or `nil` before the index is loaded.
  ///
  /// - Parameter columns: The fields; `nil` for ``CarField/exported``.
  func export(_ ids: [Car.ID]? = nil, from store: CatalogStore, columns: [CarField]?) -> CarListExport? {
    guard case .result(let result, let index) = content else { return nil }
    let ordinals = ids?.compactMap { index.ordinal(of: $0).map(Int32.init) } ?? result.ordinals
    return CarListExport(ordinals, of: index, in: store, columns: columns ?? CarField.exported)
  }

  /// Returns the same cars with changed user data.
  func updating(_ changes: [Car.ID: UserData]) -> CarListing {
    updating({ row in changes[row.id].map { row.with($0) } ?? row }, { $0.updatingUserData(changes) })
  }

  /// Returns the same cars, with the given ones having attachments.
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
      favoritesOnly: favoritesOnly, stamp: stamp + 1, origin: origin, economyScale: economyScale, modelRows: modelRows)
  }

  /// The ID of the latest refresh; `nil` if none is known.
  var latestRefresh: Int64? {
    if case .result(_, let index) = content { index.latestRefresh } else { nil }
  }

  // MARK: Models

  /// Whether there is one row for each model.
  var isFolded: Bool { modelRows != nil }

  /// The number of rows, which equals the number of cars unless models are folded.
  var rowCount: Int { modelRows?.count ?? count }

  /// The number of models; `nil` if they are not folded.
  var modelCount: Int? { modelRows?.list.count }

  /// Returns the row at a position of the table.
  func listRow(at position: Int) -> ListRow {
    guard case .result(let result, let index) = content else { return ListRow(row(at: position)) }
    func car(_ ordinal: Int32, isVariant: Bool = false) -> ListRow {
      ListRow(index.row(at: Int(ordinal)), isVariant: isVariant)
    }
    guard let rows = modelRows else { return car(result.ordinals[position]) }
    switch rows[position] {
    case .car(let place): return car(rows.list.ordinals[place])
    case .variant(let place): return car(rows.list.ordinals[place], isVariant: true)
    case .model(let place): return row(ofModelAt: place, in: rows.list, index)
    }
  }

  private func row(ofModelAt place: Int, in list: ModelList, _ index: CatalogIndex) -> ListRow {
    let variants = list.variants(ofModelAt: place)
    let first = index.row(at: Int(list.ordinals[variants.lowerBound]))
    if variants.count == 1 { return ListRow(first) }
    let changes = list.ordinals[variants].compactMap { ListRow.Change(index, at: Int($0)) }
    return ListRow(index.variants(ofModelAt: place, in: list), first: first, changes: changes)
  }

  /// Returns the changes of a row, as in ``ListRow``. The row need not be listed.
  func changes(of id: ListRow.ID) -> [ListRow.Change] {
    guard case .result(_, let index) = content else { return [] }
    if case .model = id, let position = position(ofRow: id) { return listRow(at: position).changes }
    return index.ordinal(of: id.car).flatMap { ListRow.Change(index, at: $0) }.map { [$0] } ?? []
  }

  /// Returns the identity of the row at a position in the table, without creating the row.
  func rowID(at position: Int) -> ListRow.ID {
    guard let (rows, index) = models else { return .car(id(at: position)) }
    func carID(_ car: Int) -> Car.ID { index.id(at: Int(rows.list.ordinals[car])) }
    return switch rows[position] {
    case .car(let car), .variant(let car): .car(carID(car))
    case .model(let place): .model(of: carID(rows.list.variants(ofModelAt: place).lowerBound))
    }
  }

  /// Returns the position of a row in the table. For a car in a folded model, this is the model's position. For a model
  /// while models are not folded, it is the position of the car that identifies the model.
  func position(ofRow id: ListRow.ID) -> Int? {
    guard let (rows, index) = models else { return position(of: id.car) }
    guard let ordinal = index.ordinal(of: id.car) else { return nil }
    return switch id {
    case .car: rows.position(ofCar: ordinal)
    case .model: rows.list.place(ofModelOf: ordinal).map { rows.position(ofModelAt: $0) }
    }
  }

  /// Returns whether the row at a position belongs to an unfolded model (`true`) or is a folded model (`false`), or
  /// `nil` if neither is the case.
  func isUnfolded(at position: Int) -> Bool? {
    guard let (rows, _) = models, position < rows.count else { return nil }
    return switch rows[position] {
    case .car: nil
    case .variant: true
    case .model(let place): rows.isUnfolded(place)
    }
  }

  /// Returns the number, starting at 1, of the model that the row at a position represents or belongs to.
  func modelNumber(at position: Int) -> Int? { modelRows.map { $0.place(ofRowAt: position) + 1 } }

  /// Returns the IDs of the listed variants of a car's model, in order. Returns an empty array if the car is not
  /// listed.
  func variants(ofModelOf id: Car.ID) -> [Car.ID] {
    guard let (rows, index) = models, let place = index.ordinal(of: id).flatMap({ rows.list.place(ofModelOf: $0) })
    else { return [] }
    return index.variants(ofModelAt: place, in: rows.list).ids
  }

  /// Returns the rows of the given cars, and of models that contain one of them.
  func rows(marked ids: [Car.ID]) -> Set<ListRow.ID> {
    var rows = Set(ids.map { ListRow.ID.car($0) })
    guard let (modelRows, index) = models else { return rows }
    for place in Set(ids.compactMap { index.ordinal(of: $0).flatMap { modelRows.list.place(ofModelOf: $0) } }) {
      rows.insert(rowID(at: modelRows.position(ofModelAt: place)))
    }
    return rows
  }

  /// Returns whether two cars are variants of the same model in the list.
  func areVariants(_ first: Car.ID, _ second: Car.ID) -> Bool {
    guard let (rows, index) = models, let first = index.ordinal(of: first), let second = index.ordinal(of: second)
    else { return first == second }
    let place = rows.list.place(ofModelOf: first)
    return place != nil && place == rows.list.place(ofModelOf: second)
  }

  /// Returns the same cars, with the models of the given cars unfolded.
  func unfolding(_ cars: Set<Car.ID>) -> CarListing {
    guard let (rows, index) = models else { return self }
    return CarListing(
      content, count: count, query: query, highlighted: highlighted, sort: sort, favoritesOnly: favoritesOnly,
      stamp: stamp + 1, origin: origin, economyScale: economyScale,
      modelRows: Self.rows(of: rows.list, in: index, unfolding: cars))
  }

  private static func rows(of list: ModelList, in index: CatalogIndex, unfolding cars: Set<Car.ID>) -> ModelRows {
    ModelRows(list, unfolded: Set(cars.compactMap { index.ordinal(of: $0).flatMap { list.place(ofModelOf: $0) } }))
  }

  private var models: (ModelRows, CatalogIndex)? {
    guard let modelRows, case .result(_, let index) = content else { return nil }
    return (modelRows, index)
  }

  // Equal stamps imply equal rows, because each listing is derived from the previous one.
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
