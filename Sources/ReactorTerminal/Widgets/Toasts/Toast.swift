/// A short message over the screen that goes by itself.
public struct Toast {
  /// What kind of message it is.
  public enum Kind: Sendable, Hashable {
    /// Something to know.
    case info
    /// Something went well.
    case success
    /// Something may fail.
    case warning
    /// Something failed.
    case error

    /// How long such a message stays: 2 seconds, 5 for an error.
    public var duration: Duration { self == .error ? .seconds(5) : .seconds(2) }
  }

  /// What can be done about it while it is there.
  public struct Action {
    /// What it does, in a word.
    public var title: String
    /// The key that does it.
    public var key: Key
    /// Does it.
    public var perform: @MainActor () -> Void

    /// `key` does `title`.
    public init(_ title: String, key: Key, perform: @escaping @MainActor () -> Void) {
      self.title = title
      self.key = key
      self.perform = perform
    }
  }

  /// What it says.
  public var text: String
  /// What kind of message it is.
  public var kind: Kind
  /// What can be done about it.
  public var action: Action?
  /// What it is about: one of the same topic takes the place of the one before.
  public var topic: String?
  /// Told when it is gone and its action can no longer be asked for: its time is over, a person took it away, or newer
  /// ones took its place.
  public var expired: (@MainActor () -> Void)?

  /// Whether it makes room for this one: it is about the same, or says the same.
  func replaces(_ other: Toast) -> Bool {
    if let topic, topic == other.topic { return true }
    return text == other.text && kind == other.kind && action == nil && other.action == nil
  }

  /// How long it stays: 2 seconds, 5 for an error or where something can be done about it.
  public var duration: Duration { action == nil ? kind.duration : .seconds(5) }
}

extension Window {
  /// Shows a message at the lower right for 2 seconds (5 for an error, or with an action), never over a field in which
  /// somebody types. At most three are there at a time, each once; Esc takes the newest away, unless somebody types.
  /// - Parameters:
  ///   - topic: what it is about: one of the same topic that is still there makes room for it.
  ///   - expired: told when it is gone without its action having been asked for.
  public func toast(
    _ text: String, kind: Toast.Kind = .info, action: Toast.Action? = nil, topic: String? = nil,
    expired: (@MainActor () -> Void)? = nil
  ) {
    toasts.show(Toast(text: text, kind: kind, action: action, topic: topic, expired: expired))
  }
}
