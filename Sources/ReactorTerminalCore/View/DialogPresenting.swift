import ReactorCore

/// The dialogs that a window presents on its own. They consist of widgets, of which this module has none.
///
/// ``Window`` conforms to this protocol in `ReactorTerminal`, so every window has the dialogs in a program that imports
/// that module. In any other program the conformance is not found, and the window works without the dialogs.
@MainActor
package protocol DialogPresenting: AnyObject {
  /// Presents the keys that currently work.
  func presentHelp()
  /// Presents the commands that currently work.
  func presentPalette()
  /// Presents a message that is not a toast.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - send: A closure that receives the action of the user's answer, or the action that tries again.
  func presentDialog<Action>(for message: Message<Action>, send: @escaping @MainActor (Action) -> Void)
}

extension Window {
  /// Whether windows can present dialogs.
  static let hasDialogs = Window.self is any DialogPresenting.Type

  /// The window's dialogs, or `nil` in a program without widgets.
  var dialogs: (any DialogPresenting)? { self as? any DialogPresenting }

  /// Shows a message. A reactor's messages are shown by its view; see `MessageOutput`.
  ///
  /// In a program that does not import `ReactorTerminal`, which contains the dialogs, the texts of an alert or question
  /// are shown as a toast, and there is no answer.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - send: A closure that receives the action of the user's answer, or the action that tries again.
  public func show<Action>(_ message: Message<Action>, send: @escaping @MainActor (Action) -> Void) {
    switch (message, dialogs) {
    case (.toast(let text, let kind, let topic), _): toast(text, kind: kind, topic: topic)
    case (_, let dialogs?): dialogs.presentDialog(for: message, send: send)
    case (.alert(let title, let text, let kind, _), nil), (.question(let title, let text, let kind, _), nil):
      toast("\(title) \(text)", kind: kind)
    case (.choice(let title, _, _), nil): toast(title)
    }
  }
}
