import ReactorCore
import ReactorTerminal
import ShowroomCatalog

/// The completions of the word at the caret of a query.
package struct WordCompletions: Sendable, Hashable {
  /// A completed word, filter or name of a view.
  package struct Candidate: Sendable, Hashable {
    /// The text that replaces the word.
    package var text: String
    /// The number of cars; `nil` for the name of a field or a view.
    package var count: Int?
  }

  /// The query to which the completions belong.
  package var query: String
  /// The word that a candidate replaces, in characters.
  package var range: Range<Int>
  package var candidates: [Candidate]

  /// The maximum number of candidates.
  static let limit = 8

  init(_ completions: Completions, of query: String) {
    self.query = query
    range = completions.range
    candidates = completions.candidates.map { candidate in
      Candidate(text: candidate.text + (candidate.kind == .field ? "" : " "), count: candidate.count)
    }
  }

  /// Creates the completions of a query that begins with `@`: the views whose names begin with its text. Returns `nil`
  /// if there are none.
  init?(_ views: [SavedView], of query: String) {
    let names = views.map { "@\($0.name)" }.filter { $0.lowercased().hasPrefix(query.lowercased()) }
    guard !names.isEmpty else { return nil }
    self.query = query
    range = 0..<query.count
    candidates = names.prefix(Self.limit).map { Candidate(text: $0, count: nil) }
  }
}

extension CarListReactor {
  /// Finds completions of the word at the caret, off the main actor. They are computed after the cars of the query and
  /// their facets have been found, because both use the processor, and a key should change the list first.
  ///
  /// - Parameter caret: The position of the caret, in characters.
  func complete(_ query: String, caret: Int) -> Observable<Mutation> {
    let completions: Observable<Mutation> =
      if query.hasPrefix("@") {
        .run { [store = catalog.store] emit in
          let views = try? await Self.views(in: store)
          emit(.setCompletions(WordCompletions(views ?? [], of: query)))
        }
      } else {
        state.filter { $0.hasFound(query) }.take(1).flatMap { [catalog] state -> Observable<Mutation> in
          guard let index = catalog.index.value else { return .empty }
          return .run { emit in
            let found = await Self.completions(query, caret: caret, favoritesOnly: state.favoritesOnly, in: index)
            if !Task.isCancelled { emit(.setCompletions(found.map { WordCompletions($0, of: query) })) }
          }
        }
      }
    return completions.cancellable(id: Effect.complete, whenRunning: .cancelPrevious)
  }

  @concurrent
  private static func completions(
    _ query: String, caret: Int, favoritesOnly: Bool, in index: CatalogIndex
  ) async -> Completions? {
    guard !query.isEmpty else { return nil }
    return index.completions(
      for: query, at: caret, favoritesOnly: favoritesOnly, limit: WordCompletions.limit,
      isCanceled: { Task.isCancelled })
  }
}

extension WordCompletions {
  /// The completions in the form that a query field uses, with UTF-8 offsets.
  var completions: QueryCompletions {
    func offset(_ characters: Int) -> Int { query.prefix(characters).utf8.count }
    return QueryCompletions(
      for: query, replacing: offset(range.lowerBound)..<offset(range.upperBound),
      candidates: candidates.map { QueryCompletion($0.text, detail: $0.count.map(grouped) ?? "") })
  }
}

extension TextField {
  /// The position of the caret, in characters.
  var caretInCharacters: Int { String(decoding: text.utf8.prefix(caretOffset), as: UTF8.self).count }
}
