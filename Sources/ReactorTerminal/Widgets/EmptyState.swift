import ReactorCore

/// What stands where there is nothing to show: why, and which key helps.
///
/// Empty, nothing found and failed are three different situations, and loading is a fourth, which shows only once it
/// has lasted for a while: what loads at once does not blink.
public final class EmptyState: View {
  /// Why there is nothing.
  public enum Kind: Sendable, Hashable {
    /// There is nothing yet.
    case empty
    /// Nothing matches what was searched for.
    case noMatch
    /// It could not be had.
    case failed
    /// It is being had.
    case loading
  }

  /// A key that helps.
  public struct Hint: Sendable, Hashable {
    /// The key.
    public var key: Key
    /// What it does.
    public var title: String

    /// `key` does `title`.
    public init(_ key: Key, _ title: String) {
      self.key = key
      self.title = title
    }
  }

  /// What it says.
  public struct Content: Sendable, Hashable {
    /// Why there is nothing.
    public var kind: Kind
    /// In a few words.
    public var title: String
    /// In a sentence; wraps.
    public var explanation: String
    /// What helps.
    public var hints: [Hint]

    /// Content of `kind`.
    public init(_ kind: Kind, title: String, explanation: String = "", hints: [Hint] = []) {
      self.kind = kind
      self.title = title
      self.explanation = explanation
      self.hints = hints
    }
  }

  /// What it says; nil: nothing.
  public var content: Content? {
    didSet { if content != oldValue { setNeedsDisplay() } }
  }

  /// A placeholder that says `content`.
  public init(_ content: Content? = nil) {
    self.content = content
    super.init()
  }
}
