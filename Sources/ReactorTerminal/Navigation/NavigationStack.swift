import ReactorCore
import ReactorFlow

/// A stack of screens that shows the top one between a title bar and a hint line.
public final class NavigationStack: View {
  /// The commands of a navigation stack.
  ///
  /// A screen that adds a command of the same name replaces the one of the stack.
  public enum Commands: String, CommandSet, Sendable {
    /// Returns to the screen below.
    case back = "navigation.back"

    /// The heading in the help sheet.
    public static let section: String? = "General"

    /// The command with its default keys and its title.
    public var binding: KeyBinding {
      switch self {
      // `q` is among them, because it quits only if there is nothing to go back to.
      case .back: keys(.escape, "q", "h", .left, .backspace, title: "Back")
      }
    }
  }

  /// The screens, from bottom to top.
  public private(set) var screens: [Screen] = []
  /// Emits each screen that was removed from the stack, after its removal.
  public let popped = Relay<Screen>()
  /// The title bar in the first line.
  public let titleBar = TitleBar()
  /// The hint line in the last line.
  public let hintLine = HintLine()

  let presence = Presence()
  /// Emits when the top screen has changed.
  let topChanged = Relay<Void>()
  private var focusOf: [ObjectIdentifier: Weak<View>] = [:]
  private var subscriptions = DisposeBag()

  /// Creates a stack with `root` at the bottom.
  public init(root: Screen? = nil) {
    super.init()
    addSubview(titleBar)
    addSubview(hintLine)
    let back = addCommand(Commands.back)
    back.isEnabled = false
    back.bind { [weak self] in self?.goBack() }
    if let root { push(root) }
  }

  /// The top screen, which is shown.
  public var top: Screen? { screens.last }

  /// Pushes `screen` onto the stack.
  public func push(_ screen: Screen) {
    leaveTop()
    screens.append(screen)
    enterTop()
  }

  /// Pops the top screen on behalf of the user, unless it is the bottom of the stack or ``Screen/shouldGoBack()``
  /// returns `false`.
  public func goBack() {
    if screens.count > 1, top?.shouldGoBack() == true { pop() }
  }

  /// Pops the top screen without calling ``Screen/shouldGoBack()``. The bottom screen stays.
  public func pop() {
    if screens.count > 1 { pop(to: screens[screens.count - 2]) }
  }

  /// Pops all screens above `screen`.
  public func pop(to screen: Screen) {
    guard let index = screens.firstIndex(where: { $0 === screen }), index < screens.count - 1 else { return }
    leaveTop()
    let gone = screens[(index + 1)...]
    screens.removeSubrange((index + 1)...)
    for screen in gone { focusOf[ObjectIdentifier(screen)] = nil }
    enterTop()
    for screen in gone.reversed() { finishRemoval(of: screen) }
  }

  /// Replaces the top screen with `screen`.
  public func replaceTop(with screen: Screen) {
    leaveTop()
    let gone = screens.popLast()
    screens.append(screen)
    enterTop()
    if let gone {
      focusOf[ObjectIdentifier(gone)] = nil
      finishRemoval(of: gone)
    }
  }

  private func finishRemoval(of screen: Screen) {
    // An earlier observer may have pushed the screen again.
    if !screens.contains(where: { $0 === screen }) {
      screen.isInStack = false
      screen.wasRemoved()
    }
    popped.send(screen)
  }

  private func leaveTop() {
    guard let top else { return }
    if let focused = window?.focusedView, focused.isDescendant(of: top) {
      focusOf[ObjectIdentifier(top)] = Weak(focused)
    }
    top.detach()
    top.didDisappear()
    top.presenceChanged()
  }

  private func enterTop() {
    guard let top else { return }
    top.isInStack = true
    command(Commands.back)?.isEnabled = screens.count > 1
    insert(top)
    setNeedsLayout()
    setNeedsDisplay()
    window?.needsFocusRepair = true
    window?.chromeChanged()
    window?.titlesChanged()
    top.didAppear()
    top.presenceChanged()
    topChanged.send(())
  }

  /// Subscribes to the titles and hints of the window.
  public override func windowChanged() {
    subscriptions.dispose()
    subscriptions = DisposeBag()
    window?.chrome.subscribe { [weak self] in self?.updateHints() }.disposed(by: subscriptions)
    window?.titles.subscribe { [weak self] in self?.updateTitles() }.disposed(by: subscriptions)
    window?.needsFocusRepair = true
    // A previous stack may have received the last change.
    window?.titlesChanged()
  }

  override var presenceInTree: Presence? { presence }

  /// Dismisses the stack, but not its screens, which end with the flow that owns the stack.
  override func wasRemoved() {
    presence.dismissed()
  }

  /// The top screen.
  public override var keyTarget: View { top?.keyTarget ?? self }

  override var focusCandidate: View? {
    top.flatMap { focusOf[ObjectIdentifier($0)]?.value ?? $0.preferredFocus }
  }

  private func updateTitles() {
    top?.titlesWillShow()
    titleBar.titles = screens.map(\.title)
    titleBar.status = top?.status ?? ""
  }

  private func updateHints() {
    hintLine.bindings = window?.activeBindings.filter { !$0.isHidden && !$0.keys.isEmpty } ?? []
  }

  /// Gives the title bar and the hint line one row each, and the rest to the screen.
  public override func layoutSubviews() {
    titleBar.frame = Rect(x: 0, y: 0, width: bounds.width, height: min(1, bounds.height))
    hintLine.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: bounds.height > 1 ? 1 : 0)
    top?.frame = Rect(x: 0, y: 1, width: bounds.width, height: max(0, bounds.height - 2))
  }
}

extension NavigationStack: Presentable {
  /// Whether the stack is in a window and not inside anything that is hidden or covered.
  public var visibility: Observable<Bool> { presence.visibility }
  /// Emits once, when the stack, or the screen or dialog that contains it, is removed for good; not when it is only
  /// covered or hidden. The screens of the stack do not emit: they end with the flow that owns the stack.
  public var dismissal: Observable<Void> { presence.dismissal }
}
