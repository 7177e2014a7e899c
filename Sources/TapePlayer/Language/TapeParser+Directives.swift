import ReactorSpelling
import ReactorTerminalCore

extension TapeParser {
  static let directives = ["caption", "resize", "expect", "refute", "paste", "click", "keys", "animate", "poster"]

  /// Parses the arguments of a directive.
  mutating func parse(directive name: String, _ token: TapeToken) throws(TapeError) {
    switch name {
    case "caption": append(.caption(try text(for: "caption")), token)
    case "resize": append(.resize(try size()), token)
    case "expect": append(.expect(try pattern(for: "expect")), token)
    case "refute": append(.refute(try pattern(for: "refute")), token)
    case "paste": try pasteLines(token)
    case "click": try click(token)
    case "keys": append(.showKeys(try isOn(for: "keys")), token)
    case "animate": try animate(token)
    case "poster": append(.poster, token)
    case "":
      throw TapeError(
        "\"#! \" must be followed by a directive: \(Self.directives.joined(separator: ", ")).", at: token.position)
    default:
      let guess = NearestName.of(name, among: Self.directives)
      throw TapeError(
        "\"#! \(name)\" is not a directive" + (guess.map { ". Did you mean \($0)?" } ?? "."), at: token.position)
    }
  }

  /// Parses a size such as `60x20`, which is lexed as a number followed by a word that begins with `x`.
  private mutating func size() throws(TapeError) -> Size {
    let first = next()
    let second = peek
    if case .number(let columns) = first.kind, case .word(let rest) = second.kind, second.isAttached,
      let size = TapeSettings.size(parsing: columns + rest)
    {
      _ = next()
      return size
    }
    throw TapeError(TapeSettings.sizeMessage, at: first.position)
  }

  /// Parses lines to paste, because a string of a tape cannot contain a line break.
  private mutating func pasteLines(_ token: TapeToken) throws(TapeError) {
    var lines = [try text(for: "paste")]
    while case .string(let line) = peek.kind {
      lines.append(line)
      _ = next()
    }
    append(.copy(lines.joined(separator: "\n")), token)
    append(.paste, token)
  }

  /// Parses `on` or `off`.
  private mutating func isOn(for name: String) throws(TapeError) -> Bool {
    let token = next()
    switch token.kind {
    case .word("on"): return true
    case .word("off"): return false
    default: throw TapeError("\(name) takes on or off, not \(token.quoted).", at: token.position)
    }
  }

  /// Parses the file of an animated picture, or `off`.
  private mutating func animate(_ token: TapeToken) throws(TapeError) {
    if peek.kind == .word("off") {
      _ = next()
      append(.animate(nil), token)
    } else {
      let file = try file(for: "animate", among: [.picture])
      try checkIsNew(file)
      append(.animate(file), token)
    }
  }

  /// Parses a position such as `3,4` (column and row, counted from 0) and the number of the click.
  private mutating func click(_ token: TapeToken) throws(TapeError) {
    let x = try number(for: "The column of click", in: 0...TapeSettings.maximumWidth - 1)
    guard takeSymbol(",") else {
      throw TapeError(
        "A position is written as column,row, such as 3,4. Expected a comma, not \(peek.quoted).", at: peek.position)
    }
    let y = try number(for: "The row of click", in: 0...TapeSettings.maximumHeight - 1)
    append(.click(Point(x: x, y: y), count: try count(for: "click")), token)
  }
}
