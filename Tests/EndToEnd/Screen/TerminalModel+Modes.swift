/// Private modes, the alternate screen, and replies of the terminal.
extension TerminalModel {
  mutating func performPrivate(_ sequence: ControlSequence) {
    switch Character(Unicode.Scalar(sequence.final)) {
    case "h", "l":
      for number in sequence.numbers { set(mode: number[0], sequence.final == UInt8(ascii: "h")) }
    case "J", "K":
      var plain = sequence
      plain.marker = 0
      perform(plain)
    default: performReport(sequence)
    }
  }

  private mutating func set(mode: Int, _ isOn: Bool) {
    let wasOn = privateModes.updateValue(isOn, forKey: mode) ?? false
    switch mode {
    case 6: move(row: isOn ? region.lowerBound : 0, column: 0)
    case 47, 1047, 1049: switchScreen(toOther: isOn, keepsCursor: mode == 1049)
    case 2026 where wasOn && !isOn: frames += 1
    default: break
    }
  }

  private mutating func switchScreen(toOther: Bool, keepsCursor: Bool) {
    guard toOther != (otherGrid != nil) else { return }
    if toOther {
      if keepsCursor { savedCursors[false] = cursor }
      otherGrid = grid
      grid = Grid(columns: columns, rows: rows)
    } else if let main = otherGrid {
      grid = main
      otherGrid = nil
      if keepsCursor { restoreCursor() }
    }
  }

  mutating func softReset() {
    for mode in [1, 6] { privateModes[mode] = false }
    for mode in [7, 25] { privateModes[mode] = true }
    region = 0...(rows - 1)
    isInserting = false
    hasApplicationKeypad = false
    cursor.style = .plain
  }

  // MARK: Replies

  mutating func performReport(_ sequence: ControlSequence) {
    let number = sequence.numbers[0][0]
    let mark = sequence.marker == 0 ? "" : String(Unicode.Scalar(sequence.marker))
    switch (mark, Character(Unicode.Scalar(sequence.final))) {
    case ("", "c"): answer("\u{1B}[?64;1;2;6;22c")
    case (">", "c"): answer("\u{1B}[>41;390;0c")
    case ("", "n") where number == 5: answer("\u{1B}[0n")
    case ("", "n") where number == 6, ("?", "n") where number == 6:
      answer("\u{1B}[\(mark)\(cursor.row + 1);\(cursor.column + 1)R")
    case ("?", "p") where sequence.intermediates == [UInt8(ascii: "$")]:
      answer("\u{1B}[?\(number);\(privateModes[number].map { $0 ? 1 : 2 } ?? 0)$y")
    case ("", "t") where number == 18: answer("\u{1B}[8;\(rows);\(columns)t")
    case ("", "t") where number == 22: savedTitles.append(title)
    case ("", "t") where number == 23: title = savedTitles.popLast() ?? title
    case (">", "u"): keyboardModes[otherGrid != nil, default: []].append(number)
    case ("<", "u"): _ = keyboardModes[otherGrid != nil]?.popLast()
    case ("", "t"), (">", _), ("?", "u"): break
    default: unknown.insert("CSI \(mark)\(number) \(Character(Unicode.Scalar(sequence.final)))")
    }
  }

  mutating func perform(systemCommand text: String) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    switch (parts[0], parts[1]) {
    case ("0", let words), ("2", let words): title = String(words)
    case ("10", "?"): answer("\u{1B}]10;rgb:dddd/dddd/dddd\u{7}")
    case ("11", "?"): answer(background ?? "")
    case ("9", let words) where words.hasPrefix("4;"): progress = Int(words.dropFirst(2).prefix(1)) ?? 0
    default: break
    }
  }

  private mutating func answer(_ text: String) { answers += Array(text.utf8) }

  // MARK: Leftovers

  /// The differences from the initial state of the terminal; empty if the program has restored it.
  var leftovers: [String] {
    let names = [
      1: "application cursor keys", 6: "origin mode", 9: "mouse", 47: "second screen", 1000: "mouse", 1002: "mouse",
      1003: "mouse", 1004: "focus reports", 1005: "mouse encoding", 1006: "mouse encoding", 1015: "mouse encoding",
      1047: "second screen", 1049: "second screen", 2004: "bracketed paste", 2026: "synchronized update",
      2031: "color scheme reports",
    ]
    var found = Set(names.keys.filter { privateModes[$0] == true }.compactMap { names[$0] })
    if privateModes[25] == false { found.insert("hidden cursor") }
    if privateModes[7] == false { found.insert("no wrapping") }
    if hasApplicationKeypad { found.insert("application keypad") }
    if isInserting { found.insert("insert mode") }
    if region != 0...(rows - 1) { found.insert("scroll region") }
    if cursor.style != .plain { found.insert("style") }
    if cursor.drawsLines { found.insert("line drawing characters") }
    if cursorShape != 0 { found.insert("cursor shape") }
    if !savedTitles.isEmpty { found.insert("saved title") }
    if keyboardModes.values.contains(where: { !$0.isEmpty }) { found.insert("keyboard protocol") }
    if progress != 0 { found.insert("progress") }
    return found.sorted()
  }
}
