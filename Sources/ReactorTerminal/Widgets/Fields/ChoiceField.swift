import ReactorCore

/// A one-line field that shows one of several choices and changes it with ← and →.
public final class ChoiceField: View {
  /// The titles of the choices.
  public let choices: [String]
  /// The index of the current choice. Setting it does not trigger ``changed``.
  public var selectedIndex: Int {
    didSet { if selectedIndex != oldValue { setNeedsDisplay() } }
  }
  /// A relay that emits the index of the new choice when the user changes it.
  public let changed = Relay<Int>()

  /// Creates a field with the given choices.
  public init(_ choices: [String], selectedIndex: Int = 0) {
    self.choices = choices
    self.selectedIndex = selectedIndex
    super.init()
  }

  public override var canBecomeFocused: Bool { true }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// Draws the choice between two arrows, which indicate that there are others.
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

  /// Selects the previous choice with ←, and the next with → or Space. The last choice is followed by the first.
  public override func handle(key: Key) -> Bool {
    switch key {
    case .left: choose(by: -1)
    case .right, .space: choose(by: 1)
    default: return false
    }
    return true
  }

  /// Selects the previous choice on a click on the left arrow, and the next choice on a click anywhere else.
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

extension ChoiceField: ValueControl {
  /// The same as ``selectedIndex``.
  public var controlValue: Int {
    get { selectedIndex }
    set { selectedIndex = newValue }
  }
}
