import ReactorCore

/// The last line of a screen, with as many keys and their actions as fit.
///
/// The hint for help is always at the right end, because the help lists all other commands. The hint of a disabled
/// command is dimmed, so that the other hints keep their positions. If there is too little space, a sign such as `+6`
/// counts the commands that are not shown. While the user types a count for a list, the line shows the count and the
/// keys that use it.
///
/// A ``NavigationStack`` and a ``WindowRoot`` have a hint line. A hint line placed anywhere else also shows the
/// commands of its window:
///
/// ```swift
/// let stack = StackView(.vertical)
/// stack.add(tabs, .share())
/// stack.add(HintLine(), .fixed(1))
/// ```
public final class HintLine: View {
  /// The bindings to show, most important first: those of visible commands with keys, from the view with the keyboard
  /// focus outward.
  public private(set) var bindings: [KeyBinding] = [] {
    didSet { if bindings != oldValue { setNeedsDisplay() } }
  }
  /// The count that the user has typed.
  private var count: Int? {
    didSet { if count != oldValue { setNeedsDisplay() } }
  }
  private var hits: [(columns: Range<Int>, binding: KeyBinding)] = []
  private var chrome: (any Disposable)?

  /// Subscribes to the window's commands.
  public override func windowChanged() {
    chrome?.dispose()
    chrome = window?.chrome.subscribe { [weak self] in self?.updateBindings() }
    // The window may already have announced the latest change.
    window?.chromeChanged()
  }

  private func updateBindings() {
    guard !isHidden, let window else { return }
    let isDocked = window.root.dock.map { isDescendant(of: $0) } ?? false
    if isDocked == window.isDockFocused {
      count = window.pendingCount
      bindings = window.pendingCount == nil ? window.hintBindings : window.countBindings
    } else if !isDocked {
      // The program keeps its hints while the docked view has the keyboard focus.
      count = nil
      bindings = window.outsideDock { window.hintBindings }
    }
  }

  /// Returns the size of one row, as wide as possible.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  // MARK: Drawing

  /// Draws the hint for help at the right end, and the other hints from the left.
  public override func draw(in canvas: Canvas) {
    hits = []
    let help = bindings.first { $0.id == Window.help }
    var end = bounds.width - 1
    if let help {
      end = max(1, end - width(of: help, canvas))
      write(help, at: end, canvas)
      end -= 2
    }
    var x = 1
    if let count {
      x += canvas.write("\(count)", at: Point(x: x, y: 0), style: canvas.theme[.accent], maxWidth: end - x) + 2
    }
    draw(bindings.filter { $0.id != Window.help }, from: x, to: end, canvas)
  }

  private func draw(_ all: [KeyBinding], from start: Int, to end: Int, _ canvas: Canvas) {
    let widths = all.map { width(of: $0, canvas) }
    let fitsAll = start + widths.reduce(0) { $0 + $1 + 2 } - 2 <= end
    // Leaves space for the sign with the largest possible number.
    let sign = displayWidth(of: Self.sign(all.count))
    var x = start
    var shown = 0
    for (binding, width) in zip(all, widths) {
      guard fitsAll || x + width + 2 + sign <= end else { break }
      write(binding, at: x, canvas)
      x += width + 2
      shown += 1
    }
    guard shown < all.count else { return }
    let text = Self.sign(all.count - shown)
    let place = max(0, min(x, end - displayWidth(of: text)))
    let used = canvas.write(text, at: Point(x: place, y: 0), style: canvas.theme[.hint], maxWidth: end - place)
    hits.append((place..<place + used, KeyBinding(id: Window.help, keys: [], title: "")))
  }

  /// Returns the sign that counts the commands without hints.
  private static func sign(_ count: Int) -> String { "+\(count)" }

  private func width(of binding: KeyBinding, _ canvas: Canvas) -> Int {
    displayWidth(of: label(of: binding, canvas)) + 1 + displayWidth(of: binding.title)
  }

  private func label(of binding: KeyBinding, _ canvas: Canvas) -> String {
    binding.keys.first?.label(ascii: canvas.capabilities.isASCII) ?? ""
  }

  private func write(_ binding: KeyBinding, at start: Int, _ canvas: Canvas) {
    let title = canvas.theme[.hint]
    var x = start
    x +=
      canvas.write(
        label(of: binding, canvas), at: Point(x: x, y: 0), style: binding.isEnabled ? canvas.theme[.hintKey] : title.dim
      )
      + 1
    x += canvas.write(binding.title, at: Point(x: x, y: 0), style: binding.isEnabled ? title : title.dim)
    hits.append((start..<x, binding))
  }

  /// Runs the command of the clicked hint, or presses its key while a count is pending.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left, let window,
      let hit = hits.first(where: { $0.columns.contains(mouse.position.x) })
    else { return false }
    if count != nil, hit.binding.id != Window.help, let key = hit.binding.keys.first {
      window.handle([.key(key)])
      return true
    }
    guard let command = window.activeCommands.first(where: { $0.binding.id == hit.binding.id }) else { return false }
    command.trigger()
    return true
  }
}
