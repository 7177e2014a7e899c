/// A text being edited, with a caret. Positions count characters (grapheme clusters).
///
/// An edit takes time proportional to the size of the change, and each character is measured only once. A key in a long
/// text therefore costs no more than in an empty field.
struct EditBuffer {
  /// A character with the properties needed for drawing and for moving the caret.
  struct Cell {
    let character: Character
    let columns: Int
    let isSpace: Bool
    let isLineBreak: Bool

    init(_ character: Character) {
      self.character = character
      columns = displayWidth(of: character)
      isSpace = character == " "
      isLineBreak = character == "\n"
    }
  }

  /// The characters of the text.
  private(set) var cells = GapBuffer<Cell>()
  /// The number of characters before the caret.
  private(set) var caret = 0
  /// A number that increases with every change of the text.
  private(set) var revision: Int

  /// The maximum number of scalars in a character. The longest emoji have ten. Without a limit, every key after an
  /// endless run of combining marks would have to examine all of them.
  static let scalarsPerCharacter = 32

  /// Creates a buffer with the caret at the end of `text`.
  init(_ text: String = "", revision: Int = 0) {
    self.revision = revision
    cells = GapBuffer(text.map(Cell.init))
    caret = cells.count
  }

  var text: String { String(cells.lazy.map(\.character)) }

  /// Returns the number of columns that a range of characters occupies.
  func columns(in range: Range<Int>) -> Int { range.reduce(0) { $0 + cells[$1].columns } }

  // MARK: Offsets

  /// The number of UTF-8 bytes before the caret.
  var caretOffset: Int { cells[..<caret].reduce(0) { $0 + $1.character.utf8.count } }

  /// Returns the position of the character that contains a UTF-8 offset, or the end for offsets after the text.
  func position(ofOffset offset: Int) -> Int {
    var rest = offset
    for index in 0..<cells.count {
      rest -= cells[index].character.utf8.count
      if rest < 0 { return index }
    }
    return cells.count
  }

  // MARK: Editing

  /// Inserts as much of `text` at the caret as the limit on the total number of characters allows. Returns whether all
  /// of it was inserted.
  @discardableResult
  mutating func insert(_ text: String, limit: Int) -> Bool {
    // Takes one character more than fits, because a leading combining mark joins the character before the caret.
    var added = String(text.prefix(max(0, min(limit, Int.max - 1) - cells.count) + 1))
    var isWhole = added.utf8.count == text.utf8.count
    while !added.isEmpty {
      let replacement = replacement(inserting: added)
      if cells.count - replacement.range.count + replacement.characters.count <= limit {
        apply(replacement)
        return isWhole
      }
      added.removeLast()
      isWhole = false
    }
    return isWhole
  }

  /// Deletes the character before the caret.
  mutating func deleteBackward() { delete(to: caret - 1) }

  /// Deletes the character after the caret.
  mutating func deleteForward() { delete(to: caret + 1) }

  /// Deletes the characters between the caret and `position`.
  mutating func delete(to position: Int) {
    let other = min(max(0, position), cells.count)
    guard other != caret else { return }
    cells.replace(min(caret, other)..<max(caret, other), with: [])
    caret = min(caret, other)
    apply(replacement(inserting: ""))
  }

  /// A replacement of characters by a text, including the neighbors that combine with the text.
  private struct Replacement {
    var range: Range<Int>
    var characters: [Character]
    var caret: Int
  }

  private func replacement(inserting text: String) -> Replacement {
    let start = max(0, caret - 1)
    let head = caret > 0 ? String(cells[start].character) : ""
    var characters = (head + text).map(Self.limited)
    let caret = start + characters.count
    var end = self.caret
    while let last = characters.last, end < cells.count {
      let next = cells[end].character
      if last.isASCII, next.isASCII { break }
      let joined = Array(String(last) + String(next))
      if joined.count == 2, joined[0].utf8.count == last.utf8.count { break }
      characters.removeLast()
      characters.append(contentsOf: joined.map(Self.limited))
      end += 1
    }
    return Replacement(range: start..<end, characters: characters, caret: caret)
  }

  private mutating func apply(_ replacement: Replacement) {
    cells.replace(replacement.range, with: replacement.characters.map(Cell.init))
    caret = min(replacement.caret, cells.count)
    revision += 1
  }

  private static func limited(_ character: Character) -> Character {
    guard character.utf8.count > scalarsPerCharacter else { return character }
    let scalars = character.unicodeScalars.prefix(scalarsPerCharacter)
    return String(String.UnicodeScalarView(scalars)).first ?? character
  }

  // MARK: Moving the caret

  /// Moves the caret to the position before the character at `position`.
  mutating func move(to position: Int) { caret = min(max(0, position), cells.count) }

  /// Returns the position in another text that corresponds to the caret: the same distance from the end if only the
  /// text before the caret has changed, and otherwise the same distance from the beginning.
  func caret(in other: EditBuffer) -> Int {
    let (count, otherCount) = (cells.count, other.cells.count)
    let shorter = min(count, otherCount)
    var prefix = 0
    while prefix < shorter, cells[prefix].character == other.cells[prefix].character { prefix += 1 }
    if caret < prefix { return caret }
    var suffix = 0
    while suffix < shorter - prefix,
      cells[count - 1 - suffix].character == other.cells[otherCount - 1 - suffix].character
    {
      suffix += 1
    }
    return count - caret <= suffix ? otherCount - (count - caret) : min(caret, otherCount)
  }

  /// The start of the word before the caret.
  var previousWordStart: Int {
    var index = caret
    while index > 0, !isWord(index - 1) { index -= 1 }
    while index > 0, isWord(index - 1) { index -= 1 }
    return index
  }

  /// The end of the word at or after the caret.
  var nextWordEnd: Int {
    var index = caret
    while index < cells.count, !isWord(index) { index += 1 }
    while index < cells.count, isWord(index) { index += 1 }
    return index
  }

  /// The start of the run of non-whitespace characters before the caret. Ctrl-W deletes up to this position, as in a
  /// shell.
  var previousRunStart: Int {
    var index = caret
    while index > 0, cells[index - 1].character.isWhitespace { index -= 1 }
    while index > 0, !cells[index - 1].character.isWhitespace { index -= 1 }
    return index
  }

  /// The start of the line that contains the caret.
  var lineStart: Int {
    cells[..<caret].lastIndex { $0.isLineBreak }.map { $0 + 1 } ?? 0
  }

  /// The end of the line that contains the caret.
  var lineEnd: Int {
    cells[caret...].firstIndex { $0.isLineBreak } ?? cells.count
  }

  private func isWord(_ index: Int) -> Bool {
    let character = cells[index].character
    return character.isLetter || character.isNumber
  }

  // MARK: Keys

  /// Applies a key that moves the caret or deletes text in every text field. Returns whether the key has such a
  /// meaning.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): move(to: caret - 1)
    case .right, .control("f"): move(to: caret + 1)
    case .home, .control("a"): move(to: lineStart)
    case .end, .control("e"): move(to: lineEnd)
    case .alt("b"), Key(.left, .control), Key(.left, .alt): move(to: previousWordStart)
    case .alt("f"), Key(.right, .control), Key(.right, .alt): move(to: nextWordEnd)
    case .backspace, .control("h"): deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .control("w"), Key(.backspace, .alt), Key(.backspace, .control): delete(to: previousRunStart)
    case .alt("d"): delete(to: nextWordEnd)
    case .control("u"): delete(to: lineStart)
    case .control("k"): delete(to: lineEnd)
    default: return false
    }
    return true
  }
}

/// Returns `text` without control characters. Tabs become spaces. Line breaks become `\n` if `keepsLineBreaks` is set,
/// otherwise spaces.
func sanitizedInput(_ text: some StringProtocol, keepsLineBreaks: Bool) -> String {
  var result = String.UnicodeScalarView()
  var wasReturn = false
  for scalar in text.unicodeScalars {
    defer { wasReturn = scalar == "\r" }
    switch scalar {
    case "\n" where wasReturn: break
    case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": result.append(keepsLineBreaks ? "\n" : " ")
    case "\t": result.append(" ")
    default: if scalar.properties.generalCategory != .control { result.append(scalar) }
    }
  }
  return String(result)
}
