import ReactorCore

/// Says something that has to be answered, and stays until it is.
///
/// ←, → and Tab go from button to button, Enter presses one, its key presses it from anywhere, Esc presses Cancel. Where
/// one does what cannot be undone, Cancel has the keyboard first.
public final class AlertView: PanelView {
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
  /// Told of the title of the button that was pressed, after its action. Not told when it was left with Esc and has no
  /// button for that.
  public let answered = Relay<String>()

  private static let widest = 64
  private let heading: String
  private let kind: Kind
  private let text = ScrollText()
  private let buttonViews: [ButtonView]
  private let disposeBag = DisposeBag()

  /// An alert. Without buttons it gets "OK".
  public init(title: String, message: String, kind: Kind = .info, buttons: [AlertButton] = []) {
    heading = title
    self.message = message
    self.kind = kind
    self.buttons = buttons.isEmpty ? [.ok] : buttons
    buttonViews = self.buttons.map { ButtonView($0.title, key: $0.key) }
    super.init()
    text.acceptsKeyboard = false
    addSubview(text)
    for view in buttonViews { addSubview(view) }
    installCommands()
  }

  private func installCommands() {
    let section = heading
    for (index, button) in buttons.enumerated() {
      buttonViews[index].pressed.subscribe { [weak self] in self?.press(index) }.disposed(by: disposeBag)
      let isWayOut = index == wayOut
      command(
        KeyBinding(
          id: "alert.button\(index + 1)", keys: (button.key.map { [$0] } ?? []) + (isWayOut ? [.escape] : []),
          title: button.title, section: section)
      ).bind { [weak self] in self?.press(index) }
    }
    if wayOut == nil {
      keys(.escape, id: "alert.close", title: "Close", section: section).bind { [weak self] in self?.dismiss() }
    }
    keys(.right, id: "alert.next", title: "Next button", section: section, isHidden: true).bind { [weak self] in
      self?.window?.moveFocus(forward: true)
    }
    keys(.left, id: "alert.previous", title: "Previous button", section: section, isHidden: true).bind { [weak self] in
      self?.window?.moveFocus(forward: false)
    }
    text.installCommands(on: self)
  }

  /// The button that Esc presses.
  private var wayOut: Int? { buttons.firstIndex { $0.role == .cancel } }

  /// The button that does nothing where another cannot be undone, else the first that does something.
  public override var preferredFocus: View? {
    let isRisky = buttons.contains { $0.role == .destructive }
    let index = isRisky ? wayOut : buttons.firstIndex { $0.role == .normal }
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

  /// How loud the title is.
  public override var titleRole: Role {
    switch kind {
    case .info: .title
    case .error: .error
    case .warning: .warning
    }
  }

  /// The message wrapped, a free line, the buttons.
  public override func contentSize(_ proposal: Size) -> Size {
    let width = min(Self.widest, proposal.width)
    let lines = wrapped(message, width: width)
    let widest = lines.map { displayWidth(of: $0) }.max() ?? 0
    let rows = buttonRows(width: width)
    let height = lines.count + 1 + rows.count
    let isLong = height > proposal.height
    return Size(
      width: min(width, max(isLong ? width : widest, rows.map(width(of:)).max() ?? 0)),
      height: min(height, proposal.height))
  }

  /// The message scrolls where it is too long; the buttons stay.
  public override func layoutSubviews() {
    let inside = contentRect
    let rows = buttonRows(width: inside.width)
    let height = max(0, inside.height - 1 - rows.count)
    let lines = wrapped(message, width: inside.width)
    let isLong = lines.count > height
    text.frame = Rect(x: inside.x, y: inside.y, width: inside.width, height: height)
    text.lines = (isLong ? wrapped(message, width: inside.width - 2) : lines).map { $0.isEmpty ? [] : [Span($0)] }
    for (index, row) in rows.enumerated() {
      var x = inside.x + max(0, inside.width - width(of: row))
      for view in row {
        let width = min(width(of: [view]), max(0, inside.maxX - x))
        view.frame = Rect(x: x, y: inside.maxY - rows.count + index, width: width, height: 1)
        x += width + 1
      }
    }
  }

  /// The buttons in as many rows as they need.
  private func buttonRows(width: Int) -> [[ButtonView]] {
    buttonViews.reduce(into: [[]]) { rows, view in
      let row = (rows.last ?? []) + [view]
      if row.count == 1 || self.width(of: row) <= width { rows[rows.count - 1] = row } else { rows.append([view]) }
    }
  }

  private func width(of row: [ButtonView]) -> Int {
    let room = Size(width: Self.widest, height: 1)
    return row.reduce(0) { $0 + $1.sizeThatFits(room).width } + max(0, row.count - 1)
  }
}
