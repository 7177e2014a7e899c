import ShowroomFiles

/// The values of a field that a query selects.
package enum FieldSelection: Sendable, Hashable {
  /// All values, because there is no filter.
  case everything
  /// Strings of a field in ``CarField/listed``, in the source's words.
  case values(Set<String>)
  /// Numbers of a field in ``CarField/measured``.
  case bounds(NumberBounds)
  /// The value of a flag in ``CarField/flags``.
  case flag(Bool)

  /// The selected strings; empty if there is no filter.
  package var values: Set<String> {
    if case .values(let values) = self { values } else { [] }
  }
}

extension CatalogIndex {
  /// Returns the selection that corresponds to a query's filters on a field, ignoring excluding filters.
  package func selection(of field: CarField, in query: CarQuery) -> FieldSelection {
    columns.facets(isCanceled: { false }).map { selection(of: field, in: query, $0) } ?? .everything
  }

  func selection(of field: CarField, in query: CarQuery, _ table: FacetTable) -> FieldSelection {
    let conditions = query.filters.filter { $0.field == field && !$0.isExcluded }.map(\.condition)
    guard let last = conditions.last else { return .everything }
    if case .flag(let flag) = last { return .flag(flag) }
    // A filter for text in a note corresponds to neither value of the note facet.
    if field.isFlag { return .everything }
    if CarField.listed.contains(field), let column = FacetTable.place(of: field).map({ table.columns[$0] }) {
      return .values(Set(column.texts.filter { text in conditions.allSatisfy { passes($0, text, field, table) } }))
    }
    return .bounds(conditions.reduce(NumberBounds()) { $0.intersection(NumberBounds($1)) })
  }

  /// Returns whether a value satisfies a condition in the same way as the cars with this value.
  private func passes(
    _ condition: FieldFilter.Condition, _ text: String, _ field: CarField, _ table: FacetTable
  ) -> Bool {
    switch condition {
    case .equals(let texts): return texts.contains(Folding.fold(text))
    case .between, .oneOf: return Double(text).map { condition.passes($0) } ?? false
    case .flag, .like: return false
    case .contains(let texts) where field == .fuel:
      return texts.contains { Fuel.denoted(by: $0).contains { $0.label == text } }
    case .contains(let texts):
      let known = CarField.described.contains(field) ? nil : FacetTable.place(of: field)
      let values = known.map { table.columns[$0].texts.map(Folding.fold) } ?? []
      return FieldTexts(texts, values: values).contain(Folding.fold(text), text: searchText(of: text, field))
    }
  }

  /// Returns the folded text in which a filter on a field searches for a value.
  private func searchText(of text: String, _ field: CarField) -> String {
    let folded = Folding.fold(text)
    return field.hasSynonyms ? ClassSynonyms.searchText(of: folded) : folded
  }

  /// Returns a query in which a selection replaces the filters on a field. All other words and filters stay as typed.
  ///
  /// ```swift
  /// index.text("suv make:kia", selecting: .values(["Kia", "BMW"]), of: .make)  // suv make:bmw,kia
  /// index.text("suv", selecting: .bounds(NumberBounds(2015.0..<2020)), of: .year)  // suv year:2015..<2020
  /// ```
  ///
  /// ``selection(of:in:)`` returns the same selection for the resulting query.
  package func text(
    _ text: String, selecting selection: FieldSelection, of field: CarField
  ) -> String {
    var parts: [String] = []
    var place: Int?
    for token in QueryTokens(text) {
      let name = token.filterText.map { String($0.prefix { !"<>:=".contains($0) }) }
      if !token.isExcluded, let name, CarField(filterNamed: name) == field {
        if place == nil { place = parts.count }
      } else {
        parts.append(QueryText.closed(token.typed))
      }
    }
    let filter = filter(selection, of: field)
    if !filter.isEmpty { parts.insert(filter, at: place ?? parts.count) }
    return parts.joined(separator: " ")
  }

  private func filter(_ selection: FieldSelection, of field: CarField) -> String {
    switch selection {
    case .everything: return ""
    case .flag(let flag): return "\(field.id):\(flag ? "yes" : "no")"
    case .bounds(let bounds): return QueryText.range(field, bounds)
    case .values(let values):
      guard !values.isEmpty else { return "" }
      if field.isNumeric {
        return "\(field.id):" + values.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }.joined(separator: ",")
      }
      let texts = values.map { Folding.fold($0) }.sorted()
      return "\(field.id)\(CarField.described.contains(field) ? "=" : ":")\(QueryText.list(texts))"
    }
  }
}

extension FieldFilter.Condition {
  /// Returns whether a number satisfies the condition.
  fileprivate func passes(_ number: Double) -> Bool {
    switch self {
    case .between: NumberBounds(self).contains(number)
    case .oneOf(let numbers): numbers.contains(number)
    case .contains, .equals, .flag, .like: false
    }
  }
}

extension NumberBounds {
  /// Creates the bounds of the numbers that satisfy a condition.
  init(_ condition: FieldFilter.Condition) {
    switch condition {
    case .between(let lower, let includesLower, let upper, let includesUpper):
      self.init(lower: lower, includesLower: includesLower, upper: upper, includesUpper: includesUpper)
    case .oneOf(let numbers): self.init(lower: numbers.min() ?? -.infinity, upper: numbers.max() ?? .infinity)
    case .contains, .equals, .flag, .like: self.init()
    }
  }
}
