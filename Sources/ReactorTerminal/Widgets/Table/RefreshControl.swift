import ReactorCore

/// A pull-to-refresh control. Moving up at the very top of a list stretches an indicator. When it is full, it triggers
/// a refresh; if the user stops before that, it retracts.
///
/// Rows move only in response to the user: by the lines that pulling opens, one of which stays until the refresh ends.
/// A refresh that was not started by pulling moves nothing; it is shown by a spinner to the left of the headings.
///
/// ```swift
/// let control = RefreshControl()
/// table.refreshControl = control
/// send(control.pulled) { .refresh }
/// show(\.isRefreshing, in: control, \.isRefreshing)
/// ```
public final class RefreshControl: View {
  /// A relay that emits when the user has pulled far enough. Set ``isRefreshing`` in response; otherwise, the indicator
  /// retracts.
  public let pulled = Relay<Void>()
  /// Whether a refresh is in progress.
  public var isRefreshing = false {
    didSet { if isRefreshing != oldValue { refreshingChanged() } }
  }
  /// The text shown while the user pulls.
  public var pullText = "Pull to refresh" {
    didSet { if pullText != oldValue { setNeedsDisplay() } }
  }
  /// The text shown during a refresh that was started by pulling.
  public var refreshingText = "Refreshing" {
    didSet { if refreshingText != oldValue { setNeedsDisplay() } }
  }

  /// The number of pulls that trigger a refresh.
  public static let requiredPulls = 5
  /// The time after which the indicator retracts if there is no further pull.
  static let retractionDelay: Duration = .milliseconds(700)
  /// The time without input that must pass at the top before pulling begins, so that a key that is held down or a
  /// turning wheel does not trigger a refresh. For the wheel, it also starts when the list appears.
  package static let restPeriod: Duration = .milliseconds(300)

  /// The number of pulls so far.
  package private(set) var pullCount = 0
  /// A closure called when `lineCount` changes.
  var lineCountChanged: (@MainActor () -> Void)?
  /// A closure called when the spinner in the header changes.
  var spinnerChanged: (@MainActor () -> Void)?
  private(set) var isSpinnerVisible = false
  private var wasPulled = false
  private var restEnd: Duration?
  private var wheelRestEnd: Duration?
  private var timer: (any Disposable)?
  private var frameIndex = 0

  /// Creates a control.
  public override init() { super.init() }

  /// The number of lines that the control currently occupies above the rows.
  package var lineCount: Int {
    if pullCount > 0 { return pullCount > Self.requiredPulls / 2 ? 2 : 1 }
    return wasPulled ? 1 : 0
  }

  // MARK: Pulling

  /// Pulls once. Has no effect during a refresh that was started by pulling, or within 300 milliseconds of other input.
  public func pull() {
    guard !isRefreshing, !wasPulled else { return }
    if let window, let restEnd, window.time < restEnd { return topReached() }
    update {
      pullCount += 1
      if pullCount >= Self.requiredPulls {
        pullCount = 0
        wasPulled = true
      }
    }
    wait(for: Self.retractionDelay) { $0.retract() }
    if wasPulled { pulled.send(()) }
  }

  /// Pulls once, unless the wheel has been turning continuously since the list appeared.
  func pullByWheel() {
    if pullCount == 0, let window, let wheelRestEnd, window.time < wheelRestEnd {
      self.wheelRestEnd = window.time + Self.restPeriod
    } else {
      pull()
    }
  }

  /// Starts the rest period, because the list has just reached its top.
  func topReached() {
    restEnd = window.map { $0.time + Self.restPeriod }
  }

  private func retract() {
    update {
      pullCount = 0
      wasPulled = isRefreshing && wasPulled
    }
  }

  private func refreshingChanged() {
    update {
      pullCount = 0
      if !isRefreshing { wasPulled = false }
    }
    animate()
  }

  // MARK: Animation

  private func animate() {
    timer?.dispose()
    timer = nil
    window?.ticker.remove(self)
    isSpinnerVisible = false
    spinnerChanged?()
    guard isRefreshing, window != nil else { return }
    if wasPulled {
      startTicking()
    } else {
      wait(for: Spinner.standardDelay) { control in
        control.isSpinnerVisible = true
        control.spinnerChanged?()
        control.startTicking()
      }
    }
  }

  private func startTicking() {
    guard let window, !window.capabilities.isASCII else { return }
    window.ticker.add(self) { [weak self] in
      guard let self else { return }
      frameIndex += 1
      isSpinnerVisible ? spinnerChanged?() : setNeedsDisplay()
    }
  }

  private func wait(for delay: Duration, _ action: @escaping @MainActor (RefreshControl) -> Void) {
    timer?.dispose()
    timer = window?.after(delay) { [weak self] in if let self { action(self) } }
  }

  private func update(_ body: () -> Void) {
    let old = lineCount
    body()
    if lineCount != old { lineCountChanged?() }
    setNeedsDisplay()
  }

  public override func windowChanged() {
    restEnd = nil
    wheelRestEnd = window.map { $0.time + Self.restPeriod }
    retract()
    animate()
  }

  /// Stops turning the spinner or continues to turn it.
  public override func charactersChanged() {
    guard window?.isASCII == false else {
      window?.ticker.remove(self)
      return
    }
    if isRefreshing, wasPulled || isSpinnerVisible { startTicking() }
  }

  // MARK: Drawing

  func spinner(_ glyphs: Theme.Glyphs) -> String { String(glyphs.spinner[frameIndex % glyphs.spinner.count]) }

  public override func draw(in canvas: Canvas) {
    let glyphs = canvas.glyphs
    let y = bounds.height - 1
    let style = canvas.theme[.accent]
    if wasPulled {
      canvas.write("\(spinner(glyphs)) \(refreshingText)\(glyphs.ellipsis)", at: Point(x: 0, y: y), style: style)
      return
    }
    let used = canvas.write("\(glyphs.down) \(pullText) ", at: Point(x: 0, y: y), style: style)
    canvas.bar(
      in: Rect(x: used, y: y, width: min(Self.requiredPulls, bounds.width - used), height: 1),
      fraction: Double(pullCount) / Double(Self.requiredPulls))
  }
}
