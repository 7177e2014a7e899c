import ReactorCore

/// Says something that has to be answered, and stays until it is.
public final class AlertView: ModalView {
  /// What kind of alert it is, for the style of its title.
  public enum Kind: Sendable, Hashable {
    /// Something to know.
    case info
    /// Something failed.
    case error
    /// Something may be lost.
    case warning
  }

  /// What it is about.
  public override var title: String { heading }
  /// The whole of what it says.
  public let message: String
  /// The answers, from left to right.
  public let buttons: [AlertButton]
  /// Told of the title of the button that was pressed, after its action.
  public let answered = Relay<String>()

  private let heading: String
  private let kind: Kind

  /// An alert. Without buttons it gets "OK".
  public init(title: String, message: String, kind: Kind = .info, buttons: [AlertButton] = []) {
    heading = title
    self.message = message
    self.kind = kind
    self.buttons = buttons.isEmpty ? [.ok] : buttons
    super.init()
  }
}

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

  /// Asks before something is done: `confirm` with `y`, Cancel with `n` and Esc. Cancel has the keyboard where it cannot
  /// be undone.
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
