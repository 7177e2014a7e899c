import ReactorCore

extension AlertView.Kind {
  /// Creates the alert style of a kind of message.
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

  /// Shows a message. A reactor's messages are shown by its screen; see `MessageOutput`.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - send: A closure that receives the action of the user's answer, or the action that tries again.
  public func show<Action>(_ message: Message<Action>, send: @escaping @MainActor (Action) -> Void) {
    switch message {
    case .toast(let text, let kind, let topic): toast(text, kind: kind, topic: topic)
    case .alert(let title, let text, let kind, let retry):
      let answers: [Message<Action>.Answer] = retry.map { [.init("Retry", key: "r", sends: $0)] } ?? []
      ask(title, text, kind, answers + [.cancel("Close")], send)
    case .question(let title, let text, let kind, let answers): ask(title, text, kind, answers, send)
    case .choice(let title, let answers, let actionTitle):
      let picker = PickerView(
        title: title,
        choices: answers.enumerated().map { index, answer in
          PickerView.Choice(id: "\(index)", title: answer.title, detail: answer.detail, actionTitle: actionTitle)
        })
      picker.chosen.bind { if let index = Int($0), let action = answers[index].action { send(action) } }
      present(picker)
    }
  }

  private func ask<Action>(
    _ title: String, _ text: String, _ kind: MessageKind, _ answers: [Message<Action>.Answer],
    _ send: @escaping @MainActor (Action) -> Void
  ) {
    let buttons = answers.map { answer in
      AlertButton(
        answer.title, key: answer.key.map { Key(.character($0)) },
        role: answer.action == nil ? .cancel : answer.isDestructive ? .destructive : .normal
      ) { if let action = answer.action { send(action) } }
    }
    alert(title, text, kind: AlertView.Kind(kind), buttons: buttons)
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
