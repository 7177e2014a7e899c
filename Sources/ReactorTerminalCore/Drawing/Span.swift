/// A part of some text with its own role. Several spans make up a line with several styles.
public struct Span: Sendable, Hashable {
  /// The text.
  public var text: String
  /// The role that determines the style; `nil` for the style of the surrounding text.
  public var role: Role?

  /// Creates a span.
  public init(_ text: String, _ role: Role? = nil) {
    self.text = text
    self.role = role
  }
}

extension Span: ExpressibleByStringLiteral {
  /// Creates a span without a role of its own.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Sequence<Span> {
  /// The number of columns that the spans occupy in a line.
  package var displayWidth: Int { reduce(0) { $0 + ReactorTerminalCore.displayWidth(of: $1.text) } }
}

/// The horizontal alignment of text.
public enum TextAlignment: Sendable, Hashable {
  /// Aligned with the leading edge, which is the left one.
  case leading
  /// Centered, rounded to the left.
  case center
  /// Aligned with the trailing edge, which is the right one.
  case trailing

  /// Returns the number of empty columns before text of `width` columns in an area of `available` columns.
  package func offset(of width: Int, in available: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, (available - width) / 2)
    case .trailing: max(0, available - width)
    }
  }
}
