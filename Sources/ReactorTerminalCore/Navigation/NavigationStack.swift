import ReactorCore

/// A stack of screens that shows the top one between a title bar and a hint line. Hide either bar to give its line to
/// the screen.
///
/// The stack is dismissed when it, or the screen, dialog or container around it, is permanently removed. Its screens
/// are dismissed after it, top one first. If the stack is the root of a flow, the flow ends its screens itself, in its
/// own order. For any other stack, such as one in a tab, it is enough to contribute its screens:
///
/// ```swift
/// window.root.replaceContent(with: NavigationStack(root: screen))
/// return .one(flowContributor: .contribute(withNextPresentable: screen, withNextStepper: reactor))
/// ```
public final class NavigationStack: ContainerView {
  /// The commands of a navigation stack. At the bottom of the stack there is nothing to go back to.
  nonisolated public static let commands = Commands<NavigationStack>("General") {
    // `q` is included, because it quits only if there is nothing to go back to.
    Command(back, .escape, "q", "h", .left, .backspace, title: "Back", help: "Returns to the previous screen.") {
      $0.view.goBack()
    }
    .shown { $0.view.screens.count > 1 }
  }
  /// The command that returns to the screen below. A screen can replace it by adding a command with the same name.
  nonisolated public static let back: CommandID = "navigation.back"

  /// The screens, from bottom to top.
  public private(set) var screens: [Screen] = []
  /// A relay that emits each screen after it has been removed from the stack.
  public let popped = Relay<Screen>()
  /// The title bar in the first line.
  public let titleBar = TitleBar()
  /// The hint line in the last line.
  public let hintLine = HintLine()

  /// A relay that emits when the top screen has changed.
  let topChanged = Relay<Void>()
  private var subscriptions = DisposeBag()
  private let disposeBag = DisposeBag()

  /// Creates a stack with `root` at the bottom.
  public init(root: Screen? = nil) {
    super.init()
    addSubview(titleBar)
    addSubview(hintLine)
    Self.commands.install(in: self)
    titleBar.titleClicked.subscribe { [weak self] in self?.goBack(toScreenAt: $0) }.disposed(by: disposeBag)
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

  /// Pops the top screen in response to the user, unless it is the bottom of the stack or ``Screen/shouldGoBack()``
  /// returns `false`.
  public func goBack() {
    if screens.count > 1, top?.shouldGoBack() == true { pop() }
  }

  /// Pops the screens above `screen` in response to the user, as a click on its title does. The first screen for which
  /// ``Screen/shouldGoBack()`` returns `false` stays at the top.
  public func goBack(to screen: Screen) {
    guard let index = screens.firstIndex(where: { $0 === screen }) else { return }
    if let refusing = screens[(index + 1)...].last(where: { !$0.shouldGoBack() }) {
      pop(to: refusing)
    } else {
      pop(to: screen)
    }
  }

  private func goBack(toScreenAt index: Int) {
    if screens.indices.contains(index) { goBack(to: screens[index]) }
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
    enterTop()
    for screen in gone.reversed() { finishRemoval(of: screen) }
  }

  /// Replaces the top screen with `screen`.
  public func replaceTop(with screen: Screen) {
    leaveTop()
    let gone = screens.popLast()
    screens.append(screen)
    enterTop()
    if let gone { finishRemoval(of: gone) }
  }

  private func finishRemoval(of screen: Screen) {
    // An earlier observer may have pushed the screen again.
    if !screens.contains(where: { $0 === screen }) {
      screen.navigationStack = nil
      disown(screen)
      screen.wasRemoved()
    }
    popped.send(screen)
  }

  private func leaveTop() {
    if let top { hideChild(top) }
  }

  private func enterTop() {
    guard let top else { return }
    top.navigationStack = self
    showChild(top)
    window?.screenChanged()
    topChanged.send(())
  }

  /// Subscribes to the titles of the window.
  public override func windowChanged() {
    subscriptions.dispose()
    subscriptions = DisposeBag()
    window?.titles.subscribe { [weak self] in self?.updateTitles() }.disposed(by: subscriptions)
    window?.needsFocusRepair = true
    // A previous stack may have received the latest change.
    window?.titlesChanged()
  }

  /// Dismisses the stack, which ends the flow that owns it, and then dismisses its screens.
  override func wasRemoved() {
    presence?.dismissed()
    // An observer may have added the stack again.
    guard superview == nil || window == nil else { return }
    for screen in screens.reversed() { screen.stackWasRemoved() }
  }

  /// The top screen.
  public override var activeChild: View? { top }

  private func updateTitles() {
    top?.titlesWillShow()
    titleBar.titles = screens.map(\.title)
    titleBar.status = top?.status ?? ""
  }

  /// Gives the title bar and the hint line one row each, and the rest to the screen.
  public override func layoutSubviews() {
    let title = titleBar.isHidden ? 0 : min(1, bounds.height)
    let hints = hintLine.isHidden ? 0 : min(1, bounds.height - title)
    titleBar.frame = Rect(x: 0, y: 0, width: bounds.width, height: title)
    hintLine.frame = Rect(x: 0, y: bounds.height - hints, width: bounds.width, height: hints)
    top?.frame = Rect(x: 0, y: title, width: bounds.width, height: bounds.height - title - hints)
  }
}
