import ShowroomCatalog

/// An error in an argument. The program exits with status 2.
package protocol InvalidArgumentError: Error, CustomStringConvertible {}

/// An error in a part of a query that is not a valid filter.
///
/// The screen ignores invalid filters with a message, but a script should stop.
package struct InvalidQueryError: InvalidArgumentError, Sendable, Hashable {
  let token: String
  let reason: String

  /// A message with the cause.
  package var description: String { "Invalid query at \"\(token)\": \(reason)" }
}

/// The words of a query on the command line. They may begin with the name of a saved view: `@name words`.
struct QueryArgument: Sendable {
  private let view: String?
  private let text: String

  /// - Parameter words: The words, which are joined by spaces.
  /// - Throws: ``InvalidQueryError``.
  init(_ words: [String]) throws(InvalidQueryError) {
    let text = words.joined(separator: " ")
    let reference = SavedView.reference(in: text)
    view = reference?.name
    self.text = reference?.rest ?? text
    _ = try Self.parse(self.text)
  }

  /// Returns the query and, if it names a saved view, the view that it narrows.
  ///
  /// - Throws: ``InvalidQueryError``, `SavedViewError`, or `CatalogError`.
  func resolved(in store: CatalogStore) throws -> (query: CarQuery, view: SavedView?) {
    let view = try view.map { try store.savedView(named: $0) }
    return (try Self.parse(view?.query(narrowedBy: text) ?? text), view)
  }

  private static func parse(_ text: String) throws(InvalidQueryError) -> CarQuery {
    let query = CarQuery.parse(text)
    if let problem = query.diagnostics.first {
      throw InvalidQueryError(token: problem.token, reason: problem.description)
    }
    return query
  }
}

extension TextOutput {
  /// Returns a CSV record for the output: unchanged for a file, and without control characters for a terminal.
  func csv(_ record: String) -> String {
    isTerminal ? sanitized(String(record.dropLast())) + "\n" : record
  }
}

extension CatalogStore {
  /// Loads the index of some fields, including the shortlist if the fields require it.
  ///
  /// - Parameter marked: A closure that reads the cars marked on the screen.
  func loadIndex(for fields: Set<CarField>, marked: () -> [Car.ID]) throws(CatalogError) -> CatalogIndex {
    let index = try loadIndex(for: fields)
    return fields.contains(.marked) ? index.updatingMarks(marked()) : index
  }
}

extension CatalogIndex {
  /// Returns a remark about a query without matches.
  func noMatches(of query: CarQuery, favoritesOnly: Bool) -> String {
    if !hasMarks, query.filters.contains(where: { $0.field == .marked }) {
      return "No cars are marked. The shortlist is that of the last session on the screen.\n"
    }
    let suggestion = suggestion(for: query, favoritesOnly: favoritesOnly).map { " Did you mean \($0)?" } ?? ""
    return sanitized("No matching cars." + suggestion) + "\n"
  }
}
