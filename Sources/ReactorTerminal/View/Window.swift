import ReactorCore

/// The screen of a program: a root view, what lies over it, the keyboard's place, and the frame that is drawn of all this.
///
/// The event loop hands it batches of events and asks for a frame after each; nothing is drawn when nothing changed.
@MainActor
public final class Window {
  /// The views' styles. Setting it draws everything anew.
  public var theme: Theme {
    didSet { if theme != oldValue { invalidateAll() } }
  }
  /// The user's own keys.
  public var keymap = Keymap() {
    didSet {
      root.keymapChanged()
      chromeChanged()
    }
  }
  /// What everything that waits waits on.
  public let clock: any Clock<Duration>
  /// The timer that all spinners share.
  public let ticker: Ticker
  /// The view at the bottom of everything.
  public let root: WindowRoot
  /// What is shown of the screen; tests read it.
  public let grid: CellGrid
  /// The view that gets the keys.
  public internal(set) weak var focusedView: View?
  /// The dialogs over the root, the last of which takes all keys.
  public internal(set) var modals: [ModalView] = []
  /// Told before a frame when hints or commands may have changed.
  public let chrome = Relay<Void>()
  /// Told before a frame when the title or the status of a screen has changed.
  public let titles = Relay<Void>()
  /// Told when a person asks for the program to be suspended (Ctrl-Z); the application does it.
  public let suspendRequested = Relay<Void>()
  /// Told when a person asks to quit. Whoever listens answers, and decides whether that is the end of the program.
  public let quitRequested = Relay<Void>()
  /// Told when a person asks for the help. Whoever listens shows it.
  public let helpRequested = Relay<Void>()
  /// Told when a person asks for the palette of commands. Whoever listens shows it.
  public let paletteRequested = Relay<Void>()
  /// Ends with the window.
  public let disposeBag = DisposeBag()
  /// Columns and rows below which only "too small" is shown, and keys other than those that quit are ignored.
  public var minimumSize = Size(width: 40, height: 10)

  let surface: any Surface
  let stopwatch: @MainActor () -> Duration
  let toasts = ToastStack()
  var focusBeforeModal: [Weak<View>] = []
  var needsFocusRepair = false
  weak var mouseTarget: View?
  private var unannounced: [View] = []
  private var dirty = DirtyRows()
  private var needsLayoutPass = true
  private var isChromeStale = true
  private var areTitlesStale = true

  /// A window on `surface`.
  public init(
    size: Size, surface: any Surface, theme: Theme = .dark, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.surface = surface
    self.theme = theme
    self.clock = clock
    ticker = Ticker(clock: clock)
    stopwatch = Self.stopwatch(clock)
    grid = CellGrid(size: size)
    root = WindowRoot()
    root.frame = Rect(origin: .zero, size: size)
    root.attach(to: self)
    root.addOverlay(toasts)
    invalidateAll()
  }

  /// Columns and rows.
  public var size: Size { grid.size }
  /// What the terminal can.
  public var capabilities: Capabilities { surface.capabilities }
  /// Whether there is too little room for any screen.
  public var isTooSmall: Bool { size.width < minimumSize.width || size.height < minimumSize.height }

  /// Takes another size; everything is laid out and drawn anew.
  public func resize(to size: Size) {
    guard size != grid.size else { return }
    surface.resize(to: size)
    grid.resize(to: size)
    root.frame = Rect(origin: .zero, size: size)
    setNeedsLayout()
    invalidateAll()
  }

  /// Draws every cell anew in the next frame, whatever the terminal shows (Ctrl-L, and after a suspension).
  public func redraw() {
    surface.invalidate()
    invalidateAll()
  }

  // MARK: Announcements

  /// Lets `view` announce before the next frame, or before anybody else hears of a key, what it keeps changing now.
  func announceLater(_ view: View) {
    if !unannounced.contains(where: { $0 === view }) { unannounced.append(view) }
  }

  func announceChanges() {
    while !unannounced.isEmpty { unannounced.removeFirst().announceChanges() }
  }

  // MARK: Frames

  func invalidate(_ rect: Rect) {
    if !rect.isEmpty { dirty.add(rect.rows, height: size.height) }
  }

  func invalidateAll() {
    dirty.add(0..<size.height, height: size.height)
  }

  func setNeedsLayout() {
    needsLayoutPass = true
  }

  func chromeChanged() {
    isChromeStale = true
  }

  func titlesChanged() {
    areTitlesStale = true
  }

  /// Brings every frame up to date, so that what answers an event knows its size.
  func layoutIfNeeded() {
    // A view that asks for layout each time it is laid out gets another chance, and not a hang.
    for _ in 0..<8 where needsLayoutPass {
      needsLayoutPass = false
      root.layoutIfNeeded()
    }
  }

  /// Draws what changed since the last frame and shows it. Costs nothing when nothing did.
  public func render() {
    announceChanges()
    if !toasts.isHidden { root.setNeedsLayout() }
    layoutIfNeeded()
    if needsFocusRepair { repairFocus() }
    if areTitlesStale {
      areTitlesStale = false
      titles.send(())
    }
    if isChromeStale {
      isChromeStale = false
      chrome.send(())
    }
    layoutIfNeeded()
    guard !dirty.isEmpty else { return }
    let canvas = Canvas(grid, theme: theme, capabilities: capabilities)
    for rows in dirty.take() {
      let rect = Rect(x: 0, y: rows.lowerBound, width: size.width, height: rows.count)
      let part = canvas.clipped(to: rect)
      part.fill(rect)
      if isTooSmall {
        drawTooSmall(in: part)
      } else {
        root.drawTree(in: part)
      }
    }
    surface.present(grid, caret: isTooSmall ? nil : caretOnScreen)
  }

  private var caretOnScreen: Point? {
    guard let view = focusedView, let caret = view.caret.map(view.convertToWindow) else { return nil }
    // What a container or the edge of the screen cuts off has no caret.
    let isVisible = sequence(first: view) { $0.superview }.allSatisfy {
      Rect(origin: $0.convertToWindow(.zero), size: $0.bounds.size).contains(caret)
    }
    return isVisible && Rect(origin: .zero, size: size).contains(caret) ? caret : nil
  }

  private func drawTooSmall(in canvas: Canvas) {
    let lines = [
      "Too small", "at least \(minimumSize.width)x\(minimumSize.height)", "now \(size.width)x\(size.height)",
    ]
    let top = max(0, (size.height - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      let x = max(0, (size.width - line.count) / 2)
      canvas.write(line, at: Point(x: x, y: top + index), style: theme[index == 0 ? .warning : .secondary])
    }
  }
}
