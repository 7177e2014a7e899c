import ShowroomFiles
import Synchronization

/// The cars by column, ordered by make, model, year (newest first) and ID. The ordinal of a car is its rank in that
/// order. Immutable, and shared by all indexes that differ only in user data.
final class CatalogColumns: Sendable {
  /// The number that stands for an unknown string.
  static let none: Int32 = -1

  /// The fuel economy of a plug-in hybrid on gasoline, on electricity and on both. NaN means unknown.
  struct PlugIn: Sendable {
    var combinedMPG: Double
    var electricMPG: Double
    var blendedMPG: Double
  }

  let ids: [Car.ID]
  /// The number of the make and model in ``names``.
  let name: [Int32]
  let year: [Int16]
  let fuel: [UInt8]
  /// The strings of ``CarField/indexedTexts``.
  let texts: [CarField: TextColumn]
  /// The numbers of ``CarField/indexed`` by which cars are compared.
  let numbers: [CarField: NumberColumn]
  /// The same numbers as stored. In ``numbers``, some may have been replaced according to the user's assumptions and
  /// prices.
  let storedNumbers: [CarField: NumberColumn]
  /// The same columns in a form for reading rows, because looking up each column by its field would take longer than
  /// all other work.
  let rowColumns: RowColumns
  /// The base models; `nil` if they were not read.
  let families: TextColumn?
  let isWithdrawn: Bitmap
  /// The flags of cars that do not depend on user data.
  let flags: [CarField: FlagColumn]
  /// The ID of the latest refresh; `nil` if none is recorded.
  let latestRefresh: Int64?
  /// The additional numbers of plug-in hybrids. This is a dictionary, because few cars are plug-in hybrids.
  let plugIns: [Car.ID: PlugIn]

  let names: Names
  let makes: StringPool
  let models: StringPool
  let foldedMakes: StringPool
  let foldedModels: StringPool

  let ordinals: CarOrdinals
  let orders = Mutex<[Sort: [Int32]]>([:])
  let distributions = Mutex<[DistributionKey: Distribution]>([:])
  let matches = Mutex(MatchCache())
  let facetTable = Mutex<FacetTable?>(nil)
  /// The car that was last compared with all others, and the cars most similar to it.
  let knownLikeness = Mutex<(id: Car.ID, nearest: [Int32])?>(nil)
  let knownModelWords = Mutex<ModelWords?>(nil)
  let knownModelNumbers = Mutex<ModelNumbers?>(nil)
  let knownVocabularies = Mutex<[CarField?: Vocabulary]>([:])

  var count: Int { ids.count }

  init(_ builder: consuming CatalogColumnsBuilder, isCanceled: () -> Bool) throws(CatalogError) {
    (makes, models) = (builder.makes.pool, builder.models.pool)
    (foldedMakes, foldedModels) = (makes.folded(), models.folded())
    names = Names(builder.names, foldedMakes: foldedMakes, foldedModels: foldedModels)
    if isCanceled() { throw .canceled }

    let rows = builder.rows
    plugIns = builder.plugIns
    let nameRanks = names.ranks(makes: foldedMakes.ranks(), models: foldedModels.ranks())
    let order = try Self.order(of: rows, nameRanks: nameRanks, isCanceled)

    // Each column is copied in random order, which takes some time for a million cars.
    func column<Value>(_ value: (CatalogColumnsBuilder.Row) -> Value) throws(CatalogError) -> [Value] {
      if isCanceled() { throw .canceled }
      return order.map { value(rows[$0]) }
    }
    func ordered<Value>(_ values: [Value]) throws(CatalogError) -> [Value] {
      if isCanceled() { throw .canceled }
      return order.map { values[$0] }
    }
    ids = try column { $0.id }
    name = try column { $0.name }
    year = try column { $0.year }
    fuel = try column { $0.fuel }
    var texts: [CarField: TextColumn] = [:]
    for (field, text) in zip(builder.fields.texts, builder.texts) {
      texts[field] = TextColumn(field, try ordered(text.numbers), text.pool.pool)
    }
    self.texts = texts
    families =
      builder.fields.hasFamilies
      ? TextColumn(.baseModel, try ordered(builder.families.numbers), builder.families.pool.pool) : nil
    var numbers: [CarField: NumberColumn] = [:]
    for (field, values) in zip(builder.fields.numbers, builder.numbers) {
      if isCanceled() { throw .canceled }
      numbers[field] = NumberColumn(values, order: order)
    }
    self.numbers = numbers
    storedNumbers = numbers
    isWithdrawn = Bitmap(try column { $0.isWithdrawn })
    var flags = [CarField.withdrawn: FlagColumn(isWithdrawn)]
    for (field, cars) in builder.changes { flags[field] = FlagColumn(Bitmap(ids.map(cars.contains))) }
    for (field, values) in zip(builder.fields.flags, builder.flags) {
      flags[field] = FlagColumn(
        yes: Bitmap(try ordered(values).map { $0 == true }), known: Bitmap(try ordered(values).map { $0 != nil }))
    }
    self.flags = flags
    latestRefresh = builder.latestRefresh
    rowColumns = RowColumns(texts, numbers, flags)

    ordinals = try CarOrdinals(ids, isCanceled)
  }

  /// Creates the same columns with different numbers for some fields. Values computed from the other fields are kept.
  private init(_ other: CatalogColumns, replacing numbers: [CarField: NumberColumn]) {
    ids = other.ids
    name = other.name
    year = other.year
    fuel = other.fuel
    texts = other.texts
    families = other.families
    self.numbers = other.numbers.merging(numbers) { $1 }
    storedNumbers = other.storedNumbers
    rowColumns = RowColumns(texts, self.numbers, other.flags)
    isWithdrawn = other.isWithdrawn
    flags = other.flags
    latestRefresh = other.latestRefresh
    plugIns = other.plugIns
    names = other.names
    makes = other.makes
    models = other.models
    foldedMakes = other.foldedMakes
    foldedModels = other.foldedModels
    ordinals = other.ordinals
    let fields = Set(numbers.keys)
    let kept = other.orders.withLock { $0.filter { !$0.key.fields.contains(where: fields.contains) } }
    orders.withLock { $0 = kept }
    let knownDistributions = other.distributions.withLock { $0.filter { !fields.contains($0.key.field) } }
    distributions.withLock { $0 = knownDistributions }
    let table = other.facetTable.withLock { $0 }.map { FacetTable($0, replacing: numbers) }
    facetTable.withLock { $0 = table }
    let modelWords = other.knownModelWords.withLock { $0 }
    knownModelWords.withLock { $0 = modelWords }
    let modelNumbers = other.knownModelNumbers.withLock { $0 }
    knownModelNumbers.withLock { $0 = modelNumbers }
    let vocabularies = other.knownVocabularies.withLock { $0 }
    knownVocabularies.withLock { $0 = vocabularies }
  }

  /// Returns the columns with different numbers for some fields, or itself if there are none.
  func replacing(_ numbers: [CarField: NumberColumn]) -> CatalogColumns {
    numbers.isEmpty ? self : CatalogColumns(self, replacing: numbers)
  }

  /// Returns the positions of the rows, ordered by make, model, year (newest first) and ID.
  private static func order(
    of rows: [CatalogColumnsBuilder.Row], nameRanks: [UInt64], _ isCanceled: () -> Bool
  ) throws(CatalogError) -> [Int] {
    var order = Array(rows.indices)
    var check = CancellationCheck()
    do {
      try order.sort { first, second in
        try check.run(isCanceled)
        let (first, second) = (rows[first], rows[second])
        let (a, b) = (nameRanks[Int(first.name)], nameRanks[Int(second.name)])
        if a != b { return a < b }
        return first.year != second.year ? first.year > second.year : first.id < second.id
      }
    } catch {
      throw .canceled
    }
    return order
  }
}

/// The columns that make up a row.
struct RowColumns: Sendable {
  private let texts: [(CarText, TextColumn)]
  private let numbers: [(CarNumber, NumberColumn)]
  private let flags: [(CarNumber, FlagColumn)]

  init(_ texts: [CarField: TextColumn], _ numbers: [CarField: NumberColumn], _ flags: [CarField: FlagColumn]) {
    func pairs<Stored, Column>(
      _ fields: [CarField], _ stored: (CarField) -> Stored?, _ columns: [CarField: Column]
    ) -> [(Stored, Column)] {
      fields.compactMap { field in stored(field).flatMap { stored in columns[field].map { (stored, $0) } } }
    }
    self.texts = pairs(CarField.indexedTexts, \.text, texts)
    self.numbers = pairs(CarField.indexed, \.number, numbers)
    self.flags = pairs(CarField.storedFlags, \.number, flags)
  }

  /// Sets the values of a car.
  func fill(_ car: inout Car, from ordinal: Int) {
    for (text, column) in texts { car[text] = column[ordinal] }
    for (number, column) in numbers { car[number] = column[ordinal] }
    for (number, column) in flags { car[number] = column[ordinal].map { $0 ? 1 : 0 } }
  }
}

/// A field whose values are strings.
struct TextColumn: Sendable {
  /// The number of each car's string, or ``CatalogColumns/none``.
  let numbers: [Int32]
  let pool: StringPool
  /// The strings in which search words are found.
  let folded: StringPool

  init(_ field: CarField, _ numbers: [Int32], _ pool: StringPool) {
    self.numbers = numbers
    self.pool = pool
    folded =
      field.hasSynonyms ? pool.folded { ClassSynonyms.searchText(of: Folding.fold($0)) } : pool.folded()
  }

  subscript(ordinal: Int) -> String? {
    numbers[ordinal] == CatalogColumns.none ? nil : pool.string(at: numbers[ordinal])
  }
}

extension CarField {
  /// Whether values can also be found with synonyms, such as `awd`.
  var hasSynonyms: Bool { self == .vehicleClass || self == .drive }
}

/// The distinct names of a catalog. A name is a pair of a make and a model.
struct Names: Sendable {
  /// The number of the make of each name.
  let make: [Int32]
  /// The number of the model of each name.
  let model: [Int32]
  /// The strings `make model`, folded, in which search words are found.
  let folded: StringPool

  /// - Parameter numbers: The number of each pair of a make (high half) and a model (low half).
  init(_ numbers: [UInt64: Int32], foldedMakes: StringPool, foldedModels: StringPool) {
    let pairs = numbers.sorted { $0.value < $1.value }.map(\.key)
    make = pairs.map { Int32($0 >> 32) }
    model = pairs.map { Int32($0 & 0xffff_ffff) }
    var folded = StringPool()
    for (make, model) in zip(make, model) {
      folded.append(foldedMakes.string(at: make) + " " + foldedModels.string(at: model))
    }
    self.folded = folded
  }

  /// Returns the rank of each name, given the ranks of the makes and the models.
  func ranks(makes: [Int32], models: [Int32]) -> [UInt64] {
    zip(make, model).map { UInt64(makes[Int($0)]) << 32 | UInt64(models[Int($1)]) }
  }
}

/// The ordinals of cars by ID.
struct CarOrdinals: Sendable {
  private let ids: [Car.ID]
  private let ordinals: [Int32]

  /// - Parameter ids: The IDs, ordered by ordinal.
  init(_ ids: [Car.ID], _ isCanceled: () -> Bool) throws(CatalogError) {
    var pairs = Array(zip(ids, Int32(0)..<Int32(ids.count)))
    var check = CancellationCheck()
    do {
      try pairs.sort { first, second in
        try check.run(isCanceled)
        return first.0 < second.0
      }
    } catch {
      throw .canceled
    }
    self.ids = pairs.map(\.0)
    ordinals = pairs.map(\.1)
  }

  /// Returns the ordinal of a car, or `nil` if the catalog does not contain it. Takes logarithmic time.
  subscript(id: Car.ID) -> Int? {
    let index = ids.partitioningIndex { $0 >= id }
    return index < ids.count && ids[index] == id ? Int(ordinals[index]) : nil
  }
}
