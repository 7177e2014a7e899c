/// A text that is nobody's business: it appears in no description, dump or difference.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text itself.
  let text: String

  /// A secret text.
  public init(_ text: String) { self.text = text }

  /// That there is one, not what it says, nor how long it is.
  public var description: String { text.isEmpty ? "nothing" : "a secret" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
