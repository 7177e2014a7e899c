import ReactorCore

/// A short message over the screen, which disappears automatically unless it reports an error.
public struct Toast {
  /// The kinds of messages.
  public typealias Kind = MessageKind

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
  var text: String
  /// The kind of the message.
  var kind: Kind
  /// The action that the message offers.
  var action: Action?
  /// The topic. A message replaces an earlier one of the same topic.
  var topic: String?
  /// Called when the message disappears and its action was not performed: its time has expired, the user dismissed it,
  /// or newer messages replaced it.
  var expired: (@MainActor () -> Void)?

  /// Returns whether this message replaces another one, which has the same topic, or is equal and offers nothing.
  func replaces(_ other: Toast) -> Bool {
    if let topic, topic == other.topic { return true }
    return other.action == nil && isEqual(to: other)
  }

  /// Returns whether another message says the same and offers an action besides.
  func isCovered(by other: Toast) -> Bool { action == nil && other.action != nil && isEqual(to: other) }

  /// Returns whether this message repeats another one, so that both are counted. One that adds an action tells of the
  /// same event.
  func repeats(_ other: Toast) -> Bool { (action == nil) == (other.action == nil) && isEqual(to: other) }

  /// Returns whether the texts and kinds are equal.
  private func isEqual(to other: Toast) -> Bool { text == other.text && kind == other.kind }

  /// The time that the message stays: 2 seconds, or 5 with an action. `nil` for an error, which stays until the user
  /// dismisses it.
  var duration: Duration? { kind == .error ? nil : action == nil ? .seconds(2) : .seconds(5) }
}

extension Window {
  /// Shows a message at the upper right for 2 seconds, or 5 with an action. An error stays until the user dismisses it.
  ///
  /// Messages cover neither what has the keyboard focus nor headings (``View/headingAreas``). At most three are on the
  /// screen, equal ones are shown once with their number, such as `×3`, and those of one cause once if they have the same
  /// topic. Of two that differ only in the action, the one with the action is shown. Esc, which an error names, dismisses the newest error, except in a text field. Other messages take no key but
  /// that of their action.
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
