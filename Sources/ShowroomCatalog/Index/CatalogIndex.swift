import ShowroomFiles

/// The whole catalog in memory, fast enough to search on every keystroke. Takes about 5 MB for the EPA's 49,582 cars.
/// Immutable, and may be used from any thread.
///
/// An *ordinal* is the rank of a car in the order of make, model, year (newest first) and ID. It is valid for this
/// index and those that ``updatingUserData(_:)``, ``updatingFiles(_:)`` and ``updatingMarks(_:)`` return.
package final class CatalogIndex: Sendable {
  let columns: CatalogColumns
  let favorites: Bitmap
  let notes: Bitmap
  /// The notes, by ordinal.
  let noteTexts: [Int: NoteText]
  /// The cars with attachments.
  let files: Bitmap
  /// The cars that the user has marked on the screen, which the database does not know.
  let marked: Bitmap
  /// The prices of cars that the user has set, in US dollars.
  let prices: [Car.ID: Int]
  /// The assumptions from which costs are computed.
  package let assumptions: CostAssumptions
  /// The energy that the cars use, if costs were computed from it.
  let costTable: CostTable?
  /// The revision of the database that the index was loaded from. ``CatalogStore/changes(since:)`` starts there.
  let revision: CatalogRevision
  /// Whether the cars were read by an earlier version of the importer, which may have read other values, so that a
  /// refresh brings better ones.
  package let isOutdated: Bool

  init(
    columns: CatalogColumns, favorites: Bitmap, notes: Bitmap, noteTexts: [Int: NoteText] = [:], files: Bitmap,
    marked: Bitmap? = nil, prices: [Car.ID: Int] = [:],
    assumptions: CostAssumptions = CostAssumptions(), costTable: CostTable? = nil, revision: CatalogRevision,
    isOutdated: Bool = false
  ) {
    self.columns = columns
    self.favorites = favorites
    self.notes = notes
    self.noteTexts = noteTexts
    self.files = files
    self.marked = marked ?? Bitmap(count: columns.count)
    self.prices = prices
    self.assumptions = assumptions
    self.costTable = costTable
    self.revision = revision
    self.isOutdated = isOutdated
  }

  /// Creates an index that shares everything with another one but for what is given.
  private convenience init(
    _ other: CatalogIndex, columns: CatalogColumns? = nil, favorites: Bitmap? = nil, notes: Bitmap? = nil,
    noteTexts: [Int: NoteText]? = nil,
    files: Bitmap? = nil, marked: Bitmap? = nil, prices: [Car.ID: Int]? = nil, assumptions: CostAssumptions? = nil,
    costTable: CostTable? = nil
  ) {
    self.init(
      columns: columns ?? other.columns, favorites: favorites ?? other.favorites, notes: notes ?? other.notes,
      noteTexts: noteTexts ?? other.noteTexts,
      files: files ?? other.files, marked: marked ?? other.marked, prices: prices ?? other.prices,
      assumptions: assumptions ?? other.assumptions,
      costTable: costTable ?? other.costTable, revision: other.revision, isOutdated: other.isOutdated)
  }

  /// Creates an index of cars that are in no database.
  convenience init(cars: [Car]) {
    // Nothing cancels it, so nothing is thrown.
    let made = try? CatalogColumns(CatalogColumnsBuilder(cars), isCanceled: { false })
    guard let columns = made else { preconditionFailure() }
    let none = Bitmap(count: columns.count)
    self.init(columns: columns, favorites: none, notes: none, files: none, revision: CatalogRevision())
  }

  /// The number of cars, including withdrawn ones.
  package var count: Int { columns.count }

  /// Returns the row of a car. Decodes it on every call, so use it only for visible rows. The ordinal must be less than
  /// ``count``.
  package func row(at ordinal: Int) -> CarRow {
    let name = Int(columns.name[ordinal])
    let id = columns.ids[ordinal]
    let plugIn = columns.plugIns[id]
    var car = Car(
      id: id, make: columns.makes.string(at: columns.names.make[name]),
      model: columns.models.string(at: columns.names.model[name]), year: Int(columns.year[ordinal]),
      fuel: Fuel(rawValue: columns.fuel[ordinal]) ?? .unknown, isWithdrawn: columns.isWithdrawn[ordinal])
    columns.rowColumns.fill(&car, from: ordinal)
    if let plugIn {
      car.combinedMPG = known(plugIn.combinedMPG)
      car[.electricMPG] = known(plugIn.electricMPG)
      car[.blendedMPG] = known(plugIn.blendedMPG)
    }
    return CarRow(
      car, isFavorite: favorites[ordinal], hasNote: notes[ordinal], hasFiles: files[ordinal],
      note: noteTexts[ordinal]?.text)
  }

  /// The ID of the latest refresh; `nil` if none is recorded. It increases with each refresh that changed cars.
  package var latestRefresh: Int64? { columns.latestRefresh }

  /// Returns which of the fields `new` and `changed` a car has, given its ordinal; `nil` for neither.
  package func news(at ordinal: Int) -> CarField? {
    [CarField.new, .changed].first { columns.flags[$0]?[ordinal] == true }
  }

  /// Returns the ID of the car with an ordinal.
  package func id(at ordinal: Int) -> Car.ID { columns.ids[ordinal] }

  /// Returns the combined fuel economy, by which cars are compared, of those cars with ordinals of which it is known.
  package func comparedMPG(at ordinals: [Int32]) -> [Double] {
    numbers(of: .economy, at: ordinals).filter { !$0.isNaN }
  }

  /// Returns the numbers of cars in one of ``CarField/plotted``, by which they are compared, given their ordinals; NaN for
  /// an unknown one.
  package func numbers(of field: CarField, at ordinals: [Int32]) -> [Double] {
    if field == .year { return ordinals.map { Double(columns.year[Int($0)]) } }
    guard let column = columns.numbers[field] else { return ordinals.map { _ in .nan } }
    return ordinals.map { column[Int($0)] ?? .nan }
  }

  /// Returns the price of a car that the user has set, in US dollars.
  package func ownPrice(of id: Car.ID) -> Int? { prices[id] }

  /// Returns the ordinal of a car, or `nil` when the catalog does not have it. Logarithmic.
  package func ordinal(of id: Car.ID) -> Int? { columns.ordinals[id] }

  /// Returns the catalog with new user data on one car. Shares everything else with this index.
  package func updatingUserData(_ id: Car.ID, _ data: UserData) -> CatalogIndex {
    updatingUserData([id: data])
  }

  /// Returns the catalog with new user data on some cars. Ignores cars that are not in the catalog.
  package func updatingUserData(_ changes: [Car.ID: UserData]) -> CatalogIndex {
    var (favorites, notes, noteTexts, prices) = (favorites, notes, noteTexts, prices)
    for (id, data) in changes {
      guard let ordinal = ordinal(of: id) else { continue }
      favorites[ordinal] = data.isFavorite
      notes[ordinal] = data.note != nil
      noteTexts[ordinal] = data.note.map { NoteText($0) }
      prices[id] = data.price
    }
    let column = prices == self.prices ? nil : columns.prices(with: prices)
    return CatalogIndex(
      self, columns: column.map { columns.replacing([.price: $0]) }, favorites: favorites, notes: notes,
      noteTexts: noteTexts, prices: prices)
  }

  /// Returns the catalog in which these cars have attachments, and no others. Shares everything else with this index.
  package func updatingFiles(_ ids: Set<Car.ID>) -> CatalogIndex {
    var files = Bitmap(count: count)
    for ordinal in ids.compactMap(ordinal(of:)) { files[ordinal] = true }
    return CatalogIndex(self, files: files)
  }

  /// Returns the catalog in which these cars are marked, and no others. Shares everything else with this index.
  package func updatingMarks(_ ids: [Car.ID]) -> CatalogIndex {
    var marked = Bitmap(count: count)
    for ordinal in ids.compactMap(ordinal(of:)) { marked[ordinal] = true }
    return CatalogIndex(self, marked: marked)
  }

  /// Whether any car is marked.
  package var hasMarks: Bool { marked.population > 0 }

  /// Returns the catalog with the costs of other assumptions. Shares everything else with this index.
  func applying(_ assumptions: CostAssumptions, _ table: CostTable) -> CatalogIndex {
    CatalogIndex(
      self, columns: columns.replacing(table.costs(under: assumptions, stored: columns.storedNumbers)),
      assumptions: assumptions, costTable: table)
  }

  private func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
}

/// A note with its folded text, in which words are found.
struct NoteText: Sendable, Hashable {
  let text: String
  let folded: String

  init(_ text: String) {
    self.text = text
    folded = Folding.fold(text)
  }
}

/// The counters by which readers detect changes in the database.
struct CatalogRevision: Sendable, Hashable {
  /// The number of refreshes that changed a car.
  var cars: Int64 = 0
  /// The number of changes of user data.
  var user: Int64 = 0
  /// The number of changes of attachments.
  var attachments: Int64 = 0
  /// The number of changes of the assumptions from which costs are computed.
  var costs: Int64 = 0
}
