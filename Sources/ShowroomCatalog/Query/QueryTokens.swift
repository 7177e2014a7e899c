/// The tokens of a query, split at spaces outside quotes. Inside quotes, two consecutive quotes stand for one.
struct QueryTokens: Sequence, IteratorProtocol {
  struct Token {
    /// The token as typed, including quotes and minus.
    var typed: String
    /// The range of the token in the query, in characters.
    var range: Range<Int>
    /// The word without quotes, or the value of a filter.
    var text: String
    /// The parts of the text, split at commas outside quotes.
    var values: [String]
    /// The field and the operator of a filter: `year>=`.
    var filterText: String?
    var isExcluded: Bool
  }

  private static let operators: Set<Character> = [":", "=", "<", ">", "≤", "≥"]
  private var rest: Substring
  /// The number of characters before the remaining text.
  private var position = 0

  init(_ text: String) { rest = text[...] }

  mutating func next() -> Token? {
    while rest.first?.isWhitespace == true { take() }
    guard !rest.isEmpty else { return nil }
    let start = (index: rest.startIndex, position: position)
    var text = ""
    var values = [""]
    var filterText: String?
    var isQuoted = false
    var isExcluded = false
    while let character = rest.first, isQuoted || !character.isWhitespace {
      take()
      if character == "\"", isQuoted, rest.first == "\"" {
        take()
        text.append(character)
        values[values.count - 1].append(character)
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == "-", text.isEmpty, filterText == nil, !isExcluded,
        rest.first?.isWhitespace == false
      {
        isExcluded = true
      } else if !isQuoted, filterText == nil, Self.operators.contains(character), !text.isEmpty {
        filterText = text + takeOperator(character)
        text = ""
        values = [""]
      } else {
        text.append(character)
        if !isQuoted, character == "," {
          values.append("")
        } else {
          values[values.count - 1].append(character)
        }
      }
    }
    return Token(
      typed: String(rest.base[start.index..<rest.startIndex]), range: start.position..<position, text: text,
      values: values, filterText: filterText, isExcluded: isExcluded)
  }

  private mutating func take() {
    rest.removeFirst()
    position += 1
  }

  /// Consumes the operator that begins with a character. `:>` and `:<=` are equivalent to `>` and `<=`, `:=` is
  /// equivalent to `:`, and `=>` is equivalent to `>=`.
  private mutating func takeOperator(_ first: Character) -> String {
    if first == "=", rest.first.map({ !Self.operators.contains($0) || $0 == "=" }) ?? true {
      if rest.first == "=" { take() }
      return "="
    }
    var symbol = first == ":" || first == "=" ? ":" : String(first)
    while let character = rest.first, Self.operators.contains(character), symbol.count < 2 {
      take()
      symbol =
        symbol == ":" ? (character == "=" || character == ":" ? ":" : String(character)) : symbol + String(character)
      if symbol.count == 2 { break }
      if symbol == ":" { break }
    }
    switch symbol {
    case "≤": return "<="
    case "≥": return ">="
    case "<" where first == "=": return "<="
    case ">" where first == "=": return ">="
    default: return symbol
    }
  }
}
