import ReactorTerminalCore

/// The caption of a tape. It is shown in place of the key hints on the last line, so that it never covers the text of a
/// screen. The keys that the tape presses are shown at its right end.
///
/// It is in front of dialogs, moves up one line if the caret is on the last line, and handles neither keys nor the
/// mouse.
final class CaptionView: OverlayView {
  /// The caption. The view is hidden while the caption is empty and there is no notice.
  var text = "" {
    didSet { if text != oldValue { changed() } }
  }
  /// A message from the stage, shown in place of the caption.
  var notice: String? {
    didSet { if notice != oldValue { changed() } }
  }

  /// The keys that the tape pressed last, shown at the right end of the line; empty for none.
  var keys = "" {
    didSet { if keys != oldValue { changed() } }
  }

  private override init() {
    super.init()
    isHidden = true
  }

  /// Returns the caption view of `window`, adding one if there is none.
  static func shown(in window: Window) -> CaptionView {
    for case let view as CaptionView in window.root.subviews { return view }
    let view = CaptionView()
    window.root.addOverlay(view)
    return view
  }

  /// Brings the view to the front and moves it off the line of the caret.
  /// - Returns: Whether anything changed, so that the screen needs to be drawn.
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
    isHidden = shownText.isEmpty && keys.isEmpty
    preferredSizeChanged()
    setNeedsDisplay()
    keepClear()
  }

  override func frame(in bounds: Rect) -> Rect {
    guard bounds.height > 2 else { return .zero }
    let last = bounds.maxY - 1
    let y = window?.caretRow == last ? last - 1 : last
    let width = shownText.isEmpty ? min(keysWidth, bounds.width) : bounds.width
    return Rect(x: bounds.maxX - width, y: y, width: width, height: 1)
  }

  /// The number of columns for the keys, including a blank column on either side.
  private var keysWidth: Int { keys.isEmpty ? 0 : displayWidth(of: keys) + 2 }

  override func draw(in canvas: Canvas) {
    let style = canvas.theme[.highlight]
    let end = max(0, bounds.width - keysWidth)
    let room = max(0, end - 2)
    let width = min(displayWidth(of: shownText), room)
    let x = max(1, min((bounds.width - width) / 2, end - 1 - width))
    canvas.fill(bounds, style: style)
    canvas.write(shownText, at: Point(x: x, y: 0), style: style, maxWidth: room, truncation: .ellipsis)
    let chip = Rect(x: end, y: 0, width: bounds.width - end, height: 1)
    canvas.fill(chip, style: canvas.theme[.selection])
    canvas.write(keys, at: Point(x: end + 1, y: 0), style: canvas.theme[.selection], maxWidth: max(0, chip.width - 2))
  }

  override func handle(mouse: MouseEvent) -> Bool { false }
}
