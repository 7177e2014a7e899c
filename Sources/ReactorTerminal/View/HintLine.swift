import ReactorCore

/// The last line of a screen, with as many keys and their actions as fit. The help key is always at the right end,
/// because the help lists the others.
///
/// A ``NavigationStack`` and a ``WindowRoot`` have one. A hint line anywhere else shows the commands of its window as
/// well:
///
/// ```swift
/// let stack = StackView(.vertical)
/// stack.add(tabs, .share())
/// stack.add(HintLine(), .fixed(1))
/// ```
public final class HintLine: View {
  /// The bindings to show, the most important first: those of the window's ``Window/activeBindings`` that have keys and
  /// are not hidden.
  public internal(set) var bindings: [KeyBinding] = [] {
    didSet { if bindings != oldValue { setNeedsDisplay() } }
  }
  private var hits: [(columns: Range<Int>, id: CommandID)] = []
  private var chrome: (any Disposable)?

  /// Follows the commands of the window.
  public override func windowChanged() {
    chrome?.dispose()
    chrome = window?.chrome.subscribe { [weak self] in self?.updateBindings() }
    // The window may have announced the last change already.
    window?.chromeChanged()
  }

  private func updateBindings() {
    guard !isHidden else { return }
    bindings = window?.activeBindings.filter { !$0.isHidden && !$0.keys.isEmpty } ?? []
  }

  /// One row, as wide as possible.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// Draws hints from the left until one does not fit, and an ellipsis for the others. A click on it opens the help.
  public override func draw(in canvas: Canvas) {
    hits = []
    let shown = bindings.filter { !$0.keys.isEmpty }
    let help = shown.first { $0.id == Window.Commands.help.id }
    var end = bounds.width - 1
    if let help {
      end = max(1, end - width(of: help, canvas))
      write(help, at: end, canvas)
      end -= 2
    }
    let others = shown.filter { $0.id != Window.Commands.help.id }
    var x = 1
    for (index, binding) in others.enumerated() {
      let width = width(of: binding, canvas)
      let isLast = index == others.count - 1
      guard x + width <= end - (isLast ? 0 : 2) else {
        let place = min(x, end - 1)
        guard place >= 0 else { return }
        canvas.write(String(canvas.glyphs.ellipsis), at: Point(x: place, y: 0), style: canvas.theme[.hint])
        hits.append((place..<place + 1, Window.Commands.help.id))
        return
      }
      write(binding, at: x, canvas)
      x += width + 2
    }
  }

  private func width(of binding: KeyBinding, _ canvas: Canvas) -> Int {
    displayWidth(of: label(of: binding, canvas)) + 1 + displayWidth(of: binding.title)
  }

  private func label(of binding: KeyBinding, _ canvas: Canvas) -> String {
    binding.keys.first?.label(ascii: canvas.capabilities.isASCII) ?? ""
  }

  private func write(_ binding: KeyBinding, at start: Int, _ canvas: Canvas) {
    var x = start
    x += canvas.write(label(of: binding, canvas), at: Point(x: x, y: 0), style: canvas.theme[.hintKey]) + 1
    x += canvas.write(binding.title, at: Point(x: x, y: 0), style: canvas.theme[.hint])
    hits.append((start..<x, binding.id))
  }

  /// Runs the command of the clicked hint.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left,
      let hit = hits.first(where: { $0.columns.contains(mouse.position.x) }),
      let command = window?.activeCommands.first(where: { $0.binding.id == hit.id })
    else { return false }
    command.trigger()
    return true
  }
}
