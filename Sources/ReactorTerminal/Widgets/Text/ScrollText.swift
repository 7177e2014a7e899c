/// Lines of text of which some are on the screen, with a scrollbar where there are more.
public final class ScrollText: View {
  /// What it says.
  public var lines: [[Span]] {
    didSet { if lines != oldValue { scroll(to: top); setNeedsDisplay() } }
  }
  /// Whether it can have the keyboard; its keys are those of lists.
  public var acceptsKeyboard = true
  /// The first line on the screen.
  public private(set) var top = 0

  /// A view of `lines`.
  public init(_ lines: [[Span]] = []) {
    self.lines = lines
    super.init()
    installCommands(on: self)
  }

  /// As `acceptsKeyboard` says.
  public override var canBecomeFocused: Bool { acceptsKeyboard }

  /// Lets keys that reach `view` scroll it: for a dialog whose buttons have the keyboard.
  func installCommands(on view: View) {
    let moves: [(String, String, [Key], @MainActor (ScrollText) -> Int)] = [
      ("list.up", "Up", [.up, "k"], { $0.top - 1 }),
      ("list.down", "Down", [.down, "j"], { $0.top + 1 }),
      ("list.top", "First", ["g", .home], { _ in 0 }),
      ("list.bottom", "Last", ["G", .end], { $0.lines.count }),
      ("list.pageUp", "Page up", [.pageUp, .control("b")], { $0.top - $0.bounds.height }),
      ("list.pageDown", "Page down", [.pageDown, .control("f"), .space], { $0.top + $0.bounds.height }),
      ("list.halfPageUp", "Half a page up", [.control("u")], { $0.top - $0.bounds.height / 2 }),
      ("list.halfPageDown", "Half a page down", [.control("d")], { $0.top + $0.bounds.height / 2 }),
    ]
    for (id, title, keys, target) in moves {
      view.command(KeyBinding(id: id, keys: keys, title: title, section: "List", isHidden: true)).bind { [weak self] in
        if let self { scroll(to: target(self)) }
      }
    }
  }

  /// Puts `line` first, or as near to it as there are lines to fill the screen.
  public func scroll(to line: Int) {
    let next = min(max(0, line), max(0, lines.count - bounds.height))
    guard next != top else { return }
    top = next
    setNeedsDisplay()
  }

  /// The wheel scrolls by three lines.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: scroll(to: top - 3 * mouse.steps)
    case .wheelDown: scroll(to: top + 3 * mouse.steps)
    case .press, .drag, .release: return false
    }
    return true
  }

  /// Stays inside when there is more room.
  public override func layoutSubviews() { scroll(to: top) }

  /// The longest line with a column for the scrollbar, and all lines.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let widest = lines.map { $0.reduce(0) { $0 + displayWidth(of: $1.text) } }.max() ?? 0
    let bar = lines.count > proposal.height ? 2 : 0
    return Size(width: min(widest + bar, proposal.width), height: min(lines.count, proposal.height))
  }

  /// The lines on the screen, over what is behind them.
  public override func draw(in canvas: Canvas) {
    let isLong = lines.count > bounds.height
    for y in 0..<bounds.height where top + y < lines.count {
      var x = 0
      for span in lines[top + y] {
        x += canvas.write(
          span.text, at: Point(x: x, y: y),
          style: canvas.theme[span.role ?? .text].merging(over: canvas.theme[.alert]),
          maxWidth: bounds.width - x - (isLong ? 2 : 0), truncation: .ellipsis)
      }
    }
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: lines.count,
      visible: bounds.height, top: top, over: canvas.theme[.alert])
  }
}
