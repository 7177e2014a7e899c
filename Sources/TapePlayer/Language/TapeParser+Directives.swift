import ReactorTerminal
import Spelling

extension TapeParser {
  private static let directives = ["caption", "resize", "expect", "refute", "paste", "click"]

  /// What stands after `#! `.
  mutating func parse(directive name: String, _ token: TapeToken) throws(TapeError) {
    switch name {
    case "caption": append(.caption(try text(for: "caption")), token)
    case "resize": append(.resize(try size()), token)
    case "expect": append(.expect(try pattern(for: "expect")), token)
    case "refute": append(.refute(try pattern(for: "refute")), token)
    case "paste": try pasteLines(token)
    case "click": try click(token)
    case "":
      throw TapeError(
        "The name of a directive belongs after \"#! \": \(Self.directives.joined(separator: ", ")).", at: token.position
      )
    default:
      let guess = NearestName.of(name, among: Self.directives)
      throw TapeError(
        "\"#! \(name)\" is not a directive" + (guess.map { ": did you mean \($0)?" } ?? "."), at: token.position)
    }
  }

  /// `60x20`: a number, and a word that begins with the x.
  private mutating func size() throws(TapeError) -> Size {
    let first = next()
    let second = peek
    if case .number(let columns) = first.kind, case .word(let rest) = second.kind, second.isAttached,
      let size = TapeSettings.size(parsing: columns + rest)
    {
      _ = next()
      return size
    }
    throw TapeError(TapeSettings.sizeRule, at: first.position)
  }

  /// Pastes texts with a line end between two, which no string of a tape can hold.
  private mutating func pasteLines(_ token: TapeToken) throws(TapeError) {
    var lines = [try text(for: "paste")]
    while case .string(let line) = peek.kind {
      lines.append(line)
      _ = next()
    }
    append(.copy(lines.joined(separator: "\n")), token)
    append(.paste, token)
  }

  /// `3,4` is the column and the row, from 0; a number after it is which press of a series it is.
  private mutating func click(_ token: TapeToken) throws(TapeError) {
    let x = try number(for: "The column of click", in: 0...TapeSettings.widestScreen - 1)
    guard takeSymbol(",") else {
      throw TapeError("A position is column,row, as in 3,4, not with \(peek.quoted) between.", at: peek.position)
    }
    let y = try number(for: "The row of click", in: 0...TapeSettings.highestScreen - 1)
    append(.click(Point(x: x, y: y), count: try count(for: "click")), token)
  }
}
