import ReactorCore

extension Window {
  /// Presents an alert.
  ///
  /// - Parameters:
  ///   - title: The title, which names what happened.
  ///   - message: The cause, and what the user can do.
  ///   - kind: The kind, which determines the style of the title.
  ///   - buttons: The buttons; "Close" if empty.
  /// - Returns: The alert.
  @discardableResult
  public func alert(
    _ title: String, _ message: String, kind: AlertView.Kind = .info, buttons: [AlertButton] = []
  ) -> AlertView {
    let alert = AlertView(title: title, message: message, kind: kind, buttons: buttons)
    present(alert)
    return alert
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
  ///   - isDestructive: Whether the action cannot be undone. If so, the cancel button has the initial focus.
  ///   - action: The action.
  /// - Returns: The alert.
  @discardableResult
  public func confirm(
    _ title: String, _ message: String, confirm: String, isDestructive: Bool = true,
    action: @escaping @MainActor () -> Void
  ) -> AlertView {
    let alert = AlertView(confirming: title, message, confirm: confirm, isDestructive: isDestructive, action: action)
    present(alert)
    return alert
  }
}

extension AlertView {
  /// Creates an alert that asks the user to confirm an action.
  convenience init(
    confirming title: String, _ message: String, confirm: String, isDestructive: Bool,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(
      title: title, message: message, kind: isDestructive ? .warning : .info,
      buttons: [
        AlertButton("Cancel", key: "n", role: .cancel),
        AlertButton(confirm, key: "y", role: isDestructive ? .destructive : .normal, action: action),
      ])
  }
}
