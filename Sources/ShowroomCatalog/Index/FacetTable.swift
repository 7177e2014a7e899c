/// The values of the fields with facets, as numbers that are counted quickly: one row of codes per car, so that counting
/// all fields of a car touches one cache line.
final class FacetTable: Sendable {
  /// A field and its values. Code 0 is an unknown value, and code *n* the value at *n* - 1.
  struct Column: Sendable {
    let field: CarField
    /// The values of a field with texts.
    var texts: [String] = []
    /// The values of a field with numbers, in ascending order.
    var numbers: [Double] = []
    /// The index of this field's code 0 in the array of counts.
    var start = 0

    /// The places of the counts of the known values.
    var places: Range<Int> { start + 1..<start + 1 + max(texts.count, numbers.count) }
  }

  /// The fields of the columns.
  private static let fields = CarField.listed + CarField.measured
  private static let width = 12
  /// The largest number of values of a field. Further texts count as unknown, and numbers are combined.
  private static let maximumValues = Int(UInt16.max)

  let columns: [Column]
  /// The number of cars with each value of each field.
  let totals: [UInt32]
  private let codes: [UInt16]

  init?(_ cars: CatalogColumns, isCanceled: () -> Bool) {
    var codes = [UInt16](repeating: 0, count: cars.count * Self.width)
    var columns: [Column] = []
    var start = 0
    for (place, field) in Self.fields.enumerated() {
      if isCanceled() { return nil }
      var (column, values) = Self.column(field, cars)
      column.start = start
      start = column.places.upperBound
      columns.append(column)
      for ordinal in 0..<cars.count { codes[ordinal * Self.width + place] = values[ordinal] }
    }
    self.columns = columns
    self.codes = codes
    let everything = Bitmap(count: cars.count, repeating: true)
    guard
      let totals = Self.counts(of: everything, codes, columns, size: start, isCanceled: isCanceled)
    else { return nil }
    self.totals = totals
  }

  /// Returns the place of a field in ``columns``, or `nil` if it has no facet.
  static func place(of field: CarField) -> Int? { fields.firstIndex(of: field) }

  /// Returns the number of cars with each value of each field; `nil` when canceled.
  ///
  /// Of more than half of the cars the others are counted.
  func counts(of cars: Bitmap, isCanceled: () -> Bool) -> [UInt32]? {
    let population = cars.population
    if population == cars.count { return totals }
    guard population > cars.count / 2 else {
      return Self.counts(of: cars, codes, columns, size: totals.count, isCanceled: isCanceled)
    }
    return Self.counts(of: cars.complement, codes, columns, size: totals.count, isCanceled: isCanceled).map { others in
      zip(totals, others).map { $0 &- $1 }
    }
  }

  /// Returns the number of cars with each code of one column; `nil` when canceled.
  ///
  /// - Parameters:
  ///   - subset: some of the cars, whose counts are known.
  ///   - known: the counts of `subset`.
  func counts(
    of cars: Bitmap, column place: Int, subset: Bitmap, known: ArraySlice<UInt32>, isCanceled: () -> Bool
  ) -> [UInt32]? {
    let range = columns[place].start..<columns[place].places.upperBound
    var added = cars
    added.subtract(subset)
    let others = cars.count - cars.population
    let isSmaller = others < added.population
    let rest = isSmaller ? cars.complement : added
    guard let counts = count(rest, column: place, isCanceled) else { return nil }
    return isSmaller ? zip(totals[range], counts).map { $0 &- $1 } : zip(known, counts).map { $0 &+ $1 }
  }

  private func count(_ cars: Bitmap, column place: Int, _ isCanceled: () -> Bool) -> [UInt32]? {
    var counts = [UInt32](repeating: 0, count: columns[place].places.count + 1)
    let isComplete = codes.withUnsafeBufferPointer { codes in
      counts.withUnsafeMutableBufferPointer { counts in
        cars.forEach(isCanceled) { ordinal in counts[Int(codes[ordinal &* Self.width &+ place])] &+= 1 }
      }
    }
    return isComplete ? counts : nil
  }

  private static func counts(
    of cars: Bitmap, _ codes: [UInt16], _ columns: [Column], size: Int, isCanceled: () -> Bool
  ) -> [UInt32]? {
    var counts = [UInt32](repeating: 0, count: size)
    let starts = columns.map(\.start)
    let isComplete = codes.withUnsafeBufferPointer { codes in
      counts.withUnsafeMutableBufferPointer { counts in
        starts.withUnsafeBufferPointer { starts in
          cars.forEach(isCanceled) { ordinal in
            let row = ordinal &* width
            for place in 0..<width { counts[starts[place] &+ Int(codes[row &+ place])] &+= 1 }
          }
        }
      }
    }
    return isComplete ? counts : nil
  }

  // MARK: Values

  private static func column(_ field: CarField, _ cars: CatalogColumns) -> (Column, [UInt16]) {
    switch field {
    case .make: return texts(field, cars.makes, cars.name.map { cars.names.make[Int($0)] })
    case .fuel:
      let codes = Fuel.allCases.map { fuel in
        (Int(fuel.rawValue), Fuel.byLabel.firstIndex(of: fuel).map { UInt16($0 + 1) } ?? 0)
      }
      let table = Dictionary(uniqueKeysWithValues: codes)
      return (Column(field: field, texts: Fuel.byLabel.map(\.label)), cars.fuel.map { table[Int($0)] ?? 0 })
    case .year: return numbers(field, cars.year.map { Double($0) })
    default:
      if let column = cars.texts[field] { return texts(field, column.pool, column.numbers) }
      var (column, codes) = numbers(field, cars.numbers[field] ?? Array(repeating: .nan, count: cars.count))
      if CarField.listed.contains(field) { column.texts = column.numbers.map { QueryText.number($0) } }
      return (column, codes)
    }
  }

  /// Returns the column of a field with texts. Texts that differ only in case and diacritics are one value.
  private static func texts(
    _ field: CarField, _ pool: StringPool, _ numbers: [Int32]
  ) -> (Column, [UInt16]) {
    var column = Column(field: field)
    var known: [String: UInt16] = [:]
    let codes = (0..<Int32(pool.count)).map { number -> UInt16 in
      let text = pool.string(at: number)
      let folded = Folding.fold(text)
      if let code = known[folded] { return code }
      guard !folded.isEmpty, column.texts.count < maximumValues else { return 0 }
      column.texts.append(text)
      known[folded] = UInt16(column.texts.count)
      return UInt16(column.texts.count)
    }
    return (column, numbers.map { $0 < 0 ? 0 : codes[Int($0)] })
  }

  private static func numbers(_ field: CarField, _ values: [Double]) -> (Column, [UInt16]) {
    var pool = NumberPool()
    let places = values.map { $0.isFinite ? pool.place(of: $0) : -1 }
    let order = pool.numbers.indices.sorted { pool.numbers[$0] < pool.numbers[$1] }
    // The values that share a code, if there are more values than codes.
    let group = (order.count + maximumValues - 1) / maximumValues
    var codes = [UInt16](repeating: 0, count: order.count)
    var numbers: [Double] = []
    for (rank, place) in order.enumerated() {
      if rank % group == 0 { numbers.append(pool.numbers[place]) }
      codes[place] = UInt16(numbers.count)
    }
    return (Column(field: field, numbers: numbers), places.map { $0 < 0 ? 0 : codes[$0] })
  }
}

/// Distinct numbers, each stored once. Neighboring cars often share a number, so the last one is tried first.
private struct NumberPool {
  private(set) var numbers: [Double] = []
  private var slots = [Int32](repeating: -1, count: 1 << 12)
  private var last = -1

  mutating func place(of number: Double) -> Int {
    if last >= 0, numbers[last] == number { return last }
    if numbers.count * 2 >= slots.count { grow() }
    var slot = slot(of: number)
    while slots[slot] >= 0 {
      last = Int(slots[slot])
      if numbers[last] == number { return last }
      slot = (slot + 1) & (slots.count - 1)
    }
    last = numbers.count
    slots[slot] = Int32(last)
    numbers.append(number)
    return last
  }

  private func slot(of number: Double) -> Int {
    // Adding zero makes -0 and 0 equal.
    var hash = ContentHash()
    hash.combine((number + 0).bitPattern)
    return Int(truncatingIfNeeded: hash.value) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (place, number) in numbers.enumerated() {
      var slot = slot(of: number)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place)
    }
  }
}

extension CatalogColumns {
  /// The values of the facets, which are made at first use. Returns `nil` when canceled.
  func facets(isCanceled: () -> Bool) -> FacetTable? {
    if let table = facetTable.withLock({ $0 }) { return table }
    guard let table = FacetTable(self, isCanceled: isCanceled) else { return nil }
    facetTable.withLock { $0 = table }
    return table
  }
}
