extension Window {
  /// Shows an alert over everything.
  @discardableResult
  public func alert(
    _ title: String, _ message: String, kind: AlertView.Kind = .info, buttons: [AlertButton] = []
  ) -> AlertView {
    let alert = AlertView(title: title, message: message, kind: kind, buttons: buttons)
    present(alert)
    return alert
  }

  /// Asks before something is done: `y` does it, `n` and Esc do not. Cancel has the keyboard where it cannot be undone.
  /// - Parameter confirm: what doing it is called: "Delete".
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
}
