import ReactorCore

/// A button that is pressed with Enter, Space or a click.
public final class ButtonView: View {
  /// The label.
  public let title: String
  /// A key that is shown before the label. The button's owner binds it.
  public let key: Key?
  /// A relay that emits when the user presses the button.
  public let pressed = Relay<Void>()

  /// Creates a button.
  public init(_ title: String, key: Key? = nil) {
    self.title = title
    self.key = key
    super.init()
  }

  public override var canBecomeFocused: Bool { true }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    let ascii = window?.capabilities.isASCII ?? false
    let keyWidth = key.map { displayWidth(of: $0.label(ascii: ascii)) + 1 } ?? 0
    return Size(width: min(displayWidth(of: title) + keyWidth + 2, proposal.width), height: min(1, proposal.height))
  }

  /// Draws the focused button in brackets, so that it is distinguishable without color.
  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .buttonFocused : .button]
    canvas.fill(bounds, style: style)
    var x = 1
    if let key {
      x += canvas.write(key.label(ascii: canvas.capabilities.isASCII), at: Point(x: x, y: 0), style: style.bold) + 1
    }
    canvas.write(title, at: Point(x: x, y: 0), style: style, maxWidth: bounds.width - x - 1, truncation: .ellipsis)
    guard isFocused else { return }
    canvas.write("[", at: .zero, style: style)
    canvas.write("]", at: Point(x: bounds.width - 1, y: 0), style: style)
  }

  public override func handle(key: Key) -> Bool {
    guard key == .enter || key == .space else { return false }
    pressed.send(())
    return true
  }

  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    pressed.send(())
    return true
  }
}
