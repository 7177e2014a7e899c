import GRDB

extension CatalogStore {
  /// Returns the whole catalog in memory. Takes about 100 ms for 50,000 cars, so it must not run on the thread that
  /// draws the screen. Throws ``CatalogError/canceled`` soon after `isCanceled` returns `true`.
  ///
  /// - Parameter fields: The fields that a command filters, orders, counts or lists, so that only these and the usual
  ///   ones are read; `nil` for all.
  package func loadIndex(
    for fields: Set<CarField>? = nil, isCanceled: () -> Bool = { false }
  ) throws(CatalogError) -> CatalogIndex {
    // Similar cars are found by numbers that a query does not name.
    let fields = fields.map { $0.contains(.like) ? $0.union(Likeness.numbers) : $0 }
    let (builder, changes, files, assumptions, revision, isOutdated) = try read { db in
      let revision = try CatalogRevision.fetch(db)
      var builder = CatalogColumnsBuilder(fields.map { IndexedFields(with: $0) } ?? .all)
      try Self.readCars(db, into: &builder, isCanceled: isCanceled)
      builder.changes = try CarSQL.changes(in: db)
      builder.latestRefresh = try CarSQL.latestRefresh(in: db)
      return (
        builder, try UserDataSQL.changes(since: 0, in: db), try CarSQL.carsWithFiles(in: db),
        try CostAssumptions.fetch(db), revision, try CatalogImporter.isOutdated(in: db)
      )
    }
    let columns = try CatalogColumns(builder, isCanceled: isCanceled)
    let none = Bitmap(count: columns.count)
    let index = CatalogIndex(
      columns: columns, favorites: none, notes: none, files: none,
      assumptions: CostAssumptions(sourcePrices: assumptions.sourcePrices), revision: revision, isOutdated: isOutdated
    ).updatingUserData(changes).updatingFiles(files)
    if assumptions == index.assumptions, !columns.lacksCosts { return index }
    return try index.applying(assumptions, in: self, isCanceled: isCanceled)
  }

  /// Reads the cars. Each piece of text is replaced with its number, without creating a string.
  private static func readCars(
    _ db: Database, into builder: inout CatalogColumnsBuilder, isCanceled: () -> Bool
  ) throws {
    let columns =
      ((builder.fields.hasFamilies ? ["baseModel"] : []) + builder.fields.texts.compactMap(\.text?.column)
      + builder.fields.numbers.compactMap(\.sql)
      + builder.fields.flags.compactMap(\.sql)).joined(separator: ", ")
    let statement = try db.makeStatement(
      sql: """
        SELECT id, make, model, year, fuel, isWithdrawn, combinedMPG, electricMPG, blendedMPG, \(columns) FROM car
        """)
    let ranges = builder.fields.numbers.map { $0.number?.definition.range ?? Car.numberRange }
    builder.rows.reserveCapacity(try CatalogRevision.carCount(in: db))
    try statement.forEachRow(in: db) { handle in
      if builder.rows.count & 1023 == 0, isCanceled() { throw CatalogError.canceled }
      let row = StoredColumns(handle: handle, table: "car")
      let make = builder.makes.number(of: try row.text(1))
      let model = builder.models.number(of: try row.text(2))
      let name = builder.name(make: make, model: model)
      let id = try row.integer(0, in: .min ... .max)
      let (electric, blended) = (try row.number(7, in: Car.numberRange), try row.number(8, in: Car.numberRange))
      if !electric.isNaN || !blended.isNaN {
        builder.plugIns[id] = CatalogColumns.PlugIn(
          combinedMPG: try row.number(6, in: Car.numberRange), electricMPG: electric, blendedMPG: blended)
      }
      builder.rows.append(
        CatalogColumnsBuilder.Row(
          id: id, name: name, year: Int16(try row.integer(3, in: years)), fuel: UInt8(try row.integer(4, in: 0...255)),
          isWithdrawn: try row.integer(5, in: 0...1) != 0))
      var column: Int32 = 9
      if builder.fields.hasFamilies {
        builder.families.numbers.append(builder.families.pool.number(of: try row.text(column)))
        column += 1
      }
      for place in builder.texts.indices {
        let text = try row.textIfPresent(column)
        let number = text.map { builder.texts[place].pool.number(of: $0) } ?? CatalogColumns.none
        builder.texts[place].numbers.append(number)
        column += 1
      }
      for place in builder.numbers.indices {
        builder.numbers[place].append(try row.number(column, in: ranges[place]))
        column += 1
      }
      for place in builder.flags.indices {
        let flag = try row.number(column, in: 0...1)
        builder.flags[place].append(flag.isNaN ? nil : flag == 1)
        column += 1
      }
    }
  }

  private static let years = Int64(Car.years.lowerBound)...Int64(Car.years.upperBound)
}

extension CatalogRevision {
  static func fetch(_ db: Database) throws -> CatalogRevision {
    try StoredRow.fetchOne(
      db, of: "catalogState",
      sql: "SELECT carRevision, userRevision, attachmentRevision, costRevision FROM catalogState"
    ) { row in
      CatalogRevision(
        cars: try row.integer("carRevision"), user: try row.integer("userRevision"),
        attachments: try row.integer("attachmentRevision"), costs: try row.integer("costRevision"))
    } ?? CatalogRevision()
  }

  /// Returns the number of cars, including withdrawn ones.
  static func carCount(in db: Database) throws -> Int {
    try StoredRow.fetchOne(db, of: "catalogState", sql: "SELECT carCount FROM catalogState") {
      try $0.integer("carCount", in: 0...10_000_000)
    } ?? 0
  }
}

extension CatalogImporter {
  /// Returns whether an earlier version of the importer read the stored cars.
  static func isOutdated(in db: Database) throws -> Bool {
    let sql = "SELECT importer < ? FROM catalogState WHERE importer IS NOT NULL"
    return try Bool.fetchOne(db, sql: sql, arguments: [version]) ?? false
  }
}
