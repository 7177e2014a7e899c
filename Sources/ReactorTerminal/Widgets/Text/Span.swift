/// A piece of text with a meaning of its own: several make a line of several styles.
public struct Span: Sendable, Hashable {
  /// What it says.
  public var text: String
  /// What it means; nil takes the style of what surrounds it.
  public var role: Role?

  /// `text`, meaning `role`.
  public init(_ text: String, _ role: Role? = nil) {
    self.text = text
    self.role = role
  }
}

extension Span: ExpressibleByStringLiteral {
  /// Text without a meaning of its own.
  public init(stringLiteral value: String) { self.init(value) }
}

/// Where text stands in a place that is wider.
public enum TextAlignment: Sendable, Hashable {
  /// At the left edge.
  case leading
  /// In the middle, a half column to the left where it does not come out even.
  case center
  /// At the right edge.
  case trailing

  /// Columns to leave free before `width` columns of text in `room`.
  func offset(of width: Int, in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, (room - width) / 2)
    case .trailing: max(0, room - width)
    }
  }
}
