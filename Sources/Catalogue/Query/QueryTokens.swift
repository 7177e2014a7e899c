/// Splits what was typed at spaces, outside quotes.
struct QueryTokens: Sequence, IteratorProtocol {
  struct Token {
    /// As typed, quotes and minus included.
    var typed: String
    /// The text, without quotes; of a filter, its value.
    var text: String
    /// The field and operator before the value, when there is one outside quotes: `year>=`.
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

  /// The operator that begins with a character; `:>` and `:<=` mean what `>` and `<=` mean.
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
