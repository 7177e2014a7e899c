import ReactorCore

/// One of a few choices in a line; ← and → change it.
public final class ChoiceField: View {
  /// What there is to choose from.
  public let choices: [String]
  /// Which one is chosen. Setting it tells nobody.
  public var selectedIndex: Int {
    didSet { if selectedIndex != oldValue { setNeedsDisplay() } }
  }
  /// Told of the place of the choice that a person made.
  public let changed = Relay<Int>()

  /// A field of `choices`.
  public init(_ choices: [String], selectedIndex: Int = 0) {
    self.choices = choices
    self.selectedIndex = selectedIndex
    super.init()
  }

  /// It takes the keyboard.
  public override var canBecomeFocused: Bool { true }

  /// One row.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// The choice between two arrows, which say that there are others.
  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .buttonFocused : .field]
    let title = choices.indices.contains(selectedIndex) ? choices[selectedIndex] : ""
    let widest = choices.map { displayWidth(of: $0) }.max() ?? 0
    let width = min(widest, max(0, bounds.width - 4))
    canvas.fill(Rect(x: 0, y: 0, width: width + 4, height: 1), style: style)
    canvas.write(String(canvas.glyphs.left), at: .zero, style: style)
    canvas.write(title, at: Point(x: 2, y: 0), style: style, maxWidth: width, truncation: .ellipsis)
    canvas.write(String(canvas.glyphs.right), at: Point(x: width + 3, y: 0), style: style)
  }

  /// ← and → go through the choices, Space to the next; behind the last comes the first.
  public override func handle(key: Key) -> Bool {
    switch key {
    case .left: choose(by: -1)
    case .right, .space: choose(by: 1)
    default: return false
    }
    return true
  }

  /// A click on the left arrow goes back, one elsewhere on.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    choose(by: mouse.position.x < 2 ? -1 : 1)
    return true
  }

  private func choose(by step: Int) {
    guard !choices.isEmpty else { return }
    selectedIndex = (selectedIndex + step + choices.count) % choices.count
    changed.send(selectedIndex)
  }
}
