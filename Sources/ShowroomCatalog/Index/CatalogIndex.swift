import ShowroomFiles

/// The whole catalog in memory. It is fast enough to be searched on every keystroke, and takes about 5 MB for the EPA's
/// 49,582 cars. Immutable, and can be used from any thread.
///
/// An *ordinal* is the rank of a car in the order of make, model, year (newest first) and ID. It is valid for this
/// index and for the indexes returned by ``updatingUserData(_:)``, ``updatingFiles(_:)`` and ``updatingMarks(_:)``.
package final class CatalogIndex: Sendable {
  let columns: CatalogColumns
  let favorites: Bitmap
  let notes: Bitmap
  /// The notes, by ordinal.
  let noteTexts: [Int: NoteText]
  /// The cars with attachments.
  let files: Bitmap
  /// The cars marked by the user on the screen, which are not stored in the database.
  let marked: Bitmap
  /// The prices that the user has set for cars, in US dollars.
  let prices: [Car.ID: Int]
  /// The assumptions from which costs are computed.
  package let assumptions: CostAssumptions
  /// The energy use of the cars, if costs were computed from it.
  let costTable: CostTable?
  /// The revision of the database from which the index was loaded. ``CatalogStore/changes(since:)`` starts there.
  let revision: CatalogRevision
  /// Whether the cars were read by an earlier version of the importer. If so, a refresh may read better values.
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

  /// Creates an index that shares everything with another index except the given values.
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

  /// Creates an index of cars that are not in a database.
  convenience init(cars: [Car]) {
    // Cannot throw, because it is never canceled.
    let made = try? CatalogColumns(CatalogColumnsBuilder(cars), isCanceled: { false })
    guard let columns = made else { preconditionFailure() }
    let none = Bitmap(count: columns.count)
    self.init(columns: columns, favorites: none, notes: none, files: none, revision: CatalogRevision())
  }

  /// The number of cars, including withdrawn ones.
  package var count: Int { columns.count }

  /// Returns the row of a car. Every call decodes the row, so use it only for visible rows. The ordinal must be less
  /// than ``count``.
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
      car[.combinedMPG] = known(plugIn.combinedMPG)
      car[.electricMPG] = known(plugIn.electricMPG)
      car[.blendedMPG] = known(plugIn.blendedMPG)
    }
    return CarRow(
      car, isFavorite: favorites[ordinal], hasNote: notes[ordinal], hasFiles: files[ordinal],
      note: noteTexts[ordinal]?.text, change: change(at: ordinal))
  }

  /// The ID of the latest refresh; `nil` if none is recorded. It increases with each refresh that changed cars.
  package var latestRefresh: Int64? { columns.latestRefresh }

  /// Returns the field `new` or `changed` if it applies to a car, given its ordinal; otherwise `nil`.
  package func change(at ordinal: Int) -> CarField? {
    CarField.changes.first { columns.flags[$0]?[ordinal] == true }
  }

  /// Returns the ID of the car with an ordinal.
  package func id(at ordinal: Int) -> Car.ID { columns.ids[ordinal] }

  /// Returns the combined fuel economy, by which cars are compared, for those of the given cars for which it is known.
  package func comparedMPG(at ordinals: [Int32]) -> [Double] {
    numbers(of: .economy, at: ordinals).filter { !$0.isNaN }
  }

  /// Returns the numbers by which cars are compared in one of ``CarField/plotted``, given the cars' ordinals, with NaN
  /// for unknown numbers.
  package func numbers(of field: CarField, at ordinals: [Int32]) -> [Double] {
    if field == .year { return ordinals.map { Double(columns.year[Int($0)]) } }
    guard let column = columns.numbers[field] else { return ordinals.map { _ in .nan } }
    return ordinals.map { column[Int($0)] ?? .nan }
  }

  /// Returns the fuels of the given cars.
  package func fuels(at ordinals: some Sequence<Int32>) -> Set<Fuel> {
    ordinals.reduce(into: []) { $0.insert(Fuel(rawValue: columns.fuel[Int($1)]) ?? .unknown) }
  }

  /// Returns whether the fuel economy by which a car is compared applies to both fuels of a plug-in hybrid, given its
  /// ordinal.
  package func isEconomyBlended(at ordinal: Int) -> Bool {
    columns.plugIns[columns.ids[ordinal]].map { !$0.blendedMPG.isNaN } ?? false
  }

  /// Returns the price that the user has set for a car, in US dollars.
  package func ownPrice(of id: Car.ID) -> Int? { prices[id] }

  /// Returns the ordinal of a car, or `nil` if the catalog does not contain it. Takes logarithmic time.
  package func ordinal(of id: Car.ID) -> Int? { columns.ordinals[id] }

  /// Returns the catalog with new user data for some cars. It shares everything else with this index. Cars that are not
  /// in the catalog are ignored.
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

  /// Returns the catalog in which only the given cars have attachments. It shares everything else with this index.
  package func updatingFiles(_ ids: Set<Car.ID>) -> CatalogIndex {
    var files = Bitmap(count: count)
    for ordinal in ids.compactMap(ordinal(of:)) { files[ordinal] = true }
    return CatalogIndex(self, files: files)
  }

  /// Returns the catalog in which only the given cars are marked. It shares everything else with this index.
  package func updatingMarks(_ ids: [Car.ID]) -> CatalogIndex {
    var marked = Bitmap(count: count)
    for ordinal in ids.compactMap(ordinal(of:)) { marked[ordinal] = true }
    return CatalogIndex(self, marked: marked)
  }

  /// Whether any car is marked.
  package var hasMarks: Bool { marked.population > 0 }

  /// Returns the catalog with the costs that result from other assumptions. It shares everything else with this index.
  func applying(_ assumptions: CostAssumptions, _ table: CostTable) -> CatalogIndex {
    CatalogIndex(
      self, columns: columns.replacing(table.costs(under: assumptions, stored: columns.storedNumbers)),
      assumptions: assumptions, costTable: table)
  }

  private func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
}

/// A note with its folded text, which is searched for words.
struct NoteText: Sendable, Hashable {
  let text: String
  let folded: String

  init(_ text: String) {
    self.text = text
    folded = Folding.fold(text)
  }
}

/// The counters that readers use to detect changes in the database.
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
