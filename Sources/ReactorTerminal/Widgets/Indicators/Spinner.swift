import ReactorCore

/// A sign that turns while something is busy, about ten times a second; where nothing may move it stands still.
public final class Spinner: View {
  /// Whether it is there and turns.
  public var isAnimating = false {
    didSet { if isAnimating != oldValue { animatingChanged() } }
  }
  /// What stands next to it.
  public var text: String {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }
  /// How long something has to be busy before it shows: what is done by then does not blink.
  public let delay: Duration

  private var isShown = false
  private var index = 0
  private var timer: (any Disposable)?

  /// A spinner that does not turn yet.
  public init(_ text: String = "", delay: Duration = .milliseconds(150)) {
    self.text = text
    self.delay = delay
    super.init()
  }

  private func animatingChanged() {
    timer?.dispose()
    timer = nil
    guard isAnimating, let window else { return setShown(false) }
    if delay == .zero {
      setShown(true)
    } else {
      timer = window.after(delay) { [weak self] in self?.setShown(true) }
    }
  }

  private func setShown(_ shown: Bool) {
    if isShown != shown { setNeedsDisplay() }
    isShown = shown
    guard shown, let window, !window.capabilities.isASCII else {
      window?.ticker.remove(self)
      return
    }
    window.ticker.add(self) { [weak self] in
      guard let self else { return }
      index += 1
      setNeedsDisplay(Rect(x: 0, y: 0, width: 1, height: 1))
    }
  }

  /// Begins and ends with the window.
  public override func windowChanged() {
    isShown = false
    animatingChanged()
  }

  /// The sign, a space and the text.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let width = text.isEmpty ? 1 : 2 + displayWidth(of: text)
    return Size(width: min(width, proposal.width), height: min(1, proposal.height))
  }

  /// Nothing before the delay has passed.
  public override func draw(in canvas: Canvas) {
    guard isShown else { return }
    let frames = canvas.glyphs.spinner
    canvas.write(String(frames[index % frames.count]), at: .zero, style: canvas.theme[.accent])
    canvas.write(text, at: Point(x: 2, y: 0), style: canvas.theme[.secondary], truncation: .ellipsis)
  }
}
