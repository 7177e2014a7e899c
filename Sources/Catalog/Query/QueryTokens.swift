/// The tokens of a query, split at spaces outside quotes.
struct QueryTokens: Sequence, IteratorProtocol {
  struct Token {
    /// The token as typed, including quotes and minus.
    var typed: String
    /// The word without quotes, or the value of a filter.
    var text: String
    /// The field and the operator of a filter: `year>=`.
    var filterText: String?
    var isExcluded: Bool
  }

  private static let operators: Set<Character> = [":", "=", "<", ">", "≤", "≥"]
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func next() -> Token? {
    rest = rest.drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    let start = rest.startIndex
    var text = ""
    var filterText: String?
    var isQuoted = false
    var isExcluded = false
    while let character = rest.first, isQuoted || !character.isWhitespace {
      rest.removeFirst()
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == "-", text.isEmpty, filterText == nil, !isExcluded,
        rest.first?.isWhitespace == false
      {
        isExcluded = true
      } else if !isQuoted, filterText == nil, Self.operators.contains(character), !text.isEmpty {
        filterText = text + takeOperator(character)
        text = ""
      } else {
        text.append(character)
      }
    }
    let typed = String(rest.base[start..<rest.startIndex])
    return Token(typed: typed, text: text, filterText: filterText, isExcluded: isExcluded)
  }

  /// Takes the operator that begins with a character. `:>` and `:<=` are the same as `>` and `<=`.
  private mutating func takeOperator(_ first: Character) -> String {
    var symbol = first == ":" || first == "=" ? ":" : String(first)
    while let character = rest.first, Self.operators.contains(character), symbol.count < 2 {
      rest.removeFirst()
      symbol =
        symbol == ":" ? (character == "=" || character == ":" ? ":" : String(character)) : symbol + String(character)
      if symbol.count == 2 { break }
      if symbol == ":" { break }
    }
    switch symbol {
    case "≤": return "<="
    case "≥": return ">="
    default: return symbol
    }
  }
}
