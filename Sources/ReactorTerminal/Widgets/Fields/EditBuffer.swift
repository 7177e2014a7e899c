/// Text that is being typed and the place in it. Everything counts in characters as a person sees them.
///
/// An edit costs what it changes, and each character is measured once: a key in a long text costs no more than one in an
/// empty field.
struct EditBuffer {
  /// A character with what drawing and moving ask about it.
  struct Cell {
    let character: Character
    let columns: Int
    let isSpace: Bool
    let isLineEnd: Bool

    init(_ character: Character) {
      self.character = character
      columns = displayWidth(of: character)
      isSpace = character == " "
      isLineEnd = character == "\n"
    }
  }

  /// The text, character by character.
  private(set) var cells = GapBuffer<Cell>()
  /// Characters before the caret.
  private(set) var caret = 0
  /// Another number after each change of the text.
  private(set) var revision: Int

  /// Scalars of one typed character that are kept. The longest emoji have ten; a pile of marks without end would make
  /// every later key look at all of it.
  static let scalarsPerCharacter = 32

  /// `text`, with the caret at its end.
  init(_ text: String = "", revision: Int = 0) {
    self.revision = revision
    cells = GapBuffer(text.map(Cell.init))
    caret = cells.count
  }

  /// The text.
  var text: String { text(in: 0..<cells.count) }

  /// A part of the text.
  func text(in range: Range<Int>) -> String {
    var result = ""
    for index in range { result.append(cells[index].character) }
    return result
  }

  /// Columns that a part of the text takes.
  func columns(in range: Range<Int>) -> Int { range.reduce(0) { $0 + cells[$1].columns } }

  // MARK: Changing

  /// Puts `text` in at the caret, as much of it as there is room for among `limit` characters. Returns whether all of it
  /// fitted.
  @discardableResult
  mutating func insert(_ text: String, limit: Int) -> Bool {
    // One more than there is room for: a mark joins the character before it.
    var added = String(text.prefix(max(0, limit - cells.count) + 1))
    var isWhole = added.utf8.count == text.utf8.count
    while !added.isEmpty {
      let seam = seam(adding: added)
      if cells.count - seam.range.count + seam.characters.count <= limit {
        apply(seam)
        return isWhole
      }
      added.removeLast()
      isWhole = false
    }
    return isWhole
  }

  /// Takes away the character before the caret.
  mutating func deleteBackward() { delete(to: caret - 1) }

  /// Takes away the character behind the caret.
  mutating func deleteForward() { delete(to: caret + 1) }

  /// Takes away everything between the caret and `position`.
  mutating func delete(to position: Int) {
    let other = min(max(0, position), cells.count)
    guard other != caret else { return }
    cells.replace(min(caret, other)..<max(caret, other), with: [])
    caret = min(caret, other)
    apply(seam(adding: ""))
  }

  /// What has to be put where so that `text` stands at the caret: characters at both sides may join with it.
  private struct Seam {
    var range: Range<Int>
    var characters: [Character]
    var caret: Int
  }

  private func seam(adding text: String) -> Seam {
    let start = max(0, caret - 1)
    let head = caret > 0 ? String(cells[start].character) : ""
    var characters = (head + text).map(Self.bounded)
    let caret = start + characters.count
    var end = self.caret
    while let last = characters.last, end < cells.count {
      let next = cells[end].character
      if last.isASCII, next.isASCII { break }
      let joined = Array(String(last) + String(next))
      if joined.count == 2, joined[0].utf8.count == last.utf8.count { break }
      characters.removeLast()
      characters.append(contentsOf: joined.map(Self.bounded))
      end += 1
    }
    return Seam(range: start..<end, characters: characters, caret: caret)
  }

  private mutating func apply(_ seam: Seam) {
    cells.replace(seam.range, with: seam.characters.map(Cell.init))
    caret = min(seam.caret, cells.count)
    revision += 1
  }

  private static func bounded(_ character: Character) -> Character {
    guard character.utf8.count > scalarsPerCharacter else { return character }
    let scalars = character.unicodeScalars.prefix(scalarsPerCharacter)
    return String(String.UnicodeScalarView(scalars)).first ?? character
  }

  // MARK: Moving

  /// Puts the caret before the character at `position`.
  mutating func move(to position: Int) { caret = min(max(0, position), cells.count) }

  /// Where the word before the caret begins.
  var previousWord: Int {
    var index = caret
    while index > 0, !isWord(index - 1) { index -= 1 }
    while index > 0, isWord(index - 1) { index -= 1 }
    return index
  }

  /// Where the word at or behind the caret ends.
  var nextWord: Int {
    var index = caret
    while index < cells.count, !isWord(index) { index += 1 }
    while index < cells.count, isWord(index) { index += 1 }
    return index
  }

  /// Where the text before the caret begins that is free of spaces: what Ctrl-W takes away, as a shell does.
  var previousSpace: Int {
    var index = caret
    while index > 0, cells[index - 1].character.isWhitespace { index -= 1 }
    while index > 0, !cells[index - 1].character.isWhitespace { index -= 1 }
    return index
  }

  /// Where the line of the caret begins.
  var lineStart: Int {
    cells[..<caret].lastIndex { $0.isLineEnd }.map { $0 + 1 } ?? 0
  }

  /// Where the line of the caret ends.
  var lineEnd: Int {
    cells[caret...].firstIndex { $0.isLineEnd } ?? cells.count
  }

  private func isWord(_ index: Int) -> Bool {
    let character = cells[index].character
    return character.isLetter || character.isNumber
  }

  // MARK: Keys

  /// Does what `key` does in every text field. Returns whether it means something there.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): move(to: caret - 1)
    case .right, .control("f"): move(to: caret + 1)
    case .home, .control("a"): move(to: lineStart)
    case .end, .control("e"): move(to: lineEnd)
    case .alt("b"), Key(.left, .control), Key(.left, .alt): move(to: previousWord)
    case .alt("f"), Key(.right, .control), Key(.right, .alt): move(to: nextWord)
    case .backspace, .control("h"): deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .control("w"), Key(.backspace, .alt), Key(.backspace, .control): delete(to: previousSpace)
    case .alt("d"): delete(to: nextWord)
    case .control("u"): delete(to: lineStart)
    case .control("k"): delete(to: lineEnd)
    default: return false
    }
    return true
  }
}

/// `text` without control characters. Line ends become `\n` where `keepsLines`, else spaces, as tabs do.
func typeable(_ text: some StringProtocol, keepsLines: Bool) -> String {
  var result = String.UnicodeScalarView()
  var wasReturn = false
  for scalar in text.unicodeScalars {
    defer { wasReturn = scalar == "\r" }
    switch scalar {
    case "\n" where wasReturn: break
    case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": result.append(keepsLines ? "\n" : " ")
    case "\t": result.append(" ")
    default: if scalar.properties.generalCategory != .control { result.append(scalar) }
    }
  }
  return String(result)
}
