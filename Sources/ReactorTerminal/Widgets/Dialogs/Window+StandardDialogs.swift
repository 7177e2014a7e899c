import ReactorCore

/// The help, the command palette and messages, as dialogs.
extension Window: DialogPresenting {
  package func presentHelp() {
    present(HelpSheet(activeBindings, pages: [.mouse]))
  }

  package func presentPalette() {
    present(CommandPalette(activeCommands))
  }

  package func presentDialog<Action>(
    for message: Message<Action>, send: @escaping @MainActor (Action) -> Void
  ) {
    switch message {
    case .toast: break
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
}

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
