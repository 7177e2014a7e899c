import ReactorFlow

/// A rectangle of the screen that draws itself, lays out its subviews and answers keys and the mouse.
///
/// Views are retained, as UIKit's are: state is bound to their properties, and setting a property marks what must be
/// drawn anew. Coordinates are cells; a subview's `frame` is in its superview's coordinates. Main actor only.
@MainActor
open class View {
  /// Where it is in its superview.
  public var frame: Rect = .zero {
    didSet { if frame != oldValue { frameChanged(from: oldValue) } }
  }
  /// Whether it is left out: neither drawn, nor hit, nor focused.
  public var isHidden = false {
    didSet { if isHidden != oldValue { visibilityChanged() } }
  }
  /// The view that holds it.
  public private(set) weak var superview: View?
  /// The views it holds, from back to front.
  public private(set) var subviews: [View] = []
  /// The window it is in.
  public private(set) weak var window: Window?
  /// What answers to keys here, in the order in which hints show it.
  public private(set) var commands: [Command] = []
  /// Whether the keyboard can be given to it with Tab or the mouse.
  open var canBecomeFocused: Bool { false }
  /// Where the hardware cursor stands while this view has the keyboard; nil hides it. Input methods draw there.
  open var caret: Point? { nil }
  /// Whether `intercept(key:)` takes what can be typed: such keys are not shown as hints meanwhile.
  open var takesTyping: Bool { false }
  /// Where keys go while nothing in here has the keyboard. Default: to itself.
  open var keyTarget: View { self }
  /// What should get the keyboard when nothing in here has it; nil: the first view that takes it.
  var focusCandidate: View? { nil }

  var needsLayout = true
  private var isLoaded = false
  private var commandsByKey: [Key: Command]?

  /// An empty view.
  public init() {}

  /// Its own rectangle, in its own coordinates.
  public final var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// Whether it has the keyboard.
  public final var isFocused: Bool { window?.focusedView === self }

  /// Whether it has the keyboard, or gets it back when the dialogs above it are closed. A view that hides while nobody
  /// types in it asks this: a hidden one cannot get the keyboard back.
  public final var keepsFocus: Bool { window?.keepsFocus(self) ?? false }

  // MARK: To override

  /// Called once, when it is first put into a window.
  open func viewDidLoad() {}
  /// Sets the frames of the subviews, from `bounds`.
  open func layoutSubviews() {}
  /// Draws what is inside `canvas.clip`; the superview has drawn already, subviews follow. Never draws its subviews.
  open func draw(in canvas: Canvas) {}
  /// The size it would like, in at most `proposal`. Default: all of it.
  open func sizeThatFits(_ proposal: Size) -> Size { proposal }
  /// Answers a key that no command of this view took. Returns whether it did; otherwise the superview is asked.
  open func handle(key: Key) -> Bool { false }
  /// Sees a key before the commands of this view do: a text field takes what can be typed.
  open func intercept(key: Key) -> Bool { false }
  /// Sees a run of keys that can be typed and arrived together, while it has the keyboard. Where it returns false, they
  /// come one by one: a text field takes them as one edit.
  open func intercept(typed text: String) -> Bool { false }
  /// Answers the mouse; the position is in this view's coordinates.
  open func handle(mouse: MouseEvent) -> Bool { false }
  /// Answers pasted text.
  open func handle(paste: Paste) -> Bool { false }
  /// The keyboard came or went.
  open func focusChanged() { setNeedsDisplay() }

  // MARK: The tree

  /// Puts `view` in front of the other subviews. One that comes from elsewhere has moved, and is not dismissed.
  public final func addSubview(_ view: View) {
    insert(view)
    view.presenceChanged()
  }

  /// Puts a subview in front of the others, without taking it out of the window.
  public final func bringToFront(_ view: View) {
    guard view.superview === self, subviews.last !== view else { return }
    subviews.removeAll { $0 === view }
    subviews.append(view)
    view.setNeedsDisplay()
  }

  /// Takes it out of its superview for good: screens and stacks in here are dismissed. The keyboard passes on if it was
  /// here. To show a view again later, hide it instead.
  public final func removeFromSuperview() {
    guard superview != nil else { return }
    detach()
    presenceChanged()
    wasRemoved()
  }

  /// What `addSubview` is to containers that say themselves when the view has appeared.
  final func insert(_ view: View) {
    view.detach()
    subviews.append(view)
    view.superview = self
    view.attach(to: window)
    setNeedsLayout()
    view.setNeedsDisplay()
  }

  /// What `removeFromSuperview` is to containers that may show the view again.
  final func detach() {
    guard let superview else { return }
    setNeedsDisplay()
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.setNeedsLayout()
    attach(to: nil)
  }

  final func attach(to window: Window?) {
    if self.window !== window {
      self.window?.willDetach(self)
      self.window = window
      if window != nil, !isLoaded {
        isLoaded = true
        viewDidLoad()
      }
      windowChanged()
    }
    for view in subviews { view.attach(to: window) }
  }

  /// It was put into a window, or taken out of one. What ticks starts and stops here.
  open func windowChanged() {}

  // MARK: Presence

  /// Whether it is in a window, and neither hidden nor inside something hidden.
  final var isOnScreen: Bool {
    guard window != nil else { return false }
    var view: View? = self
    while let current = view {
      if current.isHidden { return false }
      view = current.superview
    }
    return true
  }

  /// Where a flow hears whether it is shown, if that follows from its place in the tree.
  var presenceInTree: Presence? { nil }

  /// Tells those who listen, here and inside, whether they are shown. Called when the tree stands: whoever is told may
  /// change it.
  final func presenceChanged() {
    if let presenceInTree {
      if isOnScreen { presenceInTree.appeared() } else { presenceInTree.disappeared() }
    }
    for view in subviews { view.presenceChanged() }
  }

  /// It, or what it is in, was taken away for good: dismisses the screens and stacks inside, the innermost first.
  func wasRemoved() {
    for view in subviews.reversed() { view.wasRemoved() }
  }

  /// Tells others of what was put off with `Window.announceLater(_:)`.
  func announceChanges() {}

  /// What `windowChanged` is to this module: an override of that need not call `super`.
  func placementChanged() {}

  /// Whether it is `view` or inside it.
  public final func isDescendant(of view: View) -> Bool {
    var candidate: View? = self
    while let current = candidate {
      if current === view { return true }
      candidate = current.superview
    }
    return false
  }

  /// `point`, from this view's coordinates to the window's.
  public final func convertToWindow(_ point: Point) -> Point {
    var result = point
    var view: View? = self
    while let current = view {
      result = result.offset(by: current.frame.origin)
      view = current.superview
    }
    return result
  }

  // MARK: Drawing and layout

  /// Asks for `rect` (all of it if nil) to be drawn in the next frame.
  public final func setNeedsDisplay(_ rect: Rect? = nil) {
    guard let window, !isHidden else { return }
    var area = (rect ?? bounds).intersection(bounds)
    var view = self
    while let superview = view.superview {
      guard !superview.isHidden else { return }
      area = area.offset(by: view.frame.origin).intersection(superview.bounds)
      view = superview
    }
    window.invalidate(area.offset(by: view.frame.origin))
  }

  /// Asks for `layoutSubviews` before the next frame.
  public final func setNeedsLayout() {
    needsLayout = true
    window?.setNeedsLayout()
  }

  final func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for view in subviews where !view.isHidden { view.layoutIfNeeded() }
  }

  final func drawTree(in canvas: Canvas) {
    guard !isHidden else { return }
    let inner = canvas.translated(to: frame)
    guard !inner.clip.isEmpty else { return }
    draw(in: inner)
    for view in subviews { view.drawTree(in: inner) }
  }

  private func frameChanged(from old: Rect) {
    if old.size != frame.size { setNeedsLayout() }
    superview?.setNeedsDisplay(old)
    setNeedsDisplay()
  }

  private func visibilityChanged() {
    if isHidden {
      superview?.setNeedsDisplay(frame)
    } else {
      setNeedsDisplay()
    }
    superview?.setNeedsLayout()
    window?.needsFocusRepair = true
    window?.chromeChanged()
    presenceChanged()
  }

  // MARK: Commands

  /// Binds keys to a command, for this view and what is inside it: the keys, the hint, the help and the palette entry
  /// all come from this one value. Asking again for the same `id` gives the same command its new keys and title.
  ///
  /// ```swift
  /// keys("r", "R", .f5, id: "list.refresh", title: "Refresh").map { .refresh }.bind(to: reactor.action)
  /// ```
  @discardableResult
  public final func keys(
    _ keys: Key..., id: String, title: String, section: String? = nil, isHidden: Bool = false
  ) -> Command {
    command(KeyBinding(id: id, keys: keys, title: title, section: section, isHidden: isHidden))
  }

  /// Binds a command by its binding.
  @discardableResult
  public final func command(_ binding: KeyBinding) -> Command {
    if let known = commands.first(where: { $0.binding.id == binding.id }) {
      known.binding = binding
      return known
    }
    let command = Command(binding, owner: self)
    commands.append(command)
    commandsChanged()
    return command
  }

  /// The command of this view with a name.
  public final func command(_ id: String) -> Command? {
    commands.first { $0.binding.id == id }
  }

  final func commandsChanged() {
    commandsByKey = nil
    window?.chromeChanged()
  }

  /// The command that `key` triggers here, with the user's own keys in place of ours.
  final func command(for key: Key) -> Command? {
    if commands.isEmpty { return nil }
    if let commandsByKey { return commandsByKey[key] }
    let keymap = window?.keymap ?? Keymap()
    var map: [Key: Command] = [:]
    for command in commands where command.isEnabled {
      for key in keymap.applied(to: command.binding).keys where map[key] == nil { map[key] = command }
    }
    commandsByKey = map
    return map[key]
  }

  final func keymapChanged() {
    commandsByKey = nil
    for view in subviews { view.keymapChanged() }
  }
}
