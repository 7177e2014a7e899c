import ReactorCore

/// A checkbox. Space changes it; the form handles Enter.
public final class ToggleField: View {
  /// The label beside the box.
  public let title: String
  /// Whether the box is checked. Setting it does not trigger ``changed``.
  public var isOn: Bool {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }
  /// A relay that emits the new value when the user changes it.
  public let changed = Relay<Bool>()

  /// Creates a checkbox with a label.
  public init(_ title: String, isOn: Bool = false) {
    self.title = title
    self.isOn = isOn
    super.init()
  }

  public override var canBecomeFocused: Bool { true }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(4 + displayWidth(of: title), proposal.width), height: min(1, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .buttonFocused : .text]
    canvas.write("[\(isOn ? "x" : " ")] \(title)", at: .zero, style: style, truncation: .ellipsis)
  }

  public override func handle(key: Key) -> Bool {
    guard key == .space else { return false }
    toggle()
    return true
  }

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

extension ToggleField: ValueControl {
  /// The same as ``isOn``.
  public var controlValue: Bool {
    get { isOn }
    set { isOn = newValue }
  }
}
