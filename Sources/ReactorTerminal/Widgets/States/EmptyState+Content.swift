extension EmptyState {
  /// A key that helps.
  public struct Hint: Sendable, Hashable {
    private enum Source: Sendable, Hashable {
      case key(Key)
      case command(String)
    }

    private let source: Source
    private let title: String?

    /// `key` does `title`.
    public init(_ key: Key, _ title: String) {
      source = .key(key)
      self.title = title
    }

    /// The key that asks for a command, as the user has mapped it; nothing while the command cannot be asked for.
    /// - Parameter title: what it does here; nil: the command's own title.
    public init(command id: String, _ title: String? = nil) {
      source = .command(id)
      self.title = title
    }

    @MainActor
    func spans(in window: Window?, ascii: Bool) -> [Span]? {
      switch source {
      case .key(let key): return [Span(key.label(ascii: ascii), .hintKey), Span(" " + (title ?? ""), .hint)]
      case .command(let id):
        guard let binding = window?.activeBindings.first(where: { $0.id == id }), let key = binding.keys.first else {
          return nil
        }
        return [Span(key.label(ascii: ascii), .hintKey), Span(" " + (title ?? binding.title), .hint)]
      }
    }
  }

  /// What a placeholder says.
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
}
