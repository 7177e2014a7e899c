import ReactorCore

/// Refreshing by pulling, as on a phone: going up at the very top of a list stretches an indicator, which fires when it is
/// full and goes back when nobody pulls on.
///
/// The rows move only under the person's own hand: by the lines that pulling opens, one of which stays until the refresh
/// ends. A refresh that was not pulled turns a sign at the left of the headings and moves nothing.
public final class RefreshControl: View {
  /// Told when it was pulled all the way.
  public let pulled = Relay<Void>()
  /// Whether a refresh is under way. Set it when `pulled` is answered; otherwise the indicator goes back.
  public var isRefreshing = false {
    didSet { if isRefreshing != oldValue { refreshingChanged() } }
  }
  /// What it says while it is being pulled.
  public var pullText = "Pull to refresh" {
    didSet { if pullText != oldValue { setNeedsDisplay() } }
  }
  /// What it says while a refresh is under way that was pulled.
  public var refreshingText = "Refreshing" {
    didSet { if refreshingText != oldValue { setNeedsDisplay() } }
  }

  /// Pulls it takes.
  public static let pulls = 5
  /// How long it stays without a pull.
  public static let relaxation: Duration = .milliseconds(700)
  /// How long key and wheel have to rest after they have reached the top, and the wheel after the list has come onto the
  /// screen: holding the key, or turning the wheel on and on, must not refresh.
  public static let rest: Duration = .milliseconds(300)
  /// How long a refresh has to last that nobody pulled before its sign shows.
  public static let delay: Duration = .milliseconds(150)

  /// Pulls so far.
  public private(set) var stretch = 0
  /// Told that it takes another number of lines.
  var linesChanged: (@MainActor () -> Void)?
  /// Told that the sign in the header looks different.
  var signChanged: (@MainActor () -> Void)?
  /// Whether the sign in the header shows.
  private(set) var isSignShown = false
  private var wasPulled = false
  private var restsUntil: Duration?
  private var wheelRestsUntil: Duration?
  private var timer: (any Disposable)?
  private var frameIndex = 0

  /// A control that is not refreshing.
  public override init() { super.init() }

  /// Lines that it takes now.
  public var lines: Int {
    if stretch > 0 { return stretch > Self.pulls / 2 ? 2 : 1 }
    return wasPulled ? 1 : 0
  }

  // MARK: Pulling

  /// Pulls once.
  public func pull() {
    guard !isRefreshing, !wasPulled else { return }
    if let window, let restsUntil, window.time < restsUntil { return arrived() }
    update {
      stretch += 1
      if stretch >= Self.pulls {
        stretch = 0
        wasPulled = true
      }
    }
    wait(for: Self.relaxation) { $0.relax() }
    if wasPulled { pulled.send(()) }
  }

  /// Pulls once by the wheel, which has to have rested since the list came onto the screen.
  func pullByWheel() {
    if stretch == 0, let window, let wheelRestsUntil, window.time < wheelRestsUntil {
      self.wheelRestsUntil = window.time + Self.rest
    } else {
      pull()
    }
  }

  /// The top has just been reached, whichever way: what pulls has to rest first.
  func arrived() {
    restsUntil = window.map { $0.time + Self.rest }
  }

  private func relax() {
    update {
      stretch = 0
      wasPulled = isRefreshing && wasPulled
    }
  }

  private func refreshingChanged() {
    update {
      stretch = 0
      if !isRefreshing { wasPulled = false }
    }
    animate()
  }

  // MARK: Turning

  private func animate() {
    timer?.dispose()
    timer = nil
    window?.ticker.remove(self)
    isSignShown = false
    signChanged?()
    guard isRefreshing, window != nil else { return }
    if wasPulled {
      turn()
    } else {
      wait(for: Self.delay) { control in
        control.isSignShown = true
        control.signChanged?()
        control.turn()
      }
    }
  }

  private func turn() {
    guard let window, !window.capabilities.isASCII else { return }
    window.ticker.add(self) { [weak self] in
      guard let self else { return }
      frameIndex += 1
      isSignShown ? signChanged?() : setNeedsDisplay()
    }
  }

  private func wait(for delay: Duration, _ action: @escaping @MainActor (RefreshControl) -> Void) {
    timer?.dispose()
    timer = window?.after(delay) { [weak self] in if let self { action(self) } }
  }

  private func update(_ body: () -> Void) {
    let old = lines
    body()
    if lines != old { linesChanged?() }
    setNeedsDisplay()
  }

  /// Turns only while it is in a window.
  public override func windowChanged() {
    restsUntil = nil
    wheelRestsUntil = window.map { $0.time + Self.rest }
    relax()
    animate()
  }

  // MARK: Drawing

  func sign(_ glyphs: Theme.Glyphs) -> String { String(glyphs.spinner[frameIndex % glyphs.spinner.count]) }

  /// What pulling does and how much more it takes, on its last line.
  public override func draw(in canvas: Canvas) {
    let glyphs = canvas.glyphs
    let y = bounds.height - 1
    let style = canvas.theme[.accent]
    if wasPulled {
      canvas.write("\(sign(glyphs)) \(refreshingText)\(glyphs.ellipsis)", at: Point(x: 0, y: y), style: style)
      return
    }
    let used = canvas.write("\(glyphs.down) \(pullText) ", at: Point(x: 0, y: y), style: style)
    canvas.bar(
      in: Rect(x: used, y: y, width: min(Self.pulls, bounds.width - used), height: 1),
      fraction: Double(stretch) / Double(Self.pulls))
  }
}
