/// A key press: what was pressed, and what was held.
///
/// Spellings that terminals cannot tell apart are one key: Shift with a letter is the capital letter, Control with a
/// letter is always the small one.
public struct Key: Sendable, Hashable {
  /// What was pressed.
  public enum Code: Sendable, Hashable {
    /// Something printable, as typed. Space is `character(" ")`.
    case character(Character)
    /// Return, also the one of the number pad.
    case enter
    /// Tab.
    case tab
    /// Escape.
    case escape
    /// The key that deletes to the left.
    case backspace
    /// The key that deletes to the right.
    case delete
    /// Insert.
    case insert
    /// An arrow.
    case up
    /// An arrow.
    case down
    /// An arrow.
    case left
    /// An arrow.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// F1 is `function(1)`.
    case function(Int)
  }

  /// Keys held while another is pressed.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// One bit a key, as xterm counts them.
    public let rawValue: UInt8

    /// The modifiers whose bits are set in `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, Option or Meta.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// What was pressed.
  public let code: Code
  /// What was held.
  public let modifiers: Modifiers

  /// The key `code` with `modifiers`, in the one spelling that the two have.
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

  private static func single(_ text: String) -> Character? { text.count == 1 ? text.first : nil }

  /// What typing this key puts into a text field: the character, when nothing but Shift is held.
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
  /// An arrow.
  public static let up = Key(.up)
  /// An arrow.
  public static let down = Key(.down)
  /// An arrow.
  public static let left = Key(.left)
  /// An arrow.
  public static let right = Key(.right)
  /// Home.
  public static let home = Key(.home)
  /// End.
  public static let end = Key(.end)
  /// Page up.
  public static let pageUp = Key(.pageUp)
  /// Page down.
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

  /// Control with a letter.
  public static func control(_ character: Character) -> Key { Key(.character(character), .control) }

  /// Alt with a character.
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
}
