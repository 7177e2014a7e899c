import CNcurses

/// The keys in the terminal's description, for terminals that are not compatible with xterm.
enum TerminfoKeys {
  private static let plain: [(String, Key.Code)] = [
    ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
    ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kent", .enter),
  ]
  private static let modified: [(String, Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
    ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
  ]

  /// Returns the escape sequences of keys for the current screen of ncurses. Keys of a single byte are left out.
  @MainActor
  static func read() -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    func add(_ name: String, _ key: Key) {
      guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return }
      let bytes = String(cString: text).utf8
      if bytes.count > 2, bytes.first == 0x1B { keys[Array(bytes)] = key }
    }
    for (name, code) in plain { add(name, Key(code)) }
    for number in 1...20 { add("kf\(number)", Key(.function(number))) }
    add("kcbt", .backTab)
    for (name, code) in modified {
      add(name, Key(code, .shift))
      // As in xterm, the digit is one more than the sum of the modifiers' bits.
      for digit in 3...8 { add("\(name)\(digit)", Key(code, Key.Modifiers(rawValue: UInt8(digit - 1)))) }
    }
    return keys
  }
}
