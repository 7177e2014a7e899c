import ShowroomFiles

/// A parsed search query: words in any order and filters on fields.
///
///     kia electric          both words, anywhere in make, model, year, class, fuel or your note
///     "model 3" -tesla      a phrase, and an excluded word
///     make:kia,hyundai      one of several values in one field
///     class:"midsize cars"  a whole value, and no other; class:midsize is a part of several
///     year>=2020 mpg>40     numbers; also year:2015..2020, mpg:20..<30, cyl:4,6, co2<150, displ:2.0
///     fav:yes               favorites; also note:yes, files:yes, withdrawn:yes
///
/// Parsing never fails. An invalid or incomplete filter is described in ``diagnostics`` and otherwise ignored, so that
/// a filter that is still being typed has no effect.
package struct CarQuery: Sendable, Hashable {
  /// A word or phrase to find.
  package struct Word: Sendable, Hashable {
    /// The folded text.
    package var text: String
    /// Whether matching cars are excluded.
    package var isExcluded: Bool

    /// Creates a word, folding the text.
    package init(_ text: String, isExcluded: Bool = false) {
      self.text = Folding.fold(text)
      self.isExcluded = isExcluded
    }
  }

  /// A description of an invalid filter.
  package struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The part of the query, as typed.
    package var token: String
    /// The range of the part in the query, in characters.
    package var range: Range<Int>
    /// Whether the part may become a filter when more is typed, like `mpg>`.
    package var isIncomplete: Bool
    /// The message for the user.
    package var description: String
    /// The corrected part, or `nil` if no correction is known.
    package var suggestion: String?

    init(token: String, range: Range<Int>, description: String) {
      self.token = token
      self.range = range
      isIncomplete = false
      self.description = description
    }

    init(_ token: QueryTokens.Token, isIncomplete: Bool = false, description: String, suggestion: String? = nil) {
      self.token = token.typed
      range = token.range
      self.isIncomplete = isIncomplete
      self.description = description
      self.suggestion = suggestion
    }
  }

  /// The query as typed.
  package private(set) var text: String
  /// The words, in the order typed.
  package internal(set) var words: [Word] = []
  /// The filters, in the order typed. A car must match all of them.
  package internal(set) var filters: [FieldFilter] = []
  /// The parts that could not be parsed.
  package internal(set) var diagnostics: [Diagnostic] = []

  /// The query that matches every car.
  package static let all = CarQuery(text: "")

  /// The maximum number of words and filters. The others are described in ``diagnostics``.
  static let maximumWords = 32
  /// The maximum number of characters that are parsed.
  static let maximumCharacters = 2000

  /// Returns the query for the cars most similar to a car.
  package static func like(_ id: Car.ID) -> CarQuery { parse("\(CarField.like.id):\(id)") }

  /// The car to which the cars must be similar; `nil` for none or several.
  package var likedCar: Car.ID? {
    let ids = filters.compactMap { filter in
      if case .like(let id) = filter.condition, !filter.isExcluded { id } else { nil }
    }
    return ids.count == 1 ? ids.first : nil
  }

  init(text: String) { self.text = text }

  /// Parses a query.
  package static func parse(_ text: String) -> CarQuery {
    var query = CarQuery(text: text)
    let read = text.prefix(maximumCharacters)
    let rest = text[read.endIndex...]
    for (number, token) in QueryTokens(String(read)).enumerated() {
      guard number < maximumWords else {
        let message = "A query may have at most \(maximumWords) words."
        query.diagnostics.append(Diagnostic(token, description: message))
        break
      }
      // The last word may continue in the rest.
      if !rest.isEmpty, token.range.upperBound == maximumCharacters { break }
      query.add(token)
    }
    if !rest.isEmpty {
      let range = maximumCharacters..<text.count
      let message = "A query may have at most 2,000 characters."
      query.diagnostics.append(Diagnostic(token: String(rest).shortened(to: 20), range: range, description: message))
    }
    return query
  }

  /// The text without the parts that could not be parsed.
  package var effectiveText: String {
    guard !diagnostics.isEmpty else { return text }
    var text = Array(text)
    for diagnostic in diagnostics.reversed() {
      text.removeSubrange(diagnostic.range.clamped(to: 0..<text.count))
    }
    return String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the parts that could not be parsed. While the user types, incomplete ones are excluded.
  package func ignoredText(isTyping: Bool) -> String {
    diagnostics.filter { !isTyping || !$0.isIncomplete }.map(\.token).joined(separator: " ")
  }

  /// Whether the query matches every car.
  package var isEmpty: Bool { words.isEmpty && filters.isEmpty }

  /// The conditions of a query, regardless of how they were typed.
  package struct Conditions: Sendable, Hashable {
    let words: [Word]
    let filters: [FieldFilter]
  }

  /// The conditions that a car must satisfy. Queries with the same conditions match the same cars.
  package var conditions: Conditions { Conditions(words: words, filters: filters) }

  /// The query without its last word if that may be the beginning of a filter, as `mpg` is of `mpg>40`; otherwise,
  /// `nil`. The diagnostics describe the incomplete filter.
  package var withoutUnfinishedFilter: CarQuery? {
    let tokens = Array(QueryTokens(text))
    // A word beyond the limits is not among the words.
    guard tokens.count <= Self.maximumWords, let token = tokens.last,
      token.range.upperBound <= Self.maximumCharacters, token.filterText == nil, token.typed == token.text,
      text.last?.isWhitespace == false, let name = CarField.filterName(beginning: token.text)
    else { return nil }
    var query = self
    query.words.removeLast()
    query.diagnostics.append(
      Diagnostic(
        token, isIncomplete: true,
        description: "No car matches \"\(token.typed)\". The field \(name.typed) takes a value, as in \(name.example).")
    )
    return query
  }

  private mutating func add(_ token: QueryTokens.Token) {
    if let filterText = token.filterText {
      switch FieldFilter.parse(filterText, values: token.values, isExcluded: token.isExcluded) {
      case .success(let filter):
        filters.append(filter)
        return
      case .failure(let error):
        guard let message = error.message else { break }
        diagnostics.append(
          Diagnostic(
            token, isIncomplete: error.isIncomplete, description: message,
            suggestion: error.suggestion(for: token.typed)))
        return
      }
    }
    let text = token.filterText == nil ? token.text : token.typed
    if !text.isEmpty { words.append(Word(text, isExcluded: token.isExcluded && token.filterText == nil)) }
  }
}
