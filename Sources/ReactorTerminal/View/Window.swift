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
  public private(set) weak var focusedView: View?
  /// The dialogs over the root, the last of which takes all keys.
  public private(set) var modals: [ModalView] = []
  /// Told before a frame when titles, hints or commands may have changed.
  public let chrome = Relay<Void>()
  /// Told when a person asks for the program to be suspended (Ctrl-Z); the application does it.
  public let suspendRequested = Relay<Void>()
  /// Ends with the window.
  public let disposeBag = DisposeBag()
  /// Columns and rows below which only "too small" is shown, and keys other than those that quit are ignored.
  public var minimumSize = Size(width: 40, height: 10)

  let surface: any Surface
  var dirty = DirtyRegion()
  private var needsLayoutPass = true
  private var isChromeStale = true
  private var focusBeforeModal: [Weak<View>] = []
  weak var mouseTarget: View?

  /// A window on `surface`.
  public init(
    size: Size, surface: any Surface, theme: Theme = .dark, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.surface = surface
    self.theme = theme
    self.clock = clock
    ticker = Ticker(clock: clock)
    grid = CellGrid(size: size)
    root = WindowRoot()
    root.frame = Rect(origin: .zero, size: size)
    root.attach(to: self)
    invalidateAll()
  }

  /// Columns and rows.
  public var size: Size { grid.size }
  /// What the terminal can.
  public var capabilities: Capabilities { surface.capabilities }
  /// Whether there is too little room for any screen.
  public var isTooSmall: Bool { size.width < minimumSize.width || size.height < minimumSize.height }

  // MARK: Size

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

  // MARK: Frames

  func invalidate(_ rect: Rect) {
    dirty.add(rect.intersection(Rect(origin: .zero, size: size)))
  }

  func invalidateAll() {
    dirty.add(Rect(origin: .zero, size: size))
  }

  func setNeedsLayout() {
    needsLayoutPass = true
  }

  func chromeChanged() {
    isChromeStale = true
  }

  /// Draws what changed since the last frame and shows it. Costs nothing when nothing did.
  public func render() {
    if isChromeStale {
      isChromeStale = false
      chrome.send(())
    }
    while needsLayoutPass {
      needsLayoutPass = false
      root.layoutIfNeeded()
    }
    guard !dirty.isEmpty else { return }
    let canvas = Canvas(grid, theme: theme, capabilities: capabilities)
    for rect in dirty.take() {
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
    guard let view = focusedView, let caret = view.caret, view.bounds.contains(caret) else { return nil }
    return view.convertToWindow(caret)
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

  // MARK: The keyboard's place

  /// What keys can reach: the top dialog, or everything.
  public var activeRoot: View { modals.last ?? root.content ?? root }

  /// Gives the keyboard to `view`.
  public func focus(_ view: View?) {
    guard view !== focusedView else { return }
    let old = focusedView
    focusedView = view
    old?.focusChanged()
    view?.focusChanged()
    chromeChanged()
    // The caret may be all that changes.
    if let view { view.setNeedsDisplay() }
  }

  /// Gives the keyboard to the next view that takes it, or the one before.
  public func moveFocus(forward: Bool) {
    let candidates = focusableViews(in: activeRoot)
    guard !candidates.isEmpty else { return }
    let index = candidates.firstIndex { $0 === focusedView }
    let next = index.map { ($0 + (forward ? 1 : candidates.count - 1)) % candidates.count }
    focus(candidates[next ?? (forward ? 0 : candidates.count - 1)])
  }

  private func focusableViews(in view: View) -> [View] {
    guard !view.isHidden else { return [] }
    return (view.canBecomeFocused ? [view] : []) + view.subviews.flatMap(focusableViews)
  }

  /// Puts the keyboard somewhere sensible when the view that had it is gone or hidden.
  func repairFocus() {
    let active = activeRoot
    if let view = focusedView, view.isDescendant(of: active), isShown(view) { return }
    focus(focusableViews(in: active).first)
  }

  private func isShown(_ view: View) -> Bool {
    var candidate: View? = view
    while let current = candidate {
      if current.isHidden { return false }
      candidate = current.superview
    }
    return true
  }

  func willDetach(_ view: View) {
    if focusedView === view { focusedView = nil }
    if mouseTarget === view { mouseTarget = nil }
    ticker.remove(view)
  }

  // MARK: Dialogs

  /// Shows `modal` over everything; it gets all keys until it is dismissed, and the keyboard then returns to where it was.
  public func present(_ modal: ModalView) {
    focusBeforeModal.append(Weak(focusedView))
    modals.append(modal)
    root.addModal(modal)
    focus(modal.preferredFocus ?? focusableViews(in: modal).first ?? modal)
    chromeChanged()
  }

  /// Takes `modal` away, and what lies over it.
  public func dismiss(_ modal: ModalView) {
    guard let index = modals.firstIndex(where: { $0 === modal }) else { return }
    while modals.count > index {
      let top = modals.removeLast()
      let focus = focusBeforeModal.removeLast()
      top.removeFromSuperview()
      top.didDismiss()
      self.focus(focus.value)
    }
    repairFocus()
    chromeChanged()
  }

  // MARK: Commands

  /// What can be asked for now, from the view that has the keyboard outwards; a command hides one further out of the
  /// same name. The keys are the user's own.
  public var activeCommands: [Command] {
    var known: Set<String> = []
    return keyChain.flatMap(\.commands).filter { known.insert($0.binding.id).inserted }
  }

  /// The bindings of `activeCommands` that are enabled, with the user's own keys.
  public var activeBindings: [KeyBinding] {
    keymap.applied(to: activeCommands.filter(\.isEnabled).map(\.binding))
  }

  /// The views that are asked about a key, in order: from the one that has the keyboard outwards.
  var keyChain: [View] {
    var chain: [View] = []
    let active = activeRoot
    var view: View? = focusedView.map { $0.isDescendant(of: active) ? $0 : active } ?? active
    while let current = view {
      chain.append(current)
      view = current === active && !modals.isEmpty ? nil : current.superview
    }
    if !modals.isEmpty { chain.append(root) }
    return chain
  }
}

/// Holds a view without keeping it alive.
struct Weak<Object: AnyObject> {
  weak var value: Object?

  init(_ value: Object?) { self.value = value }
}
