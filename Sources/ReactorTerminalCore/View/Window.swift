import ReactorCore

/// The screen of a program: a tree of views with dialogs and overlays, the keyboard focus, and the drawing of frames.
///
/// The event loop passes batches of events to the window and calls ``render()`` after each. A frame without changes
/// draws nothing.
@MainActor
public final class Window {
  /// The styles of the views. Setting it redraws the whole screen.
  public var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      settingsChanged.send(())
      chromeChanged()
      invalidateAll()
    }
  }
  /// Whether views draw only ASCII characters. The initial value is that of the terminal; it can be changed while the
  /// program runs. Setting it lays out and redraws the whole screen; see ``View/charactersChanged()``.
  public var isASCII: Bool {
    didSet { if isASCII != oldValue { charactersChanged() } }
  }
  /// The keys that the user assigned to commands.
  public var keymap = Keymap() {
    didSet {
      root.keymapChanged()
      chromeChanged()
    }
  }
  /// The clock of all timers.
  public let clock: any Clock<Duration>
  /// The timer of all spinners.
  public let ticker: Ticker
  /// The root of the view tree.
  public let root: WindowRoot
  /// The cells of the screen.
  package let grid: CellGrid
  /// The view with the keyboard focus.
  public internal(set) weak var focusedView: View?
  /// The dialogs. The last one receives all keys.
  public internal(set) var modals: [ModalView] = []
  /// A relay that emits before a frame if hints or commands may have changed.
  package let chrome = Relay<Void>()
  /// A relay that emits before a frame if the title or the status of a screen has changed.
  package let titles = Relay<Void>()
  /// A relay that emits when ``theme``, ``isASCII`` or ``hasMouse`` has changed.
  public let settingsChanged = Relay<Void>()
  /// A relay that emits when the user suspends the program with Ctrl-Z. The application then suspends it.
  package let suspendRequested = Relay<Void>()
  /// A relay that emits when the user requests to quit. The observer decides whether the program ends, and ends it with
  /// ``quit()``. If only a confirmation is needed, ``shouldQuit`` is simpler.
  public let quitRequested = Relay<Void>()
  /// A relay that emits when the user opens the help. The observer shows it.
  public let helpRequested = Relay<Void>()
  /// A relay that emits when the user opens the command palette. The observer shows it.
  public let paletteRequested = Relay<Void>()
  /// A relay that emits once when the program has ended and the terminal is restored, before the process ends.
  public let ended = Relay<Void>()
  /// A relay that emits after each frame that has been drawn.
  package let frameDrawn = Relay<Void>()
  /// A relay that emits after each call of ``render()``, whether or not there was anything to draw.
  package let rendered = Relay<Void>()
  /// The subscriptions that exist as long as the window.
  public let disposeBag = DisposeBag()
  /// The minimum size. A smaller window shows only a message and handles only the commands that quit. Printable keys do
  /// not quit while a text field has the keyboard focus.
  public var minimumSize = Size(width: 40, height: 10)

  /// A relay that emits text that the user has copied with the mouse, once the outcome is known.
  public let textCopied = Relay<CopiedText>()

  let surface: any Surface
  let stopwatch: @MainActor () -> Duration
  let toasts = ToastStack()
  /// The count that the user has typed for the next list command.
  var pendingCount: Int? {
    didSet { if pendingCount != oldValue { chromeChanged() } }
  }
  var focusBeforeModal: [Weak<View>] = []
  var focusBeforeDock = Weak<View>(nil)
  var wasDockFocused = false
  var needsFocusRepair = false
  /// The ancestors of the view that last had the keyboard focus, innermost first.
  var focusPath: [Weak<View>] = []
  weak var mouseTarget: View?
  var terminal = TerminalLink()
  package var program = ProgramLink()
  var held = HeldInput()
  var selection: TextSelection? {
    didSet { selectionChanged(from: oldValue) }
  }
  private var unannounced: [any EditedView] = []
  private var pending = PendingFrame()
  /// The rows of the frame that is being drawn.
  private var drawn = DirtyRows()
  /// The hardware cursor of the last frame.
  package private(set) var cursor: Cursor?
  private(set) lazy var source = ProgramEvent.Source(self)

  /// Creates a window on `surface`.
  package init(
    size: Size, surface: any Surface, theme: Theme = .dark, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.surface = surface
    self.theme = theme
    isASCII = surface.capabilities.isASCII
    self.clock = clock
    ticker = Ticker(clock: clock)
    stopwatch = Self.stopwatch(clock)
    grid = CellGrid(size: size)
    root = WindowRoot()
    root.frame = Rect(origin: .zero, size: size)
    root.attach(to: self)
    root.addOverlay(toasts)
    terminal.host = surface as? any TerminalHost
    (terminal.hasMouse, terminal.reportsMouse) = (surface.capabilities.hasMouse, surface.capabilities.hasMouse)
    invalidateAll()
  }

  /// The size in cells.
  public var size: Size { grid.size }
  /// The capabilities of the terminal, with the current values of ``isASCII`` and ``hasMouse``.
  public var capabilities: Capabilities {
    var capabilities = surface.capabilities
    capabilities.isASCII = isASCII
    capabilities.hasMouse = hasMouse
    return capabilities
  }
  /// The theme with which the window is drawn: ``theme``, suited to the colors of the terminal.
  package var suitedTheme: Theme { theme.suited(to: capabilities.colors) }
  /// Whether the window is smaller than ``minimumSize``.
  package var isTooSmall: Bool { size.width < minimumSize.width || size.height < minimumSize.height }

  /// Changes the size, and lays out and redraws the whole screen.
  package func resize(to size: Size) {
    // The terminal may have had another size in the meantime and moved its text.
    guard size != grid.size else { return redraw() }
    surface.resize(to: size)
    grid.resize(to: size)
    selection = nil
    root.frame = Rect(origin: .zero, size: size)
    setNeedsLayout()
    invalidateAll()
  }

  /// Draws every cell in the next frame, because the contents of the terminal are unknown.
  package func redraw() {
    surface.invalidate()
    invalidateAll()
  }

  private func charactersChanged() {
    root.updateCharacters()
    settingsChanged.send(())
    chromeChanged()
    titlesChanged()
    invalidateAll()
  }

  // MARK: Announcements

  /// Postpones the announcements of `view` until the next frame or until a key for another view, so that many changes
  /// are announced together.
  package func announceLater(_ view: any EditedView) {
    if !unannounced.contains(where: { $0 === view }) { unannounced.append(view) }
  }

  func announceChanges() {
    while !unannounced.isEmpty { unannounced.removeFirst().announceChanges() }
  }

  // MARK: Frames

  func invalidate(_ rect: Rect, as mark: DirtyRows.Mark = .changed) {
    if !rect.isEmpty { pending.dirty.add(rect.rows, height: size.height, as: mark) }
  }

  /// Returns whether anything in an area may look different in the current frame, rather than only having moved.
  package func hasChanges(in area: Rect) -> Bool { drawn.hasChanged(area.rows) }

  func invalidateAll() {
    pending.dirty.add(0..<size.height, height: size.height)
  }

  func setNeedsLayout() {
    pending.needsLayout = true
  }

  func chromeChanged() {
    pending.isChromeStale = true
  }

  package func titlesChanged() {
    pending.areTitlesStale = true
  }

  /// Updates the frames of all views, so that they know their size when they handle an event.
  func layoutIfNeeded() {
    // The limit prevents an endless loop if a view marks itself for layout each time it is laid out.
    for _ in 0..<8 where pending.needsLayout {
      pending.needsLayout = false
      root.layoutIfNeeded()
    }
  }

  /// Reveals an area before the next frame, once the frames of all views are known.
  func reveal(_ area: Rect?, of view: View) {
    pending.revelations.removeAll { $0.view.value == nil || ($0.view.value === view && $0.area == area) }
    pending.revelations.append((Weak(view), area))
  }

  private func revealAreas() {
    guard !pending.revelations.isEmpty else { return }
    let revelations = pending.revelations
    pending.revelations = []
    for (view, area) in revelations {
      guard let view = view.value, view.window === self else { continue }
      makeVisible(area ?? view.bounds, of: view)
      if area == nil, let caret = view.caret {
        makeVisible(Rect(origin: caret, size: Size(width: 1, height: 1)), of: view)
      }
    }
    layoutIfNeeded()
  }

  private func makeVisible(_ area: Rect, of view: View) {
    var area = area.offset(by: view.frame.origin)
    var superview = view.superview
    while let current = superview {
      area = current.makeVisible(area).offset(by: current.frame.origin)
      superview = current.superview
    }
  }

  /// Draws and displays the changes since the last frame, if there are any, and then handles the input that has waited
  /// for them.
  ///
  /// The event loop calls this method after each batch of events. Only tests need to call it, after changing something
  /// in code.
  public func render() {
    renderFrame()
    handleHeldInput(afterEach: renderFrame)
  }

  private func renderFrame() {
    performCopy()
    StateReading.byView(renderChanges)
    held.awaitsFrame = false
    performRequests()
    rendered.send(())
  }

  private func renderChanges() {
    announceChanges()
    if !toasts.isHidden { root.setNeedsLayout() }
    layoutIfNeeded()
    if needsFocusRepair { repairFocus() }
    evaluateCommands()
    if pending.areTitlesStale {
      pending.areTitlesStale = false
      titles.send(())
    }
    if pending.isChromeStale {
      pending.isChromeStale = false
      if let view = focusedView, view.hasFocusMark { view.setNeedsDisplay() }
      chrome.send(())
    }
    layoutIfNeeded()
    revealAreas()
    // The positions of messages and captions depend on the focus and on the scroll positions.
    if root.hasVisibleOverlay { root.setNeedsLayout() }
    layoutIfNeeded()
    let next = cursorOnScreen
    guard !pending.dirty.isEmpty || next != cursor else { return }
    let start = Instrumentation.isObserved ? stopwatch() : .zero
    var rowCount = 0
    // Views may mark rows for the next frame while they draw.
    drawn = pending.dirty.take()
    for rows in drawn.runs {
      rowCount += rows.count
      draw(rows, in: grid, theme: suitedTheme)
      if !isTooSmall { selection?.draw(in: grid, rows: rows) }
    }
    cursor = next
    let byteCount = surface.present(grid, cursor: next)
    if Instrumentation.isObserved {
      let cost = ProgramEvent.FrameCost(rows: rowCount, bytes: byteCount, duration: stopwatch() - start)
      Instrumentation.emit(.frame(cost), from: source)
    }
    frameDrawn.send(())
  }

  private func draw(_ rows: Range<Int>, in grid: CellGrid, theme: Theme) {
    let rect = Rect(x: 0, y: rows.lowerBound, width: size.width, height: rows.count)
    let part = Canvas(grid, theme: theme, capabilities: capabilities).clipped(to: rect)
    part.fill(rect)
    if isTooSmall { drawTooSmall(in: part) } else { root.drawTree(in: part) }
  }

  /// Returns the screen as if all views had been laid out and drawn from scratch, without the text selected with the
  /// mouse. The next frame is not affected.
  ///
  /// - Parameter theme: The theme; ``suitedTheme`` by default.
  package func drawnAfresh(theme: Theme? = nil) -> CellGrid {
    let before = (pending, needsFocusRepair)
    let fresh = CellGrid(size: size, glyphs: grid.glyphs)
    Instrumentation.silently {
      StateReading.byView {
        root.setNeedsLayoutOfAll()
        pending.needsLayout = true
        layoutIfNeeded()
        draw(0..<size.height, in: fresh, theme: theme ?? suitedTheme)
      }
    }
    (pending, needsFocusRepair) = before
    return fresh
  }

  /// Draws the selection of the text that the user has selected with the mouse.
  package func drawTextSelection(in grid: CellGrid) {
    if !isTooSmall { selection?.draw(in: grid, rows: 0..<size.height) }
  }

  /// The first line of a window that is too small.
  package nonisolated static let tooSmallMessage = "Too small"

  private func drawTooSmall(in canvas: Canvas) {
    let lines = [
      Self.tooSmallMessage, "at least \(minimumSize.width)x\(minimumSize.height)", "now \(size.width)x\(size.height)",
    ]
    let top = max(0, (size.height - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      let x = max(0, (size.width - line.count) / 2)
      canvas.write(line, at: Point(x: x, y: top + index), style: canvas.theme[index == 0 ? .warning : .secondary])
    }
  }
}

/// A view that announces the changes that the user makes, and can postpone that with `Window.announceLater(_:)`.
@MainActor
package protocol EditedView: View {
  /// Announces the changes that have not been announced yet.
  func announceChanges()
}
