import ReactorTerminal

/// What a tape tells its watchers: a line above the hints, over whatever is there. It moves out of the way of messages
/// and of the caret, and takes neither keys nor the mouse.
final class CaptionView: OverlayView {
  /// What it says; empty: it is not there.
  var text = "" {
    didSet { if text != oldValue { changed() } }
  }
  /// Said in place of the caption while the tape stands still.
  var notice: String? {
    didSet { if notice != oldValue { changed() } }
  }

  private static let widest = 76

  private override init() {
    super.init()
    isHidden = true
  }

  /// The line of captions of `window`, which gets one if it has none.
  static func shown(in window: Window) -> CaptionView {
    for case let view as CaptionView in window.root.subviews { return view }
    let view = CaptionView()
    window.root.addOverlay(view)
    return view
  }

  /// Stands over dialogs, too, and where it may stand now. Answers whether that has changed, so that the screen has to
  /// be drawn.
  @discardableResult
  func keepClear() -> Bool {
    guard !isHidden, let superview else { return false }
    let isBehind = superview.subviews.last !== self
    if isBehind { superview.bringToFront(self) }
    let isMisplaced = frame(in: superview.bounds) != frame
    if isMisplaced { superview.setNeedsLayout() }
    return isBehind || isMisplaced
  }

  private var shownText: String { notice ?? text }

  private func changed() {
    isHidden = shownText.isEmpty
    superview?.setNeedsLayout()
    setNeedsDisplay()
    keepClear()
  }

  override func frame(in bounds: Rect) -> Rect {
    let width = min(displayWidth(of: shownText) + 4, min(Self.widest, bounds.width))
    var y = bounds.height - 2
    // Messages stand there as well, and matter more.
    for case let other as OverlayView in superview?.subviews ?? [] where other !== self && !other.isHidden {
      if other.frame.height < bounds.height, other.frame.rows.contains(y) { y = other.frame.y - 1 }
    }
    // So does what somebody types.
    if window?.caretRow == y { y -= 1 }
    return Rect(x: (bounds.width - width) / 2, y: max(1, y), width: width, height: bounds.height > 2 ? 1 : 0)
  }

  override func draw(in canvas: Canvas) {
    let style = canvas.theme[.highlight]
    canvas.fill(bounds, style: style)
    canvas.write(
      shownText, at: Point(x: min(2, max(0, bounds.width - 1)), y: 0), style: style, maxWidth: max(0, bounds.width - 4),
      truncation: .ellipsis)
  }

  override func handle(mouse: MouseEvent) -> Bool { false }
}
