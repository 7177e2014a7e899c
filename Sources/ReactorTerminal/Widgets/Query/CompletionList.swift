/// The completions of a ``QueryField``, shown over the views around the field.
final class CompletionList: OverlayView {
  private static let maxHeight = 8

  /// The completions, from top to bottom.
  var candidates: [QueryCompletion] = [] {
    didSet {
      if candidates != oldValue { (selected, top) = (nil, 0) }
      setNeedsDisplay()
    }
  }
  /// The index of the selected completion; `nil` for none.
  private(set) var selected: Int?
  /// The cell of the first character to replace, in the coordinates of the window.
  var anchor = Point.zero
  /// The number of rows below the anchor that the list must not cover, because they contain a message.
  var messageHeight = 0
  /// A closure called with the index of a completion that the user has clicked.
  var picked: (@MainActor (Int) -> Void)?

  private var top = 0

  /// Selects another completion. Moving past either end selects none.
  func moveSelection(by step: Int) {
    let next = (selected ?? (step > 0 ? -1 : candidates.count)) + step
    selected = candidates.indices.contains(next) ? next : nil
    if let selected { top = min(max(top, selected - frame.height + 1), selected) }
    setNeedsDisplay()
  }

  // MARK: Layout and drawing

  /// Places the list below its anchor and the message or, if there is more space, above the anchor. The last line is
  /// kept free for the hints.
  override func frame(in bounds: Rect) -> Rect {
    let below = max(0, bounds.height - anchor.y - 2 - messageHeight)
    let height = min(candidates.count, Self.maxHeight)
    let isBelow = height <= below || below >= anchor.y
    let shown = min(height, isBelow ? below : anchor.y)
    let details = detailWidth
    let labels = candidates.map { displayWidth(of: $0.text) }.max() ?? 0
    let width = min(bounds.width, labels + (details > 0 ? details + 2 : 0) + 4)
    return Rect(
      x: max(0, min(anchor.x - 2, bounds.width - width)),
      y: isBelow ? anchor.y + 1 + messageHeight : anchor.y - shown, width: width, height: shown)
  }

  private var detailWidth: Int { candidates.map { displayWidth(of: $0.detail) }.max() ?? 0 }

  override func draw(in canvas: Canvas) {
    let base = canvas.theme[.alert]
    canvas.fill(bounds, style: base)
    let details = detailWidth
    let end = bounds.width - 1 - (details > 0 && bounds.width > details + 8 ? details + 2 : 0)
    for (y, candidate) in candidates.dropFirst(top).prefix(bounds.height).enumerated() {
      let isSelected = top + y == selected
      let style = isSelected ? canvas.theme[.selection] : base
      if isSelected {
        canvas.fill(Rect(x: 0, y: y, width: bounds.width - 1, height: 1), style: style)
        canvas.write(String(canvas.glyphs.pointer), at: Point(x: 0, y: y), style: style)
      }
      canvas.write(candidate.text, at: Point(x: 2, y: y), style: style, maxWidth: end - 2, truncation: .ellipsis)
      guard end < bounds.width - 1 else { continue }
      canvas.write(
        candidate.detail, at: Point(x: bounds.width - 2 - displayWidth(of: candidate.detail), y: y),
        style: style.merging(over: canvas.theme[.secondary]))
    }
    let bar = Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height)
    canvas.scrollbar(in: bar, count: candidates.count, visible: bounds.height, top: top, over: base)
  }

  override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      let step = (mouse.kind == .wheelUp ? -1 : 1) * mouse.steps
      top = max(0, min(top + step, candidates.count - bounds.height))
      setNeedsDisplay()
    case .press where mouse.button == .left: picked?(top + mouse.position.y)
    default: break
    }
    return true
  }
}
