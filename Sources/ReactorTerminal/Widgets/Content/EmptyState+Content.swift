extension EmptyState {
  /// A suggested key, with the name of its action.
  public struct Hint: Sendable, Hashable {
    private enum Source: Sendable, Hashable {
      case key(Key)
      case command(CommandID)
    }

    private let source: Source
    private let title: String?

    /// Creates a hint for a fixed key.
    public init(_ key: Key, _ title: String) {
      source = .key(key)
      self.title = title
    }

    /// Creates a hint for a command. It shows the key according to the user's keymap, and is omitted while the command
    /// is disabled.
    ///
    /// - Parameters:
    ///   - id: The command.
    ///   - title: The name of the action in this context; `nil` for the title of the command.
    public init(command id: CommandID, _ title: String? = nil) {
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

  /// The text of an empty state.
  public struct Content: Sendable, Hashable {
    /// The reason why there is nothing to show.
    public var kind: Kind
    /// A title of a few words.
    public var title: String
    /// An explanation in one sentence, which wraps; empty for none.
    public var explanation: String
    /// The suggested keys.
    public var hints: [Hint]

    /// Creates the text of an empty state.
    public init(_ kind: Kind, title: String, explanation: String = "", hints: [Hint] = []) {
      self.kind = kind
      self.title = title
      self.explanation = explanation
      self.hints = hints
    }

    /// Creates the text of an empty state, with hints for commands.
    package init(_ kind: Kind, _ title: String, _ explanation: String = "", _ hints: [(CommandID, String)] = []) {
      self.init(
        kind, title: title, explanation: explanation, hints: hints.map { Hint(command: $0.0, $0.1) })
    }
  }
}
