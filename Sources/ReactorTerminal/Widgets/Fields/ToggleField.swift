import ReactorCore

/// Something that is on or off; Space or Enter changes it.
public final class ToggleField: View {
  /// What it says beside its box.
  public let title: String
  /// Whether it is on. Setting it tells nobody.
  public var isOn: Bool {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }
  /// Told of what a person set it to.
  public let changed = Relay<Bool>()

  /// A field called `title`.
  public init(_ title: String, isOn: Bool = false) {
    self.title = title
    self.isOn = isOn
    super.init()
  }

  /// It takes the keyboard.
  public override var canBecomeFocused: Bool { true }

  /// One row.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(4 + displayWidth(of: title), proposal.width), height: min(1, proposal.height))
  }

  /// `[x] title`.
  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .buttonFocused : .text]
    canvas.write("[\(isOn ? "x" : " ")] \(title)", at: .zero, style: style, truncation: .ellipsis)
  }

  /// Space and Enter change it.
  public override func handle(key: Key) -> Bool {
    guard key == .space || key == .enter else { return false }
    toggle()
    return true
  }

  /// A click changes it.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    toggle()
    return true
  }

  private func toggle() {
    isOn.toggle()
    changed.send(isOn)
  }
}
