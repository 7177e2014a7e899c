import ShowroomFiles

/// The completions of a word in a query.
package struct Completions: Sendable, Hashable {
  /// A completed word or filter.
  package struct Candidate: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// A field, which still needs a value: `make:`.
      case field
      /// A filter with its value: `make:kia`.
      case value
      /// A word: `kia`.
      case word
    }

    package let kind: Kind
    /// The text that is inserted into the query.
    package let text: String
    /// The value in the source's words, or the name of the field.
    package let label: String
    /// The number of cars that match the query completed with this candidate; `nil` for a field.
    package let count: Int?
  }

  /// The range of the query that a candidate replaces, in characters.
  package let range: Range<Int>
  /// The candidates, best first.
  package let candidates: [Candidate]
}

extension CatalogIndex {
  /// Returns completions for the word at the cursor: fields, values of the word's field, and words that occur in cars.
  /// The counts apply to the query completed with the candidate. Takes a few milliseconds.
  ///
  /// ```swift
  /// index.completions(for: "suv ma", at: 6)     // make:
  /// index.completions(for: "suv make:k", at: 10) // make:kia (861), make:karma (3)
  /// index.completions(for: "toy", at: 3)        // toyota (2,412)
  /// ```
  ///
  /// - Parameters:
  ///   - offset: The position of the cursor in the text, in characters.
  ///   - limit: The maximum number of candidates.
  ///   - isCanceled: A closure that is called every few thousand cars.
  /// - Returns: The completions, or `nil` if there are none or the search was canceled.
  package func completions(
    for text: String, at offset: Int, favoritesOnly: Bool = false, limit: Int = 50, isCanceled: () -> Bool = { false }
  ) -> Completions? {
    let offset = min(max(offset, 0), text.count)
    let token = QueryTokens(text).first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
    let range = token?.range ?? offset..<offset
    var typed = QueryTokens(String(text.dropFirst(range.lowerBound).prefix(offset - range.lowerBound)))
    let rest = String(text.prefix(range.lowerBound)) + " " + String(text.dropFirst(range.upperBound))
    guard let facets = facets(for: .parse(rest), favoritesOnly: favoritesOnly, isCanceled: isCanceled) else {
      return nil
    }
    let start = typed.next()
    var candidates: [Completions.Candidate]
    if let start, let filterText = start.filterText {
      candidates = values(start, filterText, facets)
    } else if let start, !start.text.isEmpty {
      let words = words(Folding.fold(start.text), .parse(rest), favoritesOnly, facets, isCanceled)
      guard let words else { return nil }
      candidates = (start.typed.contains("\"") ? [] : fields(Folding.fold(start.text))) + words
    } else {
      candidates = fields("")
    }
    if start?.isExcluded == true {
      // For an excluding filter, the count of the value would not be the number of remaining cars.
      candidates = candidates.map { .init(kind: $0.kind, text: "-" + $0.text, label: $0.label, count: nil) }
    }
    return candidates.isEmpty ? nil : Completions(range: range, candidates: Array(candidates.prefix(max(0, limit))))
  }

  private func fields(_ beginning: String) -> [Completions.Candidate] {
    CarField.filtered.filter { $0.id.hasPrefix(beginning) }.map {
      .init(kind: .field, text: $0.id + ":", label: $0.id, count: nil)
    }
  }

  /// Returns the completions of a filter with values of its field.
  private func values(
    _ token: QueryTokens.Token, _ filterText: String, _ facets: Facets
  ) -> [Completions.Candidate] {
    let name = String(filterText.prefix { !"<>:=".contains($0) })
    let symbol = filterText.dropFirst(name.count)
    guard let field = CarField(filterNamed: name), symbol == ":" || symbol == "=" else { return [] }
    let typed = Folding.fold(token.values.last ?? "")
    let earlier = token.values.dropLast().filter { !$0.isEmpty }
    func candidate(_ value: String, label: String, count: Int) -> Completions.Candidate {
      let list = QueryText.list(earlier + [value])
      let symbol = CarField.described.contains(field) ? "=" : symbol
      return .init(kind: .value, text: name + symbol + list, label: label, count: count)
    }
    if field.isFlag {
      let flag = facets.flag(field)
      return [("yes", flag.yes), ("no", flag.no)].filter { $0.0.hasPrefix(typed) }
        .map { candidate($0.0, label: $0.0, count: $0.1) }
    }
    if CarField.listed.contains(field) {
      return facets.values(of: field).filter { value in
        value.count > 0 && !earlier.contains { Folding.fold($0) == Folding.fold(value.text) }
      }.compactMap { value in
        let folded = Folding.fold(value.text)
        guard typed.isEmpty || Needle(typed).occurrence(in: folded) == .wordStart else { return nil }
        return candidate(folded, label: value.text, count: value.count)
      }
    }
    guard field == .year else { return [] }
    return facets.numbers(of: field).reversed().compactMap { number, count in
      let text = QueryText.number(number)
      return count > 0 && text.hasPrefix(typed) && !earlier.contains(text)
        ? candidate(text, label: text, count: count) : nil
    }
  }

  /// Returns completions with makes, fuels, classes, and words of models that begin with the typed text. Returns
  /// `nil` if canceled.
  private func words(
    _ beginning: String, _ rest: CarQuery, _ favoritesOnly: Bool, _ facets: Facets, _ isCanceled: () -> Bool
  ) -> [Completions.Candidate]? {
    guard let cars = matches(rest, favoritesOnly: favoritesOnly, isCanceled: isCanceled)?.all else { return nil }
    var names = [Int](repeating: 0, count: columns.names.make.count)
    guard cars.forEach(isCanceled, { names[Int(columns.name[$0])] += 1 }) else { return nil }
    var counts: [String: (label: String, count: Int)] = [:]
    for field in [CarField.make, .fuel, .vehicleClass] {
      for value in facets.values(of: field) where value.count > 0 {
        let folded = Folding.fold(value.text)
        if folded.hasPrefix(beginning) { counts[folded, default: (value.text, 0)].count += value.count }
      }
    }
    let models = columns.modelWords
    let isCandidate = models.pool.map { $0.starts(with: beginning.utf8) }
    var totals = [Int](repeating: 0, count: isCandidate.count)
    for (name, count) in names.enumerated() where count > 0 {
      for word in models[Int(columns.names.model[name])] where isCandidate[Int(word)] { totals[Int(word)] += count }
    }
    for (number, count) in totals.enumerated() where count > 0 {
      let word = models.pool.string(at: Int32(number))
      counts[word, default: (word, 0)].count += count
    }
    return counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(100).map {
      .init(kind: .word, text: QueryText.quoted($0.key), label: $0.value.label, count: $0.value.count)
    }
  }
}
