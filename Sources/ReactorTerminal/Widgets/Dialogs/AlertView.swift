import ReactorCore

/// A button of an alert.
public struct AlertButton {
  /// The effect of a button.
  public enum Role: Sendable, Hashable {
    /// Performs an action.
    case normal
    /// Performs an action that cannot be undone.
    case destructive
    /// Does nothing. Esc presses it.
    case cancel
  }

  /// The label.
  public var title: String
  /// A key that presses the button from anywhere in the alert.
  public var key: Key?
  /// The effect of the button.
  public var role: Role
  /// The action, which runs after the alert is dismissed.
  public var action: @MainActor () -> Void

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The label.
  ///   - key: A key that presses the button from anywhere in the alert.
  ///   - role: The effect of the button.
  ///   - action: The action, which runs after the alert is dismissed and may present another one.
  public init(_ title: String, key: Key? = nil, role: Role = .normal, action: @escaping @MainActor () -> Void = {}) {
    self.title = title
    self.key = key
    self.role = role
    self.action = action
  }

  /// A button that dismisses the alert.
  @MainActor public static let close = AlertButton("Close", role: .cancel)
}

/// A message with buttons that stays until the user answers it.
///
/// ←, → and Tab move between the buttons, Enter presses the focused one, and a button's key presses it from anywhere.
/// Esc presses the cancel button. If a button is destructive, the cancel button has the initial focus.
///
/// Present an alert with ``ReactorTerminalCore/Window/alert(_:_:kind:buttons:)`` or
/// ``ReactorTerminalCore/Window/confirm(_:_:confirm:isDestructive:action:)``.
public final class AlertView: PanelView {
  /// The kind of an alert, which determines the style of its title.
  public enum Kind: Sendable, Hashable {
    /// Information.
    case info
    /// A failure.
    case error
    /// A risk, such as a loss of data.
    case warning
  }

  /// The commands of an alert besides its buttons. In the help sheet, the alert's title is their heading.
  nonisolated public static let commands = Commands<AlertView>("Alert") {
    Command("alert.close", .escape, title: "Close", help: "Closes the message.") { $0.view.dismiss() }
      .shown { $0.view.cancelIndex == nil }
    Command("alert.next", .right, title: "Next button", help: "Moves to the next button.", isHidden: true) {
      $0.view.window?.moveFocus(forward: true)
    }
    Command("alert.previous", .left, title: "Previous button", help: "Moves to the previous button.", isHidden: true) {
      $0.view.window?.moveFocus(forward: false)
    }
  }

  public override var title: String { heading }
  /// The message.
  public let message: String
  /// The buttons, from left to right.
  public let buttons: [AlertButton]
  /// A relay that emits the title of the pressed button, after its action. If there is no cancel button, nothing is
  /// emitted for Esc.
  public let answered = Relay<String>()

  private static let maxWidth = 64
  private let heading: String
  private let kind: Kind
  private let text = ScrollText()
  private let buttonViews: [ButtonView]
  private let disposeBag = DisposeBag()

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The title, which names what happened.
  ///   - message: The message. It scrolls if it is too long.
  ///   - kind: The kind, which determines the style of the title.
  ///   - buttons: The buttons; "Close" if empty.
  public init(title: String, message: String, kind: Kind = .info, buttons: [AlertButton] = []) {
    heading = title
    self.message = message
    self.kind = kind
    self.buttons = buttons.isEmpty ? [.close] : buttons
    buttonViews = self.buttons.map { ButtonView($0.title, key: $0.key) }
    super.init()
    text.background = .alert
    text.acceptsFocus = false
    addSubview(text)
    for view in buttonViews { addSubview(view) }
    installCommands()
  }

  private func installCommands() {
    for (index, button) in buttons.enumerated() {
      buttonViews[index].pressed.subscribe { [weak self] in self?.press(index) }.disposed(by: disposeBag)
      let isEscape = index == cancelIndex
      addCommand(
        KeyBinding(
          id: CommandID("alert.button\(index + 1)"),
          keys: (button.key.map { [$0] } ?? []) + (isEscape ? [.escape] : []),
          title: button.title, section: heading)
      ).bind { [weak self] in self?.press(index) }
    }
    Self.commands.install(in: self, section: heading)
    text.installScrollCommands(on: self)
  }

  /// The button that Esc presses.
  private var cancelIndex: Int? { buttons.firstIndex { $0.role == .cancel } }

  /// The view to focus first: the cancel button if another button is destructive, otherwise the first button that
  /// performs an action.
  public override var preferredFocus: View? {
    let isDestructive = buttons.contains { $0.role == .destructive }
    let index = isDestructive ? cancelIndex : buttons.firstIndex { $0.role == .normal }
    return buttonViews[index ?? 0]
  }

  private func press(_ index: Int) {
    guard window != nil else { return }
    dismiss {
      buttons[index].action()
      answered.send(buttons[index].title)
    }
  }

  // MARK: Layout

  public override var titleRole: Role {
    switch kind {
    case .info: .title
    case .error: .error
    case .warning: .warning
    }
  }

  public override func contentSize(_ proposal: Size) -> Size {
    let width = min(Self.maxWidth, proposal.width)
    let lines = wrapped(message, width: width)
    let widest = lines.map { displayWidth(of: $0) }.max() ?? 0
    let rows = buttonRows(width: width)
    let height = lines.count + 1 + rows.count
    let isLong = height > proposal.height
    return Size(
      width: min(width, max(isLong ? width : widest, rows.map(width(of:)).max() ?? 0)),
      height: min(height, proposal.height))
  }

  public override func layoutSubviews() {
    let content = contentRect
    let rows = buttonRows(width: content.width)
    let height = max(0, content.height - 1 - rows.count)
    let lines = wrapped(message, width: content.width)
    let isLong = lines.count > height
    text.frame = Rect(x: content.x, y: content.y, width: content.width, height: height)
    text.lines = (isLong ? wrapped(message, width: content.width - 2) : lines).map { $0.isEmpty ? [] : [Span($0)] }
    for (index, row) in rows.enumerated() {
      var x = content.x + max(0, content.width - width(of: row))
      for view in row {
        let width = min(width(of: [view]), max(0, content.maxX - x))
        view.frame = Rect(x: x, y: content.maxY - rows.count + index, width: width, height: 1)
        x += width + 1
      }
    }
  }

  /// Returns the buttons, distributed over as many rows as necessary.
  private func buttonRows(width: Int) -> [[ButtonView]] {
    buttonViews.reduce(into: [[]]) { rows, view in
      let row = (rows.last ?? []) + [view]
      if row.count == 1 || self.width(of: row) <= width { rows[rows.count - 1] = row } else { rows.append([view]) }
    }
  }

  private func width(of row: [ButtonView]) -> Int {
    let room = Size(width: Self.maxWidth, height: 1)
    return row.reduce(0) { $0 + $1.sizeThatFits(room).width } + max(0, row.count - 1)
  }
}
