import Catalog
import ReactorTerminal
import ShowroomSettings

/// The output format of a list of cars.
package enum ListFormat: String, Sendable, Hashable, CaseIterable {
  /// A text table.
  case table
  /// An array of objects (RFC 8259).
  case json
  /// Records with a header (RFC 4180).
  case csv
}

/// `showroom list`: writes the cars that match a query.
package struct ListCommand: Sendable {
  /// An invalid argument; the program exits with status 2.
  package enum UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A token of the query is not a valid filter.
    case query(token: String, reason: String)
    /// The sort order is unknown.
    case sort(String)
    /// The limit is not positive.
    case limit(Int)
    /// The columns cannot be parsed.
    case columns(CarColumnError)

    /// A sentence with the valid values.
    package var description: String {
      switch self {
      case .query(let token, let reason): "Invalid query at \"\(token)\": \(reason)"
      case .sort(let text):
        "--sort cannot be \"\(text)\". Use \(SettingsError.list(Sort.fieldNames)), optionally followed by :asc or "
          + ":desc, or two of them separated by a comma."
      case .limit(let number): "--limit cannot be \(number). Use a number of at least 1."
      case .columns(let error): "--columns is not valid: \(error)"
      }
    }
  }

  let query: CarQuery
  let sort: Sort
  let limit: Int?
  let favoritesOnly: Bool
  let format: ListFormat
  /// The columns; `nil` for those that fit the terminal, or all fields.
  let columns: [CarColumn]?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - words: The words of the query, which are joined by spaces.
  ///   - sort: `FIELD` for its natural order on the screen, `FIELD:asc` or `FIELD:desc`, or two of them separated by a
  ///     comma; `nil` for the initial order of the screen.
  ///   - columns: Names of columns, separated by commas.
  /// - Throws: ``UsageError``. Unlike the screen, which ignores invalid filters with a message, a script should stop.
  package init(
    words: [String], sort: String? = nil, limit: Int? = nil, favoritesOnly: Bool = false, format: ListFormat = .table,
    columns: String? = nil
  ) throws(UsageError) {
    query = CarQuery.parse(words.joined(separator: " "))
    if let problem = query.diagnostics.first { throw .query(token: problem.token, reason: problem.description) }
    if let sort {
      guard let parsed = Sort(parsing: sort) else { throw .sort(sort) }
      self.sort = parsed
    } else {
      self.sort = .standard
    }
    if let limit, limit < 1 { throw .limit(limit) }
    self.limit = limit
    self.favoritesOnly = favoritesOnly
    self.format = format
    do {
      self.columns = try columns.map { text throws(CarColumnError) in try CarColumn.list(parsing: text) }
    } catch {
      throw .columns(error)
    }
  }

  /// Writes the list one car at a time, in constant memory.
  ///
  /// - Parameter remarks: The output for a message if no cars match.
  /// - Throws: `CatalogError`, ``OutputError``.
  package func write(
    _ store: CatalogStore, to output: TextOutput, remarks: TextOutput, formatting: CarFormatting
  ) throws {
    let index = try store.loadIndex()
    let found = index.search(query, sort: sort, favoritesOnly: favoritesOnly)?.ordinals ?? []
    let ordinals = found.prefix(limit ?? found.count)
    let export = CarListExport(ordinals, of: index, in: store, columns: columns ?? CarColumn.allCases)
    switch format {
    case .table: try writeTable(store, index, ordinals, output, formatting)
    case .json: try export.write(as: .json) { try output.write($0) }
    case .csv: try export.write(as: .csv) { try output.write(csv($0, for: output)) }
    }
    guard ordinals.isEmpty else { return }
    let suggestion = index.suggestion(for: query, favoritesOnly: favoritesOnly).map { " Did you mean \($0)?" }
    try remarks.write(sanitized("No matching cars." + (suggestion ?? "")) + "\n")
  }

  private func writeTable(
    _ store: CatalogStore, _ index: CatalogIndex, _ ordinals: ArraySlice<Int32>, _ output: TextOutput,
    _ formatting: CarFormatting
  ) throws {
    guard !ordinals.isEmpty else { return }
    let list = ListTable(formatting: formatting, sort: sort, columns: columns)
    func cells(_ row: Int) throws -> [String] {
      try list.cells(index.row(at: Int(ordinals[ordinals.startIndex + row])), store)
    }
    let table = try TextTable(
      list.headings, count: ordinals.count, available: output.columns, isASCII: formatting.isASCII, row: cells)
    try output.write(table.header + "\n")
    for row in 0..<ordinals.count { try output.write(table.line(cells(row)) + "\n") }
  }

  /// Returns a record for the output: unchanged for a file, without control characters for a terminal.
  private func csv(_ record: String, for output: TextOutput) -> String {
    output.isTerminal ? sanitized(String(record.dropLast())) + "\n" : record
  }
}
