import ReactorCore

extension AlertView.Kind {
  /// The style of a message.
  fileprivate init(_ kind: MessageKind) {
    switch kind {
    case .info, .success: self = .info
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}

extension Window {
  /// Presents an alert.
  ///
  /// - Parameters:
  ///   - title: The title, which names what happened.
  ///   - message: The cause, and what the user can do.
  ///   - kind: The kind, which determines the style of the title.
  ///   - buttons: The buttons; "OK" if empty.
  /// - Returns: The alert.
  @discardableResult
  public func alert(
    _ title: String, _ message: String, kind: AlertView.Kind = .info, buttons: [AlertButton] = []
  ) -> AlertView {
    let alert = AlertView(title: title, message: message, kind: kind, buttons: buttons)
    present(alert)
    return alert
  }

  /// Shows a message. The messages of a reactor are shown by its screen; see `MessageOutput`.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - retry: Receives the action of an alert if the user wants to try again.
  public func show<Action>(_ message: Message<Action>, retry: @escaping @MainActor (Action) -> Void) {
    switch message {
    case .toast(let text, let kind, let topic): toast(text, kind: kind, topic: topic)
    case .alert(let title, let text, let kind, let action):
      let again = action.map { action in AlertButton("Retry", key: "r") { retry(action) } }
      let close = AlertButton("Close", role: .cancel)
      alert(title, text, kind: AlertView.Kind(kind), buttons: [again, close].compactMap(\.self))
    }
  }

  /// Presents an alert that asks the user to confirm an action. `y` confirms; `n` and Esc cancel.
  ///
  /// ```swift
  /// window.confirm("Delete the note?", "It cannot be restored.", confirm: "Delete") {
  ///   reactor.action.send(.deleteNote)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The consequences.
  ///   - confirm: The name of the action, such as "Delete".
  ///   - isDestructive: Whether the action cannot be undone. The cancel button is focused first then.
  ///   - action: The action.
  /// - Returns: The alert.
  @discardableResult
  public func confirm(
    _ title: String, _ message: String, confirm: String, isDestructive: Bool = true,
    action: @escaping @MainActor () -> Void
  ) -> AlertView {
    alert(
      title, message, kind: isDestructive ? .warning : .info,
      buttons: [
        AlertButton("Cancel", key: "n", role: .cancel),
        AlertButton(confirm, key: "y", role: isDestructive ? .destructive : .normal, action: action),
      ])
  }

  /// Presents an alert that asks the user to confirm an action, and waits for the answer.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The consequences.
  ///   - confirm: The name of the action, such as "Quit".
  ///   - isDestructive: Whether the action cannot be undone. The cancel button is focused first then.
  /// - Returns: Whether the user confirmed the action. Dismissing the alert in another way does not.
  public func confirms(
    _ title: String, _ message: String, confirm: String, isDestructive: Bool = true
  ) async -> Bool {
    let answer = StateRelay(false)
    let alert = self.confirm(title, message, confirm: confirm, isDestructive: isDestructive) { answer.accept(true) }
    _ = try? await alert.dismissal.first()
    return answer.value
  }
}
