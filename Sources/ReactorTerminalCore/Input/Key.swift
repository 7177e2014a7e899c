/// A key press: a key with the modifiers held.
///
/// Combinations that terminals cannot distinguish are equal: Shift with a letter is the uppercase letter, and Control
/// with a letter always uses the lowercase letter.
public struct Key: Sendable, Hashable {
  /// A key without its modifiers.
  public enum Code: Sendable, Hashable {
    /// A printable character, as typed. The space bar is `character(" ")`.
    case character(Character)
    /// Return or Enter, including the one on the number pad.
    case enter
    /// Tab.
    case tab
    /// Escape.
    case escape
    /// Backspace, which deletes to the left.
    case backspace
    /// Delete, which deletes to the right.
    case delete
    /// Insert.
    case insert
    /// The up arrow.
    case up
    /// The down arrow.
    case down
    /// The left arrow.
    case left
    /// The right arrow.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page Up.
    case pageUp
    /// Page Down.
    case pageDown
    /// A function key, by its number: F1 is `function(1)`.
    case function(Int)
  }

  /// Keys held while another is pressed.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// One bit for each modifier, as in the sequences of xterm.
    public let rawValue: UInt8

    /// Creates the modifiers whose bits are set in `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, Option or Meta.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key without modifiers.
  public let code: Code
  /// The modifiers held.
  public let modifiers: Modifiers

  /// Creates the key `code` with `modifiers`. Combinations that terminals cannot distinguish result in the same value.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    guard case .character(let character) = code else {
      self.code = code
      self.modifiers = modifiers
      return
    }
    var rest = modifiers
    var typed = character
    if rest.contains(.control) {
      typed = Self.single(character.lowercased()) ?? character
      if typed.isLetter == false { rest.remove(.shift) }
    } else if rest.contains(.shift) {
      typed = Self.single(character.uppercased()) ?? character
      rest.remove(.shift)
    }
    self.code = .character(typed)
    self.modifiers = rest
  }

  /// The key that this one stands for if nothing is assigned to it; `nil` for none.
  ///
  /// These terminals do not distinguish Ctrl-I from Tab, Ctrl-M from Enter, Ctrl-[ from Esc, or Ctrl-H from Backspace,
  /// and they ignore Shift and Control with these keys. Ctrl-J is Enter as well, because the system converts an Enter
  /// that is pressed before the program has started.
  var ambiguousForm: Key? {
    let rest = modifiers.subtracting([.control, .shift])
    switch code {
    case .enter, .escape, .backspace: return rest == modifiers ? nil : Key(code, rest)
    case .tab: return modifiers.contains(.control) ? Key(.tab, modifiers.subtracting(.control)) : nil
    case .character(let letter) where modifiers.contains(.control): return Self.byLetter[letter].map { Key($0, rest) }
    default: return nil
    }
  }

  private static let byLetter: [Character: Code] = ["i": .tab, "m": .enter, "j": .enter, "[": .escape, "h": .backspace]

  private static func single(_ text: String) -> Character? { text.count == 1 ? text.first : nil }

  /// The character that the key inserts into a text field; `nil` for other keys and with Alt or Control.
  public var typedCharacter: Character? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return character
  }
}

extension Key {
  /// Return.
  public static let enter = Key(.enter)
  /// Tab.
  public static let tab = Key(.tab)
  /// Shift-Tab.
  public static let backTab = Key(.tab, .shift)
  /// Escape.
  public static let escape = Key(.escape)
  /// Backspace.
  public static let backspace = Key(.backspace)
  /// Delete.
  public static let delete = Key(.delete)
  /// Insert.
  public static let insert = Key(.insert)
  /// The up arrow.
  public static let up = Key(.up)
  /// The down arrow.
  public static let down = Key(.down)
  /// The left arrow.
  public static let left = Key(.left)
  /// The right arrow.
  public static let right = Key(.right)
  /// Home.
  public static let home = Key(.home)
  /// End.
  public static let end = Key(.end)
  /// Page Up.
  public static let pageUp = Key(.pageUp)
  /// Page Down.
  public static let pageDown = Key(.pageDown)
  /// The space bar.
  public static let space = Key(.character(" "))
  /// F1.
  public static let f1 = Key(.function(1))
  /// F2.
  public static let f2 = Key(.function(2))
  /// F3.
  public static let f3 = Key(.function(3))
  /// F4.
  public static let f4 = Key(.function(4))
  /// F5.
  public static let f5 = Key(.function(5))
  /// F10.
  public static let f10 = Key(.function(10))

  /// Returns Control with a character.
  public static func control(_ character: Character) -> Key { Key(.character(character), .control) }

  /// Returns Alt with a character.
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
}
