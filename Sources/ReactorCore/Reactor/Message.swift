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

/// A message to the user: a toast, which disappears automatically; an alert, which may offer to try again; or a
/// question, whose answer sends an action.
public enum Message<Action: Sendable>: Sendable {
  /// A short message. It replaces an earlier message with the same topic.
  case toast(String, kind: MessageKind = .info, topic: String? = nil)
  /// An alert with a title that names what happened, and a text with the cause and what the user can do. The action is
  /// sent if the user chooses to try again; it is `nil` where trying again cannot help.
  case alert(String, text: String, kind: MessageKind = .error, retry: Action? = nil)
  /// A question whose title asks it and whose text names the consequences. The answers are buttons, from left to right.
  case question(String, text: String, kind: MessageKind = .warning, answers: [Answer])
  /// A list from which the user chooses one of the answers, or none. The title of the action is the hint for Enter.
  case choice(String, answers: [Answer], actionTitle: String = "Choose")

  /// An answer to a question.
  public struct Answer: Sendable {
    /// The label.
    public var title: String
    /// Additional text beside the title, in a list.
    public var detail: String
    /// A key that gives the answer.
    public var key: Character?
    /// Whether the action cannot be undone. If so, another answer has the initial keyboard focus.
    public var isDestructive: Bool
    /// The action that the answer sends; `nil` for the answer that changes nothing, which Esc gives.
    public var action: Action?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - title: The label.
    ///   - detail: Additional text beside the title, in a list.
    ///   - key: A key that gives the answer.
    ///   - isDestructive: Whether the action cannot be undone.
    ///   - action: The action that the answer sends; `nil` to change nothing.
    public init(
      _ title: String, detail: String = "", key: Character? = nil, isDestructive: Bool = false, sends action: Action?
    ) {
      self.title = title
      self.detail = detail
      self.key = key
      self.isDestructive = isDestructive
      self.action = action
    }

    /// Returns the answer that changes nothing.
    public static func cancel(_ title: String = "Cancel", key: Character? = nil) -> Answer {
      Answer(title, key: key, sends: nil)
    }
  }

  /// Returns a question that asks whether to perform an action. `y` confirms it; `n` and Esc cancel.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - text: The consequences.
  ///   - confirm: The name of the action, such as "Delete".
  ///   - isDestructive: Whether the action cannot be undone. If so, the cancel answer has the initial keyboard focus.
  ///   - action: The action.
  public static func confirmation(
    _ title: String, text: String, confirm: String, isDestructive: Bool = true, action: Action
  ) -> Message {
    .question(
      title, text: text, kind: isDestructive ? .warning : .info,
      answers: [.cancel(key: "n"), Answer(confirm, key: "y", isDestructive: isDestructive, sends: action)])
  }
}

extension Message: Equatable where Action: Equatable {}
extension Message: Hashable where Action: Hashable {}
extension Message.Answer: Equatable where Action: Equatable {}
extension Message.Answer: Hashable where Action: Hashable {}

/// An output that may be a message. The reactor's view shows the message, even while another screen covers it. If
/// several views have the reactor, the message is shown once.
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
/// A reactor without other outputs declares `typealias Output = Message<Action>`.
public protocol MessageOutput<Action>: Sendable {
  /// The type of the reactor's actions.
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

  /// Returns an effect that asks the user to confirm an action.
  ///
  /// ```swift
  /// case .delete(let note):
  ///   confirm("Delete \(note.title)?", "It cannot be restored.", confirm: "Delete", .deleteNow(note.id))
  /// ```
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - text: The consequences.
  ///   - confirm: The name of the action, such as "Delete".
  ///   - isDestructive: Whether the action cannot be undone. If so, the cancel answer has the initial keyboard focus.
  ///   - action: The action that is sent if the user confirms it.
  public func confirm(
    _ title: String, _ text: String, confirm: String, isDestructive: Bool = true, _ action: Action
  ) -> Observable<Mutation> {
    output(
      .message(.confirmation(title, text: text, confirm: confirm, isDestructive: isDestructive, action: action)))
  }

  /// Returns an effect that asks a question with several answers, each of which may send an action.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - text: The consequences.
  ///   - kind: The kind, which determines the style of the title.
  ///   - answers: The answers, from left to right.
  public func ask(
    _ title: String, _ text: String, kind: MessageKind = .warning, answers: [Message<Action>.Answer]
  ) -> Observable<Mutation> {
    output(.message(.question(title, text: text, kind: kind, answers: answers)))
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

  /// Asks the user to confirm an action. The parameters are those of ``Reactor/confirm(_:_:confirm:isDestructive:_:)``.
  public func confirm(
    _ title: String, _ text: String, confirm: String, isDestructive: Bool = true, _ action: R.Action
  ) {
    output(
      .message(.confirmation(title, text: text, confirm: confirm, isDestructive: isDestructive, action: action)))
  }

  /// Lets the user choose one of several answers from a list, or none.
  ///
  /// - Parameters:
  ///   - title: The title of the list.
  ///   - answers: The answers, from top to bottom.
  ///   - actionTitle: The hint for Enter.
  public func choose(_ title: String, from answers: [Message<R.Action>.Answer], actionTitle: String = "Choose") {
    output(.message(.choice(title, answers: answers, actionTitle: actionTitle)))
  }
}
