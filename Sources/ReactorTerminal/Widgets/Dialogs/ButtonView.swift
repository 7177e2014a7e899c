import ReactorCore

/// Something to press: with Enter or Space while it has the keyboard, or with the mouse.
public final class ButtonView: View {
  /// What it says.
  public let title: String
  /// The key that is shown as pressing it; binding it is its owner's.
  public let key: Key?
  /// Told when it was pressed.
  public let pressed = Relay<Void>()

  /// A button.
  public init(_ title: String, key: Key? = nil) {
    self.title = title
    self.key = key
    super.init()
  }

  /// It takes the keyboard.
  public override var canBecomeFocused: Bool { true }

  /// Its key and title, between brackets or the room for them.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let ascii = window?.capabilities.isASCII ?? false
    let keyWidth = key.map { displayWidth(of: $0.label(ascii: ascii)) + 1 } ?? 0
    return Size(width: min(displayWidth(of: title) + keyWidth + 2, proposal.width), height: min(1, proposal.height))
  }

  /// Brackets say without colour which button Enter presses.
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

  /// Enter and Space press it.
  public override func handle(key: Key) -> Bool {
    guard key == .enter || key == .space else { return false }
    pressed.send(())
    return true
  }

  /// A click presses it.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    pressed.send(())
    return true
  }
}
