/// The colors and attributes of a cell.
struct Style: Hashable, Sendable {
  enum Color: Hashable, Sendable {
    case standard
    /// One of the 256 colors of the terminal.
    case indexed(Int)
    case rgb(Int, Int, Int)
  }

  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let italic = Attributes(rawValue: 4)
    static let underline = Attributes(rawValue: 8)
    static let blink = Attributes(rawValue: 16)
    static let reverse = Attributes(rawValue: 32)
    static let hidden = Attributes(rawValue: 64)
    static let struck = Attributes(rawValue: 128)
  }

  var foreground = Color.standard
  var background = Color.standard
  var attributes: Attributes = []

  static let plain = Style()

  /// The style of an erased cell, which keeps only the background ("background color erase").
  var erased: Style { Style(background: background) }
}

extension Style {
  /// Applies the parameters of an SGR sequence. The components of a color may be separated by `;` or `:`.
  mutating func apply(_ numbers: [[Int]]) {
    var rest = numbers[...]
    while let group = rest.popFirst() {
      switch group[0] {
      case 38: foreground = Self.color(group, &rest) ?? foreground
      case 48: background = Self.color(group, &rest) ?? background
      case 4 where group.count > 1: set(.underline, group[1] != 0)
      default: apply(group[0])
      }
    }
  }

  private mutating func apply(_ number: Int) {
    switch number {
    case 0: self = .plain
    case 1: set(.bold, true)
    case 2: set(.dim, true)
    case 3: set(.italic, true)
    case 4, 21: set(.underline, true)
    case 5, 6: set(.blink, true)
    case 7: set(.reverse, true)
    case 8: set(.hidden, true)
    case 9: set(.struck, true)
    case 22: attributes.subtract([.bold, .dim])
    case 23: set(.italic, false)
    case 24: set(.underline, false)
    case 25: set(.blink, false)
    case 27: set(.reverse, false)
    case 28: set(.hidden, false)
    case 29: set(.struck, false)
    case 30...37: foreground = .indexed(number - 30)
    case 39: foreground = .standard
    case 40...47: background = .indexed(number - 40)
    case 49: background = .standard
    case 90...97: foreground = .indexed(number - 82)
    case 100...107: background = .indexed(number - 92)
    default: break
    }
  }

  private mutating func set(_ attribute: Attributes, _ isOn: Bool) {
    if isOn { attributes.insert(attribute) } else { attributes.remove(attribute) }
  }

  private static func color(_ group: [Int], _ rest: inout ArraySlice<[Int]>) -> Color? {
    // `38:2::r:g:b` contains a field for the color space; `38;2;r;g;b` does not.
    if group.count > 1 {
      if group[1] == 5 { return group.count > 2 ? .indexed(group[2]) : nil }
      let parts = Array(group.suffix(3))
      return group.count >= 5 ? .rgb(parts[0], parts[1], parts[2]) : nil
    }
    switch rest.popFirst()?[0] {
    case 5: return rest.popFirst().map { .indexed($0[0]) }
    case 2:
      guard rest.count >= 3 else { return nil }
      let parts = rest.prefix(3).map { $0[0] }
      rest = rest.dropFirst(3)
      return .rgb(parts[0], parts[1], parts[2])
    default: return nil
    }
  }
}
