/// What a person typed into the search field, understood: words in any order and filters on fields.
///
///     kia electric          both words, anywhere in make, model, year, class or fuel
///     "model 3" -tesla      a phrase; a word that must not be there
///     make:kia,hyundai      one of several texts in one field
///     year>=2020 mpg>40     numbers; also year:2015..2020, cyl=4, co2<150, displ:2.0
///     fav:yes               favourites; also note:yes, withdrawn:yes
///
/// Parsing never fails: what looks like a filter but is none, or none yet, is described in ``problems`` and left out, so
/// that a filter that is still being typed changes nothing.
public struct CarQuery: Sendable, Hashable {
  /// A word or phrase to look for.
  public struct Word: Sendable, Hashable {
    /// Folded: lower case, no diacritics.
    public var text: String
    /// True when it must not be found.
    public var isExcluded: Bool

    /// Makes a word; the text is folded here.
    public init(_ text: String, isExcluded: Bool = false) {
      self.text = Folding.fold(text)
      self.isExcluded = isExcluded
    }
  }

  /// Something that looks like a filter but is none.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The part of the query, as typed.
    public var token: String
    /// What is wrong with it, in one sentence.
    public var description: String
    /// The part as it was probably meant; nil when nothing is near.
    public var suggestion: String?

    init(token: String, description: String, suggestion: String? = nil) {
      self.token = token
      self.description = description
      self.suggestion = suggestion
    }
  }

  /// The query as typed.
  public private(set) var text: String
  /// The words, in the order typed.
  public internal(set) var words: [Word] = []
  /// The filters, in the order typed; all must hold.
  public internal(set) var filters: [FieldFilter] = []
  /// What could not be understood.
  public internal(set) var problems: [Problem] = []

  /// The query that every car answers.
  public static let all = CarQuery(text: "")

  /// The most words and filters that are searched for; the others are described in ``problems``.
  public static let maximumWords = 32
  /// The most characters of a query that are looked at.
  public static let maximumCharacters = 2000

  init(text: String) { self.text = text }

  /// Understands what was typed.
  public static func parse(_ text: String) -> CarQuery {
    var query = CarQuery(text: text)
    for (number, token) in QueryTokens(String(text.prefix(maximumCharacters))).enumerated() {
      guard number < maximumWords else {
        let sentence = "Only the first \(maximumWords) words are searched for."
        query.problems.append(Problem(token: token.typed, description: sentence))
        break
      }
      query.add(token)
    }
    return query
  }

  /// True when every car answers.
  public var isEmpty: Bool { words.isEmpty && filters.isEmpty }

  /// The conditions that a car must meet, regardless of how they were typed.
  public struct Conditions: Sendable, Hashable {
    let words: [Word]
    let filters: [FieldFilter]
  }

  /// What a car has to have. Queries with the same conditions are answered by the same cars.
  public var conditions: Conditions { Conditions(words: words, filters: filters) }

  /// The query without its last word, where that may be the beginning of a filter, as `mpg` is of `mpg>40`; otherwise
  /// nil. What the word lacks is among the problems.
  public var withoutUnfinishedFilter: CarQuery? {
    guard let token = Array(QueryTokens(text)).last, token.filterText == nil, token.typed == token.text,
      text.last?.isWhitespace == false, let name = FieldFilter.Field.name(beginning: token.text)
    else { return nil }
    var query = self
    query.words.removeLast()
    query.problems.append(
      Problem(
        token: token.typed,
        description: "No car matches \"\(token.typed)\". The field \(name.typed) takes a value, as in \(name.example).")
    )
    return query
  }

  /// True when every answer to this query answers the other as well, as far as one can tell from the queries: then
  /// only the other's answers need to be searched.
  func refines(_ other: CarQuery) -> Bool {
    guard other.filters.allSatisfy(filters.contains) else { return false }
    return other.words.allSatisfy { old in
      words.contains { new in
        guard new.isExcluded == old.isExcluded else { return false }
        return new.isExcluded ? new.text == old.text : Needle(old.text).occurrence(in: new.text) != .none
      }
    }
  }

  private mutating func add(_ token: QueryTokens.Token) {
    if let filterText = token.filterText {
      switch FieldFilter.parse(filterText, value: token.text, isExcluded: token.isExcluded) {
      case .success(let filter):
        filters.append(filter)
        return
      case .failure(let problem):
        guard let sentence = problem.sentence else { break }
        problems.append(
          Problem(token: token.typed, description: sentence, suggestion: problem.suggestion(for: token.typed)))
        return
      }
    }
    let text = token.filterText == nil ? token.text : token.typed
    if !text.isEmpty { words.append(Word(text, isExcluded: token.isExcluded && token.filterText == nil)) }
  }
}
