import ReactorCore
import ReactorFlow

/// Screens one upon the other, of which the last is shown: between a title bar with the way here and a line of hints.
public final class NavigationStack: View {
  /// The screens, the first at the bottom.
  public private(set) var screens: [Screen] = []
  /// Told of each screen that was taken away, after it is gone.
  public let popped = Relay<Screen>()
  /// The first line.
  public let titleBar = TitleBar()
  /// The last line.
  public let hintLine = HintLine()

  let presence = Presence()
  /// Told when another screen has come to the top.
  let topChanged = Relay<Void>()
  private var focusOf: [ObjectIdentifier: Weak<View>] = [:]
  private var subscriptions = DisposeBag()

  /// A stack with `root` at the bottom.
  public init(root: Screen? = nil) {
    super.init()
    addSubview(titleBar)
    addSubview(hintLine)
    // Also `q`: it quits only where there is nothing to go back to.
    let back = keys(.escape, "q", "h", .left, .backspace, id: "navigation.back", title: "Back", section: "General")
    back.isEnabled = false
    back.bind { [weak self] in self?.goBack() }
    if let root { push(root) }
  }

  /// The screen that is shown.
  public var top: Screen? { screens.last }

  /// Shows `screen` over the others.
  public func push(_ screen: Screen) {
    leaveTop()
    screens.append(screen)
    enterTop()
  }

  /// Takes the shown screen away as a person asks for it: unless it is at the bottom, or refuses (`shouldGoBack()`).
  public func goBack() {
    if screens.count > 1, top?.shouldGoBack() == true { pop() }
  }

  /// Takes the shown screen away, whatever it holds; the one at the bottom stays.
  public func pop() {
    if screens.count > 1 { pop(to: screens[screens.count - 2]) }
  }

  /// Takes away every screen above `screen`.
  public func pop(to screen: Screen) {
    guard let index = screens.firstIndex(where: { $0 === screen }), index < screens.count - 1 else { return }
    leaveTop()
    let gone = screens[(index + 1)...]
    screens.removeSubrange((index + 1)...)
    for screen in gone { focusOf[ObjectIdentifier(screen)] = nil }
    enterTop()
    for screen in gone.reversed() { tellGone(screen) }
  }

  /// Puts `screen` in the place of the shown one.
  public func replaceTop(with screen: Screen) {
    leaveTop()
    let gone = screens.popLast()
    screens.append(screen)
    enterTop()
    if let gone {
      focusOf[ObjectIdentifier(gone)] = nil
      tellGone(gone)
    }
  }

  private func tellGone(_ screen: Screen) {
    // It may have been pushed again, here or elsewhere, by somebody who was told before.
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
    command("navigation.back")?.isEnabled = screens.count > 1
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

  /// Follows the window's titles and hints.
  public override func windowChanged() {
    subscriptions.dispose()
    subscriptions = DisposeBag()
    window?.chrome.subscribe { [weak self] in self?.updateHints() }.disposed(by: subscriptions)
    window?.titles.subscribe { [weak self] in self?.updateTitles() }.disposed(by: subscriptions)
    window?.needsFocusRepair = true
    // The stack that was here before may have been asked already.
    window?.titlesChanged()
  }

  override var presenceInTree: Presence? { presence }

  /// Its screens are not told: they are gone with the flow that has it.
  override func wasRemoved() {
    presence.dismissed()
  }

  /// The shown screen.
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

  /// One line each for the title and the hints, the rest for the screen.
  public override func layoutSubviews() {
    titleBar.frame = Rect(x: 0, y: 0, width: bounds.width, height: min(1, bounds.height))
    hintLine.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: bounds.height > 1 ? 1 : 0)
    top?.frame = Rect(x: 0, y: 1, width: bounds.width, height: max(0, bounds.height - 2))
  }
}
