import ShowroomFiles

/// The values of the fields with facets, encoded for fast counting. Each car has a row of codes, so that counting all
/// fields of a car touches one cache line.
final class FacetTable: Sendable {
  /// A field and its values. Code 0 stands for an unknown value, and code *n* for the value at index *n* - 1.
  struct Column: Sendable {
    let field: CarField
    /// The values of a text field.
    var texts: [String] = []
    /// The values of a numeric field, in ascending order.
    var numbers: [Double] = []
    /// The index of this field's code 0 in the array of counts.
    var start = 0

    /// The indices of the counts of the known values.
    var places: Range<Int> { start + 1..<start + 1 + max(texts.count, numbers.count) }
  }

  /// The fields of the columns.
  private static let fields = CarField.listed + CarField.measured
  private static let width = fields.count
  /// The maximum number of values of a field. Additional strings are unknown, and neighboring numbers are combined.
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

  /// Creates the table with different numbers for some fields.
  init(_ other: FacetTable, replacing numbers: [CarField: NumberColumn]) {
    var (columns, codes, start) = (other.columns, other.codes, 0)
    var totals: [UInt32] = []
    for place in columns.indices {
      let old = columns[place]
      var counts = Array(other.totals[old.start..<old.places.upperBound])
      if let values = numbers[old.field] {
        let (column, own) = Self.numbers(old.field, values)
        columns[place] = column
        counts = [UInt32](repeating: 0, count: column.numbers.count + 1)
        for (ordinal, code) in own.enumerated() {
          codes[ordinal * Self.width + place] = code
          counts[Int(code)] += 1
        }
      }
      columns[place].start = start
      start = columns[place].places.upperBound
      totals += counts
    }
    (self.columns, self.codes, self.totals) = (columns, codes, totals)
  }

  /// Returns the index of a field in ``columns``, or `nil` if it has no facet.
  static func place(of field: CarField) -> Int? { fields.firstIndex(of: field) }

  /// Returns the number of cars with each value of each field; `nil` if canceled.
  ///
  /// If more than half of the cars are to be counted, the other cars are counted and subtracted.
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

  /// Returns the number of cars with each code of one column; `nil` if canceled.
  ///
  /// - Parameters:
  ///   - subset: A subset of the cars whose counts are already known.
  ///   - known: The counts of `subset`.
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
    case .year:
      var years = NumberColumnBuilder()
      for year in cars.year { years.append(Double(year)) }
      return numbers(field, NumberColumn(years, order: Array(cars.year.indices)))
    default:
      if let column = cars.texts[field] { return texts(field, column.pool, column.numbers) }
      guard let known = cars.numbers[field] else {
        return (Column(field: field), [UInt16](repeating: 0, count: cars.count))
      }
      var (column, codes) = numbers(field, known)
      if CarField.listed.contains(field) { column.texts = column.numbers.map { QueryText.number($0) } }
      return (column, codes)
    }
  }

  /// Returns the column of a text field. Strings that differ only in case and diacritics are treated as one value.
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

  /// Returns the column of a numeric field. Neighboring numbers share a code if there are more numbers than codes.
  private static func numbers(_ field: CarField, _ values: NumberColumn) -> (Column, [UInt16]) {
    let group = max(1, (values.values.count + maximumValues - 1) / maximumValues)
    let numbers = stride(from: 0, to: values.values.count, by: group).map { values.values[$0] }
    return (Column(field: field, numbers: numbers), values.map { $0 == 0 ? 0 : UInt16(($0 - 1) / group + 1) })
  }
}

extension CatalogColumns {
  /// Returns the table of facet values, which is created at first use, or `nil` if canceled.
  func facets(isCanceled: () -> Bool) -> FacetTable? {
    if let table = facetTable.withLock({ $0 }) { return table }
    guard let table = FacetTable(self, isCanceled: isCanceled) else { return nil }
    facetTable.withLock { $0 = table }
    return table
  }
}
