import ReactorTerminal

extension QueryProposals {
  /// The proposals in the form of a query field, which counts UTF-8 offsets.
  var completions: QueryCompletions {
    func offset(_ characters: Int) -> Int { query.prefix(characters).utf8.count }
    return QueryCompletions(
      for: query, replacing: offset(range.lowerBound)..<offset(range.upperBound),
      candidates: candidates.map { QueryCompletion($0.text, detail: $0.count.map(grouped) ?? "") })
  }
}

extension QueryCompletionRequest {
  /// The position of the caret, in characters.
  var caretInCharacters: Int { String(decoding: query.utf8.prefix(caret), as: UTF8.self).count }
}
