/// The kinds of messages to the user, which determine their style.
public enum MessageKind: Sendable, Hashable {
  /// An informational message.
  case info
  /// A success.
  case success
  /// A possible failure, or a risk.
  case warning
  /// A failure.
  case error
}

/// A message to the user: a toast, which disappears by itself, or an alert, which may offer to try again.
public enum Message<Action: Sendable>: Sendable {
  /// A short message. It replaces an earlier one of the same topic.
  case toast(String, kind: MessageKind = .info, topic: String? = nil)
  /// A message with a title, which names what happened, and a text with the cause and what the user can do. The action
  /// is sent if the user wants to try again; `nil` where that cannot help.
  case alert(String, text: String, kind: MessageKind = .error, retry: Action? = nil)
}

extension Message: Equatable where Action: Equatable {}
extension Message: Hashable where Action: Hashable {}

/// An output that may be a message, which the screen of the reactor then shows, also while another screen covers it.
///
/// ```swift
/// enum Output: MessageOutput {
///   case message(Message<Action>)
///   case closed
///
///   var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
/// }
/// ```
///
/// A reactor that tells nothing else declares `typealias Output = Message<Action>`.
public protocol MessageOutput<Action>: Sendable {
  /// The actions of the reactor.
  associatedtype Action: Sendable
  /// Returns the output of a message.
  static func message(_ message: Message<Action>) -> Self
  /// The message, or `nil` for any other output.
  var message: Message<Action>? { get }
}

extension Message: MessageOutput {
  /// Returns the message.
  public static func message(_ message: Message) -> Message { message }
  /// The message itself.
  public var message: Message? { self }
}

extension Reactor where Base.Output: MessageOutput<Action> {
  /// Returns an effect that shows a toast.
  public func toast(_ text: String, kind: MessageKind = .info, topic: String? = nil) -> Observable<Mutation> {
    output(.message(.toast(text, kind: kind, topic: topic)))
  }

  /// Returns an effect that shows a failure as an alert.
  ///
  /// - Parameters:
  ///   - title: What failed, in a few words.
  ///   - text: The cause, and what to do about it.
  ///   - retry: The action that tries again; `nil` where that cannot help.
  public func alert(_ title: String, _ text: String, retry: Action? = nil) -> Observable<Mutation> {
    output(.message(.alert(title, text: text, retry: retry)))
  }
}

extension ReactorEmitter where R.Output: MessageOutput<R.Action> {
  /// Shows a toast.
  public func toast(_ text: String, kind: MessageKind = .info, topic: String? = nil) {
    output(.message(.toast(text, kind: kind, topic: topic)))
  }

  /// Shows a failure as an alert. The parameters are those of ``Reactor/alert(_:_:retry:)``.
  public func alert(_ title: String, _ text: String, retry: R.Action? = nil) {
    output(.message(.alert(title, text: text, retry: retry)))
  }
}
