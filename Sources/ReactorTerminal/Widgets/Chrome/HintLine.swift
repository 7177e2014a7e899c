/// The last line of a screen: the keys that work now and what they do, as many as there is room for.
public final class HintLine: View {
  /// What to show, the most important first.
  public var bindings: [KeyBinding] = [] {
    didSet { if bindings != oldValue { setNeedsDisplay() } }
  }
  private var hits: [(columns: Range<Int>, id: String)] = []

  /// Entries from the left until one does not fit; an ellipsis says that there are more.
  public override func draw(in canvas: Canvas) {
    hits = []
    var x = 1
    for (index, binding) in bindings.enumerated() {
      guard let key = binding.keys.first else { continue }
      let label = key.label(ascii: canvas.capabilities.isASCII)
      let width = displayWidth(of: label) + 1 + displayWidth(of: binding.title)
      let isLast = index == bindings.count - 1
      guard x + width <= bounds.width - (isLast ? 1 : 3) else {
        canvas.write(
          String(canvas.glyphs.ellipsis), at: Point(x: min(x, bounds.width - 2), y: 0), style: canvas.theme[.hint])
        return
      }
      let start = x
      x += canvas.write(label, at: Point(x: x, y: 0), style: canvas.theme[.hintKey]) + 1
      x += canvas.write(binding.title, at: Point(x: x, y: 0), style: canvas.theme[.hint])
      hits.append((start..<x, binding.id))
      x += 2
    }
  }

  /// A click on a hint does what its key does.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left,
      let hit = hits.first(where: { $0.columns.contains(mouse.position.x) }),
      let command = window?.activeCommands.first(where: { $0.binding.id == hit.id })
    else { return false }
    command.trigger()
    return true
  }
}
