/// A short message over the screen, which disappears automatically unless it reports an error.
public struct Toast {
  /// The kinds of messages.
  public enum Kind: Sendable, Hashable {
    /// An informational message.
    case info
    /// A success.
    case success
    /// A possible failure.
    case warning
    /// A failure.
    case error

  }

  /// An action that a message offers while it is on the screen.
  public struct Action {
    /// The action in a word.
    public var title: String
    /// The key that performs the action.
    public var key: Key
    /// The function that performs the action.
    public var perform: @MainActor () -> Void

    /// Creates an action with a title and a key.
    public init(_ title: String, key: Key, perform: @escaping @MainActor () -> Void) {
      self.title = title
      self.key = key
      self.perform = perform
    }
  }

  /// The text.
  public var text: String
  /// The kind of the message.
  public var kind: Kind
  /// The action that the message offers.
  public var action: Action?
  /// The topic. A message replaces an earlier one of the same topic.
  public var topic: String?
  /// Called when the message disappears and its action was not performed: its time has expired, the user dismissed it,
  /// or newer messages replaced it.
  public var expired: (@MainActor () -> Void)?

  /// Returns whether this message replaces another one, which has the same topic or is equal.
  func replaces(_ other: Toast) -> Bool {
    if let topic, topic == other.topic { return true }
    return action == nil && other.action == nil && isEqual(to: other)
  }

  /// Returns whether the texts and kinds are equal, so that both messages are counted in one.
  func isEqual(to other: Toast) -> Bool { text == other.text && kind == other.kind }

  /// The time that the message stays: 2 seconds, or 5 with an action. `nil` for an error, which stays until the user
  /// dismisses it.
  public var duration: Duration? { kind == .error ? nil : action == nil ? .seconds(2) : .seconds(5) }
}

extension Window {
  /// Shows a message at the upper right for 2 seconds, or 5 with an action. An error stays until the user dismisses it.
  ///
  /// Messages never cover the text field with the keyboard focus. At most three are on the screen, and equal ones are
  /// shown once with their number, such as `×3`. Esc, which an error names, dismisses the newest, except in a text field.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - kind: the kind of the message, which determines its style.
  ///   - action: an action that the message offers.
  ///   - topic: the topic. The message replaces an earlier one of the same topic.
  ///   - expired: runs when the message disappears and its action was not performed.
  public func toast(
    _ text: String, kind: Toast.Kind = .info, action: Toast.Action? = nil, topic: String? = nil,
    expired: (@MainActor () -> Void)? = nil
  ) {
    toasts.show(Toast(text: text, kind: kind, action: action, topic: topic, expired: expired))
  }
}
