import ShowroomFiles

extension CatalogIndex {
  /// Returns a query with its spelling corrected. Unknown fields, and words and values that no car has, are replaced
  /// with the most similar known ones.
  ///
  /// Intended for queries without matches. Takes about a millisecond for 50,000 cars, because all known words are
  /// compared.
  ///
  /// - Returns: The query, or `nil` if nothing is misspelled or the corrected query also has no matches.
  package func suggestion(
    for query: CarQuery, favoritesOnly: Bool = false, isCanceled: () -> Bool = { false }
  ) -> String? {
    let diagnostics = query.diagnostics.filter { $0.suggestion != nil }
    let fields = QueryTokens(query.text).map { token in
      diagnostics.first { $0.token == token.typed }?.suggestion ?? token.typed
    }
    var corrected: [String] = []
    for token in QueryTokens(fields.joined(separator: " ")) {
      if isCanceled() { return nil }
      corrected.append(correction(of: token) ?? token.typed)
    }
    let text = corrected.joined(separator: " ")
    guard text != QueryTokens(query.text).map(\.typed).joined(separator: " "),
      let found = search(CarQuery.parse(text), favoritesOnly: favoritesOnly, isCanceled: isCanceled),
      found.count > 0
    else { return nil }
    return text
  }

  /// Returns a word or filter with its spelling corrected, or `nil` if it is already correct.
  private func correction(of token: QueryTokens.Token) -> String? {
    guard !token.isExcluded else { return nil }
    guard let filterText = token.filterText else {
      let correction = correction(of: token.text, in: columns.vocabulary(of: nil)) { word in
        matches(word) { false }?.contains.isEmpty == false
      }
      return correction.map(QueryText.quoted)
    }
    guard case .success(let filter) = FieldFilter.parse(filterText, values: token.values, isExcluded: false),
      case .contains(let texts) = filter.condition, let vocabulary = columns.vocabulary(of: filter.field)
    else { return nil }
    var isChanged = false
    let values = texts.map { text in
      let correction = correction(of: text, in: vocabulary) { word in
        matches(FieldFilter(filter.field, .contains([word])), isCanceled: { false })?.isEmpty == false
      }
      if correction != nil { isChanged = true }
      return correction ?? text
    }
    return isChanged ? filterText + QueryText.list(values) : nil
  }

  /// Returns text in which the most similar known word replaces each unknown word, or `nil` if no word is replaced.
  private func correction(
    of text: String, in vocabulary: Vocabulary?, isFound: (String) -> Bool
  ) -> String? {
    let words = Folding.fold(text).split(separator: " ").map(String.init)
    let corrected = words.map { isFound($0) ? $0 : vocabulary?.nearest(to: $0) ?? $0 }
    return corrected == words ? nil : corrected.joined(separator: " ")
  }
}
