/// An error for an invalid key name in a configuration.
public struct KeyNameError: Error, Hashable, CustomStringConvertible {
  /// The name as written.
  public let name: String

  /// A message that names the valid forms.
  public var description: String {
    "\"\(name)\" is not a valid key. Use a character (\"r\", \"?\") or a name (\"enter\", \"f5\", \"page-up\"), "
      + "optionally preceded by \"ctrl+\", \"alt+\" or \"shift+\"."
  }
}

extension Key {
  private static let namedCodes: [String: Code] = [
    "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape, "escape": .escape, "backspace": .backspace,
    "delete": .delete, "del": .delete, "insert": .insert, "ins": .insert, "up": .up, "down": .down, "left": .left,
    "right": .right, "home": .home, "end": .end, "pageup": .pageUp, "pgup": .pageUp, "pagedown": .pageDown,
    "pgdn": .pageDown, "pgdown": .pageDown, "space": .character(" "), "plus": .character("+"),
  ]

  private static let namedModifiers: [String: Modifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "meta": .alt, "option": .alt, "shift": .shift,
  ]

  /// Creates the key with a configuration name, such as `"r"`, `"?"`, `"ctrl+u"`, `"shift+tab"`, `"f5"` or `"page-up"`.
  ///
  /// Case, `-` and `_` do not matter in names. A single character stands for itself.
  ///
  /// - Throws: ``KeyNameError`` if the name is invalid.
  public init(parsing name: String) throws(KeyNameError) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while rest.count > 1, let plus = rest.dropFirst().firstIndex(of: "+"), plus < rest.index(before: rest.endIndex),
      let modifier = Self.namedModifiers[rest[..<plus].lowercased()]
    {
      modifiers.formUnion(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    guard let code = Self.code(named: rest) else { throw KeyNameError(name: name) }
    self.init(code, modifiers)
  }

  private static func code(named name: Substring) -> Code? {
    if name.count == 1, let character = name.first {
      let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      return isControl ? nil : .character(character)
    }
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
    if let code = namedCodes[plain] { return code }
    if plain.first == "f", let number = Int(plain.dropFirst()), (1...63).contains(number) { return .function(number) }
    return nil
  }

  /// The name that ``init(parsing:)`` accepts, such as `ctrl+u`, `shift+tab` or `f5`.
  public var configurationName: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("ctrl") }
    if modifiers.contains(.alt) { parts.append("alt") }
    if modifiers.contains(.shift) { parts.append("shift") }
    return (parts + [codeName]).joined(separator: "+")
  }

  private var codeName: String {
    switch code {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .enter: "enter"
    case .tab: "tab"
    case .escape: "esc"
    case .backspace: "backspace"
    case .delete: "delete"
    case .insert: "insert"
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pageup"
    case .pageDown: "pagedown"
    case .function(let number): "f\(number)"
    }
  }
}

extension Key: ExpressibleByStringLiteral {
  /// Creates the key with a configuration name, such as `"ctrl+u"`.
  ///
  /// An invalid name yields its first character, and an empty one the space bar, so that a typo is visible in the hint
  /// line instead of ending the program.
  public init(stringLiteral value: String) {
    if value.utf8.count == 1, let character = value.first {
      self.init(.character(character))
    } else {
      self = (try? Key(parsing: value)) ?? Key(.character(value.first ?? " "))
    }
  }
}

extension Key: CustomStringConvertible {
  /// The label in a hint line, such as `^U`, `F5`, `⇧Tab`, `Space`, `Esc` or `↑`.
  public var description: String { label(ascii: false) }

  /// Returns the label in a hint line.
  ///
  /// - Parameter ascii: Whether to use only characters that every terminal and screen reader supports (`S-Tab`, `Up`).
  public func label(ascii: Bool) -> String {
    var prefix = modifiers.contains(.alt) ? (ascii ? "M-" : "⌥") : ""
    if modifiers.contains(.control) { prefix += "^" }
    if modifiers.contains(.shift) { prefix += ascii ? "S-" : "⇧" }
    return prefix + codeLabel(ascii: ascii)
  }

  private func codeLabel(ascii: Bool) -> String {
    switch code {
    case .character(" "): "Space"
    case .character(let character): modifiers.contains(.control) ? character.uppercased() : String(character)
    case .enter: "Enter"
    case .tab: "Tab"
    case .escape: "Esc"
    case .backspace: ascii ? "BkSp" : "⌫"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: ascii ? "Up" : "↑"
    case .down: ascii ? "Down" : "↓"
    case .left: ascii ? "Left" : "←"
    case .right: ascii ? "Right" : "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }
}
