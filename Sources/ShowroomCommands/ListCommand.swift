import ShowroomCatalog
import ShowroomFormatting
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

/// The command `showroom list`, which writes the cars that match a query.
package struct ListCommand: Sendable {
  /// An invalid argument.
  package enum UsageError: InvalidArgumentError, Sendable, Hashable {
    /// The sort order is unknown.
    case sort(String)
    /// The limit is not positive.
    case limit(Int)
    /// The columns cannot be parsed.
    case columns(ColumnListError)
    /// The format has no rows for models.
    case models(ListFormat)

    /// A message with the valid values.
    package var description: String {
      switch self {
      case .sort(let text):
        "--sort cannot be \"\(text)\". Use \(SettingsError.list(Sort.names)), optionally followed by :asc or "
          + ":desc, or two of them separated by a comma."
      case .limit(let number): "--limit cannot be \(number). Use a number of at least 1."
      case .columns(let error): "--columns is not valid: \(error)"
      case .models(let format):
        "--models applies to tables, and not to \(format.rawValue). Leave it out; cars of a model have the same "
          + "baseModel and year."
      }
    }
  }

  private let argument: QueryArgument
  /// The order; `nil` for the saved view's order, or the initial order of the screen.
  let sort: Sort?
  let limit: Int?
  let favoritesOnly: Bool
  let format: ListFormat
  /// The columns; `nil` for the saved view's columns, for those that fit the terminal, or for all fields.
  let columns: [CarField]?
  /// Whether a table has one row per model; `nil` for the saved view's choice.
  let models: Bool?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - words: The words of the query, which are joined by spaces. If they begin with `@name`, the query of a saved
  ///     view is used.
  ///   - sort: `FIELD` for its natural order on the screen, `FIELD:asc` or `FIELD:desc`, or two of these separated by a
  ///     comma; `nil` for the saved view's order, or the initial order of the screen.
  ///   - columns: Names of columns, separated by commas.
  ///   - models: Whether a table has one row per model; `nil` for the saved view's choice.
  /// - Throws: ``UsageError`` or ``InvalidQueryError``.
  package init(
    words: [String], sort: String? = nil, limit: Int? = nil, favoritesOnly: Bool = false, format: ListFormat = .table,
    columns: String? = nil, models: Bool? = nil
  ) throws {
    argument = try QueryArgument(words)
    self.sort = try sort.map { text in
      guard let sort = Sort(parsing: text) else { throw UsageError.sort(text) }
      return sort
    }
    if let limit, limit < 1 { throw UsageError.limit(limit) }
    self.limit = limit
    self.favoritesOnly = favoritesOnly
    self.format = format
    if models == true, format != .table { throw UsageError.models(format) }
    self.models = models
    do throws(ColumnListError) {
      self.columns = try columns.map(CarField.list(parsing:))
    } catch {
      throw UsageError.columns(error)
    }
  }

  /// Writes the list one car at a time, using constant memory.
  ///
  /// - Parameters:
  ///   - remarks: The output for a message if no cars match, and for a message about costs that are not the source's.
  ///   - marked: A closure that reads the cars marked on the screen.
  /// - Throws: ``InvalidQueryError``, `SavedViewError`, `CatalogError`, or ``OutputError``.
  package func write(
    _ store: CatalogStore, to output: TextOutput, remarks: TextOutput, formatting: CarFormatting,
    marked: () -> [Car.ID] = { [] }
  ) throws {
    let formatting = try formatting.with(costsOf: store)
    let (query, view) = try argument.resolved(in: store)
    let sort = sort ?? view?.sort ?? .standard
    let columns = columns ?? view.flatMap { $0.columns.isEmpty ? nil : $0.columns }
    let table = ListTable(
      formatting: formatting, sort: sort, columns: columns, listsModels: models ?? view?.foldsModels ?? false)
    let used = sort.fields + query.filters.map(\.field) + (format == .table ? table.indexedFields : columns ?? [])
    let index = try store.loadIndex(for: Set(used), marked: marked)
    let result = index.search(query, sort: sort, favoritesOnly: favoritesOnly)
    let ordinals = result.map { $0.ordinals.prefix(limit ?? $0.ordinals.count) } ?? []
    let export = CarListExport(ordinals, of: index, in: store, columns: columns ?? CarField.exported)
    switch format {
    case .table:
      if table.listsModels, let result {
        let models = index.models(of: result)
        let count = min(models.count, limit ?? models.count)
        try output.write(table.headings, count: count, isASCII: formatting.isASCII) { place in
          let first = index.row(at: Int(models.ordinals[models.variants(ofModelAt: place).lowerBound]))
          return try table.cells(index.variants(ofModelAt: place, in: models), first: first, store)
        }
      } else {
        try output.write(table.headings, count: ordinals.count, isASCII: formatting.isASCII) { row in
          try table.cells(index.row(at: Int(ordinals[ordinals.startIndex + row])), store)
        }
      }
    case .json: try export.write(as: .json) { try output.write($0) }
    case .csv: try export.write(as: .csv) { try output.write(output.csv($0)) }
    }
    if ordinals.isEmpty {
      try remarks.write(index.noMatches(of: query, favoritesOnly: favoritesOnly))
    } else if let own = formatting.ownAssumptions {
      try remarks.write("Costs use your assumptions: \(own). 'showroom costs --reset' restores the EPA's values.\n")
    }
  }
}
