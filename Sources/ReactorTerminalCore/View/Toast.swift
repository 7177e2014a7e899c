import ReactorCore

/// A short message over the screen, which disappears automatically unless it reports an error.
public struct Toast {
  /// The kinds of messages.
  public typealias Kind = MessageKind

  /// An action that a message offers while it is on screen.
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

  /// The bindings of the commands of the messages on screen.
  package static let bindings = ToastStack.commands.bindings

  var text: String
  /// The kind of the message.
  var kind: Kind
  /// The action that the message offers.
  var action: Action?
  /// The topic. A message replaces an earlier message with the same topic.
  var topic: String?
  /// A closure called when the message disappears without its action having been performed: its time has expired, the
  /// user dismissed it, or newer messages replaced it.
  var expired: (@MainActor () -> Void)?

  /// Returns whether this message replaces another message that has the same topic, or that is equal and offers no
  /// action.
  func replaces(_ other: Toast) -> Bool {
    if let topic, topic == other.topic { return true }
    return other.action == nil && isEqual(to: other)
  }

  /// Returns whether another message has the same text and also offers an action.
  func isCovered(by other: Toast) -> Bool { action == nil && other.action != nil && isEqual(to: other) }

  /// Returns whether this message repeats another one, so that both are counted. A message that adds an action refers
  /// to the same event and is not a repetition.
  func repeats(_ other: Toast) -> Bool { (action == nil) == (other.action == nil) && isEqual(to: other) }

  /// Returns whether the texts and kinds are equal.
  private func isEqual(to other: Toast) -> Bool { text == other.text && kind == other.kind }

  /// The time for which the message stays: 2 seconds, or 5 with an action. `nil` for an error, which stays until the
  /// user dismisses it.
  var duration: Duration? { kind == .error ? nil : action == nil ? .seconds(2) : .seconds(5) }
}

extension Window {
  /// Shows a message at the upper right for 2 seconds, or for 5 if it has an action. An error stays until the user
  /// dismisses it.
  ///
  /// Messages cover neither the view with the keyboard focus nor headings (``View/headingAreas``). At most three are on
  /// screen. Equal messages are shown once with a count, such as `×3`, and messages with the same topic are shown
  /// once. Of two that differ only in the action, the one with the action is shown. Esc dismisses the newest error,
  /// which names the key, except in a text field. Other messages respond only to the key of their action.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - kind: The kind of the message, which determines its style.
  ///   - action: An action that the message offers.
  ///   - topic: The topic. The message replaces an earlier message with the same topic.
  ///   - expired: A closure that runs when the message disappears without its action having been performed.
  public func toast(
    _ text: String, kind: Toast.Kind = .info, action: Toast.Action? = nil, topic: String? = nil,
    expired: (@MainActor () -> Void)? = nil
  ) {
    toasts.show(Toast(text: text, kind: kind, action: action, topic: topic, expired: expired))
  }

  /// Returns whether a message with a different topic offers an action. Only the newest such message has a key.
  package func offersToastAction(except topic: String) -> Bool {
    toasts.toasts.contains { $0.action != nil && $0.topic != topic }
  }

  /// Dismisses the message with a topic, if it is on screen.
  package func dismissToast(topic: String) { toasts.dismiss(topic: topic) }
}
