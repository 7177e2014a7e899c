/// A part of the text of a ``TextField`` with a style of its own, such as a word that is not understood.
public struct TextMark: Sendable, Hashable {
  /// The part of the text, as UTF-8 offsets. Offsets outside the text have no effect.
  public var range: Range<Int>
  /// The role of the part.
  public var role: Role
  /// Whether the part is underlined, so that it is visible without color.
  public var isUnderlined: Bool

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - range: The part of the text, as UTF-8 offsets.
  ///   - role: The role of the part.
  ///   - isUnderlined: Whether the part is underlined.
  public init(_ range: Range<Int>, role: Role, isUnderlined: Bool = false) {
    self.range = range
    self.role = role
    self.isUnderlined = isUnderlined
  }
}
