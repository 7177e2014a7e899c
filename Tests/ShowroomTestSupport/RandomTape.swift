/// A generator of tapes with random keys, words, pauses, and sizes.
package enum RandomTape {
  private static let keys = [
    "Enter", "Enter", "Enter", "Escape", "Escape", "Up", "Down", "Down", "Left", "Right", "PageUp", "PageDown", "Home",
    "End", "Tab", "Backspace", "Delete", "Space", "F1", "F5", "ScrollUp", "ScrollDown", "Ctrl+p", "Ctrl+s", "Ctrl+l",
    "Ctrl+u", "Ctrl+d", "Shift+Tab", "F12",
  ]
  private static let letters = Array("jkgGhl/uUdfFsSeraAvpcxXJK:?nowD.zRy")
  private static let words = [
    "kia", "bmw m3", "year>=2020", "fuel:electric", "mpg>", "~/Documents", "~/..", "https://x.example", "/tmp",
    "note 한국",
    "tus+https://files.example/cars", "zzz",
  ]
  private static let pauses = [100, 300, 500, 1_000, 2_500, 6_000, 12_345]
  private static let beginnings = ["first-run", "bundled", "unchanged", "unreachable"]

  /// Returns the tape of `seed`.
  package static func text(seed: UInt64) -> String {
    var chance = SeededChance(seed: seed)
    var lines: [String] = []
    if Bool.random(using: &chance) { lines.append("Env SHOWROOM_DEMO \"\(pick(beginnings, &chance))\"") }
    if Int.random(in: 0..<4, using: &chance) == 0 { lines.append("Env SHOWROOM_ASCII \"1\"") }
    if Int.random(in: 0..<3, using: &chance) == 0 {
      lines.append("Set Width \(Int.random(in: 20...140, using: &chance))")
      lines.append("Set Height \(Int.random(in: 5...45, using: &chance))")
    }
    for _ in 0..<Int.random(in: 5...40, using: &chance) { lines.append(command(&chance)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func command(_ chance: inout SeededChance) -> String {
    switch Int.random(in: 0..<100, using: &chance) {
    case ..<42:
      let count = Int.random(in: 1...3, using: &chance)
      return "Type \"\(String((0..<count).compactMap { _ in letters.randomElement(using: &chance) }))\""
    case ..<70: return pick(keys, &chance)
    case ..<78: return "Type \"\(pick(words, &chance))\""
    case ..<90: return "Sleep \(pauses.randomElement(using: &chance) ?? 0)ms"
    case ..<93:
      let columns = Int.random(in: 10...140, using: &chance)
      return "#! resize \(columns)x\(Int.random(in: 4...45, using: &chance))"
    case ..<96:
      let column = Int.random(in: 0..<80, using: &chance)
      return "#! click \(column),\(Int.random(in: 0..<24, using: &chance))"
    case ..<98: return "#! paste \"\(pick(words, &chance))\" \"b\""
    default: return "Wait"
    }
  }

  private static func pick(_ choices: [String], _ chance: inout SeededChance) -> String {
    choices.randomElement(using: &chance) ?? ""
  }
}
