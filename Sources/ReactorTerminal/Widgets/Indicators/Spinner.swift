import ReactorCore

/// An indicator that turns about ten times a second while the program is busy. In ASCII mode it does not move.
public final class Spinner: View {
  /// The delay after which busy indicators appear, so that short work does not make the screen flicker.
  public static let standardDelay: Duration = .milliseconds(150)

  /// Whether the spinner is visible and turns.
  public var isAnimating = false {
    didSet { if isAnimating != oldValue { animatingChanged() } }
  }
  /// The text beside the spinner.
  public var text: String {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }
  /// The time between the start of the animation and the appearance of the spinner.
  public let delay: Duration

  /// Whether the spinner is hidden while it is not turning, so that a stack reserves no space for it.
  private let hidesWhenStopped: Bool
  private var isShown = false
  private var index = 0
  private var timer: (any Disposable)?

  /// Creates a spinner that is not turning yet.
  ///
  /// - Parameters:
  ///   - text: The text beside the spinner.
  ///   - delay: The time between the start of the animation and the appearance of the spinner.
  ///   - hidesWhenStopped: Whether the spinner is hidden while it is not turning, so that a stack reserves no space for
  ///     it.
  public init(_ text: String = "", delay: Duration = Spinner.standardDelay, hidesWhenStopped: Bool = false) {
    self.text = text
    self.delay = delay
    self.hidesWhenStopped = hidesWhenStopped
    super.init()
    if hidesWhenStopped { isHidden = true }
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
    if hidesWhenStopped { isHidden = !shown }
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

  public override func windowChanged() {
    isShown = false
    animatingChanged()
  }

  /// Stops turning or continues to turn.
  public override func charactersChanged() {
    if isShown { setShown(true) }
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    let width = text.isEmpty ? 1 : 2 + displayWidth(of: text)
    return Size(width: min(width, proposal.width), height: min(1, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    guard isShown else { return }
    let frames = canvas.glyphs.spinner
    canvas.write(String(frames[index % frames.count]), at: .zero, style: canvas.theme[.accent])
    canvas.write(text, at: Point(x: 2, y: 0), style: canvas.theme[.secondary], truncation: .ellipsis)
  }
}
