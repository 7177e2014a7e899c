import ReactorCore

/// Dialogs whose answers can be awaited.
///
/// ```swift
/// Command("todo.add", "a", title: "Add", help: "Asks for a title and adds a to-do.") {
///   await $0.view.window?.prompt("What is to be done?", confirm: "Add").map { .add($0) }
/// }
/// ```
///
/// The answer is `nil` or `false` if the dialog is dismissed in another way, with Esc or by the program, or if the
/// window closes. Canceling the task dismisses the dialog. A command that awaits an answer is canceled when its view is
/// permanently removed.
extension Window {
  /// Asks the user to confirm an action. `y` confirms; `n` and Esc cancel.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The consequences.
  ///   - confirm: The name of the action, such as "Quit".
  ///   - isDestructive: Whether the action cannot be undone. If so, the cancel button has the initial focus.
  /// - Returns: Whether the user confirmed the action.
  public func confirm(
    _ title: String, _ message: String, confirm: String, isDestructive: Bool = true
  ) async -> Bool {
    let confirmed = Relay<Bool>()
    let alert = AlertView(confirming: title, message, confirm: confirm, isDestructive: isDestructive) {
      confirmed.send(true)
    }
    return await answer(of: alert, confirmed) ?? false
  }

  /// Asks the user for a line of text.
  ///
  /// - Parameters:
  ///   - title: The title, which says what to enter.
  ///   - text: The initial text.
  ///   - placeholder: The text shown while the field is empty.
  ///   - confirm: The name of the action, such as "Save".
  ///   - validate: A closure that returns a sentence describing what is wrong with the text, or `nil` if valid. The
  ///     dialog shows the sentence and stays open.
  /// - Returns: The text, which is valid and does not consist only of whitespace; `nil` if the user canceled.
  public func prompt(
    _ title: String, text: String = "", placeholder: String = "", confirm: String,
    validate: @escaping @MainActor (String) -> String? = { _ in nil }
  ) async -> String? {
    let prompt = PromptView(
      title: title, text: text, placeholder: placeholder, confirm: confirm, validate: validate)
    return await answer(of: prompt, prompt.answered)
  }

  /// Lets the user choose one of several choices.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - choices: The choices, from top to bottom.
  ///   - selected: The ID of the initially selected choice; `nil` for the first one.
  /// - Returns: The ID of the choice; `nil` if the user canceled.
  public func choose(
    _ title: String, from choices: [PickerView.Choice], selected: String? = nil
  ) async -> String? {
    let picker = PickerView(title: title, choices: choices, selected: selected)
    return await answer(of: picker, picker.chosen)
  }

  /// Lets the user choose a sort order from a menu; see ``PickerView/init(sortingBy:current:)``.
  ///
  /// - Parameters:
  ///   - options: The options, from top to bottom.
  ///   - current: The ID of the current field.
  /// - Returns: The ID of the option; `nil` if the user canceled.
  public func choose(sortingBy options: [SortOption], current: String) async -> String? {
    let picker = PickerView(sortingBy: options, current: current)
    return await answer(of: picker, picker.chosen)
  }
}
