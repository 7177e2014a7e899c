import ReactorCore
import ReactorFlow

/// A rectangle of the screen that draws itself, lays out its subviews, and handles keys and the mouse.
///
/// Views are retained, as in UIKit: state is bound to their properties, and setting a property marks the rows to
/// redraw. Coordinates are in cells. The ``frame`` of a subview is in the coordinates of its superview.
///
/// A view that shows only some of its children at a time is a ``ContainerView``.
@MainActor
open class View {
  /// The position and size in the superview.
  public var frame: Rect = .zero {
    didSet { if frame != oldValue { frameChanged(from: oldValue) } }
  }
  /// Whether the view is hidden. A hidden view is not drawn and receives no focus and no mouse events.
  public var isHidden = false {
    didSet { if isHidden != oldValue { visibilityChanged() } }
  }
  /// The view that directly contains this one.
  public private(set) weak var superview: View?
  /// The views directly inside this one, from back to front.
  public private(set) var subviews: [View] = []
  /// The window that contains the view.
  public private(set) weak var window: Window?
  /// The commands of this view, in the order of their hints.
  public internal(set) var commands: [ViewCommand] = []
  /// Whether the view can get the keyboard focus with Tab or the mouse.
  open var canBecomeFocused: Bool { false }
  /// The position at which text is typed while this view has the keyboard focus. The terminal shows its cursor there,
  /// and input methods draw there. `nil` hides the cursor.
  open var caret: Point? { nil }
  /// The cell that screen readers and braille displays follow while the view has the keyboard focus but no
  /// ``View/caret``: the first cell of the selection in it. By default, the first cell of the view.
  open var focusCell: Point { .zero }
  /// The parts of this view that identify what the screen is about, such as headings, so that messages do not cover
  /// them. The keyboard focus is never covered. None by default.
  open var headingAreas: [Rect] { [] }
  /// Whether `intercept(key:)` handles all keys that type a character. If so, hints leave out these keys.
  open var takesTyping: Bool { false }
  /// The view that receives keys while no view inside this one has the keyboard focus.
  ///
  /// By default, this is the key target of ``preferredFocus`` or, without a preference, of the first ``ContainerView``
  /// among the subviews. If there is neither, it is the view itself.
  open var keyTarget: View {
    let target = preferredFocus ?? subviews.first { $0 is ContainerView && !$0.isHidden }
    guard let target, target !== self, target.isShown(in: self) else { return self }
    return target.keyTarget
  }
  /// The view inside this one that gets the keyboard focus first; `nil` for the first view that accepts it.
  ///
  /// The preference applies when the view is shown, and when the focused view has left it. It can be a container, whose
  /// own preference then applies.
  open var preferredFocus: View? { nil }
  /// The presentation state to keep up to date if the view is a `Presentable`: whether it is on screen, and whether it
  /// was dismissed.
  ///
  /// ```swift
  /// final class Sidebar: View, Presentable {
  ///   private let state = Presence()
  ///   override var presence: Presence? { state }
  ///   var visibility: Observable<Bool> { state.visibility }
  ///   var dismissal: Observable<Void> { state.dismissal }
  /// }
  /// ```
  open var presence: Presence? { nil }
  /// Whether keys, pastes and clicks wait while the keyboard focus is inside this view, because the view is about to
  /// lead elsewhere or has nothing to act on yet.
  ///
  /// Input waits for at most a second after the property is set; Ctrl-C never waits. After that, waiting input is
  /// discarded, and only Esc reaches the view until its work ends. By then, the view has to show that it is working. A
  /// key that is typed ahead thus waits for work that finishes quickly, and never acts on a screen that is about to
  /// disappear.
  ///
  /// ```swift
  /// show(\.isSaving, in: self, \.holdsInput)
  /// ```
  ///
  /// Even without this property, input that follows a key that shows another screen waits for the first frame of that
  /// screen, and while a flow waits for the result of a step.
  public final var holdsInput = false {
    didSet { if holdsInput != oldValue { waitChanged(holdsInput) } }
  }

  /// Whether the flow whose root is this view has a flow below it that waits for the result of a step.
  var isNavigating = false {
    didSet { if isNavigating != oldValue { waitChanged(isNavigating) } }
  }
  /// The time at which the view began to hold input.
  var waitBegan: Duration?
  var needsLayout = true
  /// The container that the view belongs to, whether or not the container shows it.
  final weak var container: ContainerView?
  private var wasOnScreen = false
  private(set) var isLoaded = false
  /// The reactor of a ``ReactorBound`` view, and its bindings.
  var reactorBinding: ReactorBinding?
  /// The commands of each key, enabled or not; `nil` until a key is looked up.
  var commandsByKey: [Key: [ViewCommand]]?
  /// Whether the titles or availability of commands depend on the state of the view.
  var hasChangingCommands = false
  /// The running commands, or `nil` if none has been run.
  private(set) var startedCommands: CommandTasks?

  /// The running commands, created at first use.
  var commandTasks: CommandTasks {
    if let startedCommands { return startedCommands }
    let tasks = CommandTasks()
    startedCommands = tasks
    return tasks
  }

  /// The title of the terminal's window while the keyboard focus is inside this view; empty to use the superview's
  /// title.
  var titleOfWindow: String { "" }

  /// Creates an empty view.
  public init() {
    if Instrumentation.isObserved { Instrumentation.emit(.created, from: ProgramEvent.Source(self)) }
  }

  /// The rectangle of the view in its own coordinates.
  public final var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// Whether the view has the keyboard focus.
  public final var isFocused: Bool { window?.focusedView === self }

  /// Whether the view has the keyboard focus, or will get it back when the dialogs above it are closed.
  ///
  /// Read this property in a view that hides itself while it is not in use, because a hidden view cannot get the focus
  /// back.
  public final var keepsFocus: Bool { window?.keepsFocus(self) ?? false }

  // MARK: To override

  /// Called once, when the view is first added to a window.
  open func viewDidLoad() {}
  /// Sets the frames of the subviews according to ``View/bounds``.
  open func layoutSubviews() {}
  /// Draws the part of the view inside `canvas.clip`, above the superview and below the subviews, which draw
  /// themselves.
  open func draw(in canvas: Canvas) {}
  /// Returns the preferred size, at most `proposal`. The default is `proposal`.
  open func sizeThatFits(_ proposal: Size) -> Size { proposal }
  /// Handles a key that triggers no command of this view. Returns whether the key was handled; otherwise the superview
  /// handles it.
  open func handle(key: Key) -> Bool { false }
  /// Handles a key before the commands of this view, as a text field does with typed characters. Returns whether the
  /// key was handled.
  open func intercept(key: Key) -> Bool { false }
  /// Handles typed characters that arrived together, as one edit, while the view has the keyboard focus. Returns
  /// whether they were handled; otherwise they are delivered one by one.
  open func intercept(typed text: String) -> Bool { false }
  /// Handles a mouse event in the coordinates of this view. Returns whether the event was handled.
  open func handle(mouse: MouseEvent) -> Bool { false }
  /// The part of the view in which dragging the mouse selects text, without its scrollbar; `nil` by default.
  ///
  /// A drag that ``handle(mouse:)`` handles, such as one on a scrollbar, selects nothing. Neither does a drag after a
  /// press that a view handles, unless that view or a view inside it has a selectable area. After a press that no view
  /// handles, text is selected in the innermost selectable area, or else in the whole screen, pane or dialog.
  open var selectableArea: Rect? { nil }
  /// Handles pasted text. Returns whether the text was handled.
  open func handle(paste: Paste) -> Bool { false }
  /// Called when the view gains or loses the keyboard focus.
  open func focusChanged() { setNeedsDisplay() }
  /// Called when the keyboard focus has moved into this view, out of it, or between views inside it.
  ///
  /// ``View/containsFocus`` has the new value. The view that lost the focus is `nil` if it was removed.
  open func focusMoved(from old: View?, to new: View?) {}
  /// Called after the view has appeared on the screen: added to a window, or no longer hidden or covered.
  open func didAppear() {}
  /// Called after the view has disappeared from the screen: it was hidden or covered, alone or with a superview, or
  /// removed.
  open func didDisappear() {}
  /// Makes an area visible, and returns the area that the superview should make visible. Both are in the coordinates of
  /// this view.
  ///
  /// The default implementation returns `area`. Override it in a view that scrolls its subviews. To make an area
  /// visible, call ``reveal(_:)``.
  open func makeVisible(_ area: Rect) -> Rect { area }

  // MARK: The tree

  /// Adds `view` in front of the other subviews. A view that has another superview is moved without being dismissed.
  public final func addSubview(_ view: View) {
    insert(view)
    view.presenceChanged()
  }

  /// Moves a subview in front of the others.
  public final func bringToFront(_ view: View) {
    guard view.superview === self, subviews.last !== view else { return }
    subviews.removeAll { $0 === view }
    subviews.append(view)
    view.setNeedsDisplay(because: "order")
  }

  /// Permanently removes the view from its superview, and dismisses the screens and stacks inside it.
  ///
  /// The keyboard focus moves to another view. To show the view again later, hide it instead.
  public final func removeFromSuperview() {
    guard superview != nil || container != nil else { return }
    container?.disown(self)
    detach()
    presenceChanged()
    wasRemoved()
  }

  /// Adds `view` without updating its presence, for containers that update it themselves.
  final func insert(_ view: View) {
    if view.container !== self { view.container?.disown(view) }
    view.detach()
    subviews.append(view)
    view.superview = self
    view.attach(to: window)
    setNeedsLayout()
    view.setNeedsDisplay(because: "added")
  }

  /// Removes the view without dismissing it, for containers that may show it again.
  final func detach() {
    guard let superview else { return }
    setNeedsDisplay(because: "removed")
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.setNeedsLayout()
    attach(to: nil)
  }

  final func attach(to window: Window?) {
    if self.window !== window {
      self.window?.willDetach(self)
      self.window = window
      if let window { reactorBinding?.window = window }
      commandsByKey = nil
      if window != nil, !isLoaded {
        isLoaded = true
        DisposeBag.withoutCollecting(viewDidLoad)
        bindWaitingReactor()
      }
      DisposeBag.withoutCollecting(windowChanged)
      if window != nil { charactersChanged() }
    }
    for view in subviews { view.attach(to: window) }
  }

  /// Called when the view has been added to a window or removed from one. Start and stop animations here.
  open func windowChanged() {}

  /// Called when the view has been added to a window, and when ``Window/isASCII`` has changed. Override it to update
  /// texts that depend on the available characters, such as key names and symbols from ``Theme/Glyphs``.
  ///
  /// A view that reads them while drawing does not need this method, because it is laid out and drawn again.
  open func charactersChanged() {}

  /// Lays out this view and the views inside it after the available characters have changed.
  final func updateCharacters() {
    needsLayout = true
    window?.setNeedsLayout()
    charactersChanged()
    for view in subviews { view.updateCharacters() }
  }

  // MARK: Presence

  /// Whether the view is in a window and neither it nor a superview is hidden.
  public final var isOnScreen: Bool {
    guard window != nil else { return false }
    var view: View? = self
    while let current = view {
      if current.isHidden { return false }
      view = current.superview
    }
    return true
  }

  /// Updates the presence of this view and the views inside it. Called once the tree is complete, because observers may
  /// change the tree.
  final func presenceChanged() {
    let isOnScreen = isOnScreen
    if isOnScreen != wasOnScreen {
      wasOnScreen = isOnScreen
      if isOnScreen { didAppear() } else { didDisappear() }
    }
    if let presence {
      // The view may have changed the tree when it appeared.
      if self.isOnScreen { presence.appeared() } else { presence.disappeared() }
    }
    for view in subviews { view.presenceChanged() }
  }

  /// Dismisses the views inside this one and then the view itself, after the view or a superview was permanently
  /// removed.
  func wasRemoved() {
    for view in subviews.reversed() { view.wasRemoved() }
    startedCommands?.cancel()
    presence?.dismissed()
  }

  /// Whether the view hides the text that is typed into it, so that no log may contain that text.
  package final var takesSecrets = false

  /// Whether the view draws a mark while ``marksFocus`` is `true`, which also depends on other views.
  package final var hasFocusMark = false

  /// Called in this module with the view inside this one that has lost the keyboard focus, before
  /// ``focusMoved(from:to:)``.
  func focusLeft(_ view: View) {}

  /// Returns whether the view is `view` or inside it.
  public final func isDescendant(of view: View) -> Bool {
    var candidate: View? = self
    while let current = candidate {
      if current === view { return true }
      candidate = current.superview
    }
    return false
  }

  /// Converts a point from this view's coordinates to those of the window.
  public final func convertToWindow(_ point: Point) -> Point {
    var result = point
    var view: View? = self
    while let current = view {
      result = result.offset(by: current.frame.origin)
      view = current.superview
    }
    return result
  }

  private func frameChanged(from old: Rect) {
    if old.size != frame.size { setNeedsLayout() }
    superview?.setNeedsDisplay(old, because: "frame of a subview")
    setNeedsDisplay(because: "frame")
  }

  private func visibilityChanged() {
    if isHidden {
      superview?.setNeedsDisplay(frame, because: "hidden subview")
    } else {
      setNeedsDisplay(because: "shown")
    }
    preferredSizeChanged()
    window?.needsFocusRepair = true
    window?.chromeChanged()
    presenceChanged()
  }
}
