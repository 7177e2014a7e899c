import ReactorCore
import ReactorFlow

/// A rectangle of the screen that draws itself, lays out its subviews, and handles keys and the mouse.
///
/// Views are retained, as in UIKit: state is bound to their properties, and setting a property marks the rows to draw
/// again. Coordinates are in cells. The ``frame`` of a subview is in the coordinates of its superview.
///
/// A view with several children of which only some are shown is a ``ContainerView``.
@MainActor
open class View {
  /// The position and size in the superview.
  public var frame: Rect = .zero {
    didSet { if frame != oldValue { frameChanged(from: oldValue) } }
  }
  /// Whether the view is hidden: it is not drawn and receives no focus and no mouse events.
  public var isHidden = false {
    didSet { if isHidden != oldValue { visibilityChanged() } }
  }
  /// The view that contains this one.
  public private(set) weak var superview: View?
  /// The views inside this one, from back to front.
  public private(set) var subviews: [View] = []
  /// The window that contains the view.
  public private(set) weak var window: Window?
  /// The commands of this view, in the order of their hints.
  public internal(set) var commands: [ViewCommand] = []
  /// Whether the view can get the keyboard focus with Tab or the mouse.
  open var canBecomeFocused: Bool { false }
  /// The position at which text is typed while this view has the keyboard focus, for the visible cursor of the terminal;
  /// `nil` to hide it. Input methods draw there.
  open var caret: Point? { nil }
  /// The cell of this view that screen readers and braille displays follow while the view has the keyboard focus and no
  /// ``View/caret``: the first cell of what is selected in it. The default is the first cell of the view.
  open var focusCell: Point { .zero }
  /// The parts of this view that say what the screen is about, such as headings, so that messages do not cover them. The
  /// keyboard focus is not covered anyway. None by default.
  open var headingAreas: [Rect] { [] }
  /// Whether `intercept(key:)` handles all keys that type a character. Hints leave out these keys in the meantime.
  open var takesTyping: Bool { false }
  /// The view that receives keys while no view inside this one has the keyboard focus.
  ///
  /// The default is that of ``preferredFocus`` or, without it, of the first ``ContainerView`` among the subviews; the
  /// view itself if there is neither.
  open var keyTarget: View {
    let target = preferredFocus ?? subviews.first { $0 is ContainerView && !$0.isHidden }
    guard let target, target !== self, target.isShown(in: self) else { return self }
    return target.keyTarget
  }
  /// The view inside this one that gets the keyboard focus first; `nil` for the first that accepts it.
  ///
  /// The preference applies when the view is shown, and when the view with the keyboard focus has left it. It can be a
  /// container, whose own preference then applies.
  open var preferredFocus: View? { nil }
  /// The state to keep up to date if the view is a `Presentable`: whether it is on the screen, and its end.
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
  /// Whether what the user types, pastes or clicks while the keyboard focus is inside this view waits, because the
  /// view is about to lead elsewhere or has nothing to act on yet.
  ///
  /// Input waits for a second at most, from when the property was set, and Ctrl-C never does. Then it is discarded, and
  /// only Esc reaches the view until its work ends, which it has to show by then. So a key that is typed ahead waits for
  /// work that is quickly done, and never acts on a screen that is about to leave.
  ///
  /// ```swift
  /// reactor.state(\.isSaving).bind(to: self, \.holdsInput).disposed(by: disposeBag)
  /// ```
  ///
  /// Input that arrives after a key that shows another screen waits for the first frame of that screen by itself, and
  /// while a flow waits for the answer to a step.
  public final var holdsInput = false {
    didSet { if holdsInput != oldValue { waitChanged(holdsInput) } }
  }

  /// Whether a flow below the one of which the view is the root waits for the answer to a step.
  var isNavigating = false {
    didSet { if isNavigating != oldValue { waitChanged(isNavigating) } }
  }
  /// The time at which the view began to hold input.
  var waitBegan: Duration?
  var needsLayout = true
  /// The container that the view belongs to, whether the container shows it or not.
  final weak var container: ContainerView?
  private var wasOnScreen = false
  private(set) var isLoaded = false
  /// The reactor of a ``ReactorBound`` view, and its bindings.
  var reactorBinding: ReactorBinding?
  /// Whether the messages of the view's reactor are shown: those of a screen, but not again for its parts.
  var showsMessages: Bool { false }
  /// The commands of each key, enabled or not; `nil` until a key is looked up.
  var commandsByKey: [Key: [ViewCommand]]?
  /// Whether titles or availability of commands depend on the state of the view.
  var hasChangingCommands = false
  /// The commands that are being performed, if there were any.
  private(set) var startedCommands: CommandTasks?

  /// The commands that are being performed, created at first use.
  var commandTasks: CommandTasks {
    if let startedCommands { return startedCommands }
    let tasks = CommandTasks()
    startedCommands = tasks
    return tasks
  }

  /// The title of the terminal's window while the keyboard focus is inside this view; empty for that of the superview.
  var titleOfWindow: String { "" }

  /// Creates an empty view.
  public init() {
    if Instrumentation.isObserved { Instrumentation.emit(.created, from: ProgramEvent.Source(self)) }
  }

  /// The rectangle of the view in its own coordinates.
  public final var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// Whether the view has the keyboard focus.
  public final var isFocused: Bool { window?.focusedView === self }

  /// Whether the view has the keyboard focus, or gets it back when the dialogs above it are closed.
  ///
  /// A view that hides while it is not in use reads this property, because a hidden view cannot get the focus back.
  public final var keepsFocus: Bool { window?.keepsFocus(self) ?? false }

  // MARK: To override

  /// Called once, when the view is first added to a window.
  open func viewDidLoad() {}
  /// Sets the frames of the subviews according to ``View/bounds``.
  open func layoutSubviews() {}
  /// Draws the part of the view inside `canvas.clip`, over the superview and under the subviews, which draw themselves.
  open func draw(in canvas: Canvas) {}
  /// Returns the preferred size, at most `proposal`. The default is `proposal`.
  open func sizeThatFits(_ proposal: Size) -> Size { proposal }
  /// Handles a key that triggers no command of this view. Returns whether it did; otherwise the superview handles the
  /// key.
  open func handle(key: Key) -> Bool { false }
  /// Handles a key before the commands of this view, as a text field does with typed characters. Returns whether it
  /// did.
  open func intercept(key: Key) -> Bool { false }
  /// Handles typed characters that arrived together, as one edit, while the view has the keyboard focus. Returns
  /// whether it did; otherwise they are delivered one by one.
  open func intercept(typed text: String) -> Bool { false }
  /// Handles a mouse event in the coordinates of this view. Returns whether it did.
  open func handle(mouse: MouseEvent) -> Bool { false }
  /// The part of the view in which dragging the mouse selects text, without its scrollbar; `nil` by default.
  ///
  /// A drag that ``handle(mouse:)`` handles, such as that of a scrollbar, selects nothing. Neither does one after a press
  /// that a view handles, unless that view or one inside it has such an area. After a press that no view handles, text is
  /// selected in the innermost area, or else in the whole screen, pane or dialog.
  open var selectableArea: Rect? { nil }
  /// Handles pasted text. Returns whether it did.
  open func handle(paste: Paste) -> Bool { false }
  /// Called when the view gains or loses the keyboard focus.
  open func focusChanged() { setNeedsDisplay() }
  /// Called when the keyboard focus has moved into this view, out of it, or from one view inside it to another.
  ///
  /// ``View/containsFocus`` has the new value. The view that lost the focus is `nil` if it was removed.
  open func focusMoved(from old: View?, to new: View?) {}
  /// Called after the view has appeared on the screen: added to a window, or no longer hidden or covered.
  open func didAppear() {}
  /// Called after the view has disappeared from the screen: hidden or covered, with a superview or alone, or removed.
  open func didDisappear() {}
  /// Makes an area visible, and returns the area that the superview is to make visible. Both are in the coordinates of
  /// this view.
  ///
  /// The default implementation returns `area`. Override it in a view that scrolls its subviews, and call ``reveal(_:)``
  /// to have an area made visible.
  open func makeVisible(_ area: Rect) -> Rect { area }

  // MARK: The tree

  /// Adds `view` in front of the other subviews. A view with another superview moves, and is not dismissed.
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

  /// Removes the view from its superview for good, and dismisses the screens and stacks inside it.
  ///
  /// The keyboard focus moves to another view. To show the view again later, hide it instead.
  public final func removeFromSuperview() {
    guard superview != nil || container != nil else { return }
    container?.disown(self)
    detach()
    presenceChanged()
    wasRemoved()
  }

  /// Adds `view` without updating its presence, for containers that do so themselves.
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

  /// Called when the view has been added to a window, and when ``Window/isASCII`` has changed. Update texts here that
  /// depend on the available characters, such as the names of keys and signs of ``Theme/Glyphs``.
  ///
  /// A view that reads them when it draws does not need this method, because it is laid out and drawn again.
  open func charactersChanged() {}

  /// Lays out this view and those inside it with other characters.
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
  /// change it.
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

  /// Dismisses what is inside and then the view itself, after the view or a superview was removed for good.
  func wasRemoved() {
    for view in subviews.reversed() { view.wasRemoved() }
    startedCommands?.cancel()
    presence?.dismissed()
  }

  /// Whether the view does not show what is typed into it, so that no log may contain it.
  var takesSecrets: Bool { false }

  /// Whether the view draws a mark while ``marksFocus`` holds, which also depends on the other views.
  var hasFocusMark: Bool { false }

  /// Called with the view inside that has lost the keyboard focus, before ``focusMoved(from:to:)``, for this module.
  func focusLeft(_ view: View) {}

  /// Announces the changes postponed with `Window.announceLater(_:)`.
  func announceChanges() {}

  /// Called after `windowChanged()`, for this module, because overrides of that method need not call `super`.
  func placementChanged() {}

  /// Returns whether the view is `view` or inside it.
  public final func isDescendant(of view: View) -> Bool {
    var candidate: View? = self
    while let current = candidate {
      if current === view { return true }
      candidate = current.superview
    }
    return false
  }

  /// Returns `point` converted from the coordinates of this view to those of the window.
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
