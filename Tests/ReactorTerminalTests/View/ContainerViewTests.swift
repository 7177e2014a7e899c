import ReactorCore
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import Testing

// Containers as a program outside this package would write them: only public declarations are used.

/// A container that shows one page after another.
@MainActor
private final class Wizard: ContainerView {
  private var page = 0

  init(_ pages: [View]) {
    super.init()
    for page in pages { addChild(page) }
    showChild(pages[0])
  }

  override var activeChild: View? { children.indices.contains(page) ? children[page] : nil }

  func show(_ next: Int) {
    hideChild(children[page])
    page = next
    showChild(children[page])
  }

  override func layoutSubviews() { activeChild?.frame = bounds }
}

/// A view that is the root of a flow without being a container.
@MainActor
private final class Sidebar: View, Presentable {
  private let state = Presence()
  var log: [String] = []
  override var presence: Presence? { state }
  var visibility: Observable<Bool> { state.visibility }
  var dismissal: Observable<Void> { state.dismissal }
  override func didAppear() { log.append("appeared") }
  override func didDisappear() { log.append("disappeared") }
  override func focusMoved(from old: View?, to new: View?) {
    log.append("focus \((old as? Tile)?.letter ?? "-")\((new as? Tile)?.letter ?? "-") \(containsFocus)")
  }
}

@MainActor
private final class Page: Screen {
  let first: Tile
  let second: Tile
  var log: [String] = []

  init(_ letters: String) {
    first = Tile(letters.first ?? "?", focusable: true)
    second = Tile(letters.last ?? "?", focusable: true)
    super.init()
    addSubview(first)
    addSubview(second)
    keys("x", id: CommandID("page.\(letters)"), title: letters).bind { [weak self] in self?.log.append("x") }
  }

  override func layoutSubviews() {
    first.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    second.frame = Rect(x: 0, y: 1, width: bounds.width, height: 1)
  }

  override func didAppear() { log.append("appeared") }
  override func didDisappear() { log.append("disappeared") }
}

@MainActor
@Suite("ContainerView")
struct ContainerViewTests {
  @Test func `each child keeps its keyboard focus while it is not shown`() {
    let stage = TestScreen(4, 2)
    let pages = [Page("ab"), Page("cd")]
    let wizard = stage.show(Wizard(pages))
    #expect(stage.text == "aaaa\nbbbb")
    #expect(pages[0].first.isFocused)
    stage.press(.tab)

    wizard.show(1)
    #expect(stage.text == "cccc\ndddd")
    #expect(pages[1].first.isFocused)

    wizard.show(0)
    stage.window.render()
    #expect(pages[0].second.isFocused)
  }

  @Test func `the focus stays in the container whose child was replaced`() {
    let stage = TestScreen(8, 4)
    let wizard = Wizard([Page("ab"), Page("cd")])
    let stack = StackView(.horizontal)
    stack.add(Tile("s", focusable: true), .share())
    stack.add(wizard, .share())
    stage.show(stack)
    wizard.focus()
    #expect(wizard.containsFocus)

    wizard.show(1)
    stage.window.render()

    #expect(wizard.containsFocus)
  }

  @Test func `keys reach the active child although no view has the keyboard focus`() {
    let stage = TestScreen(4, 2)
    let pages = [Page("ab"), Page("cd")]
    for view in pages.flatMap(\.subviews) { (view as? Tile)?.isFocusable = false }
    let wizard = stage.show(Wizard(pages))
    #expect(stage.window.focusedView == nil)

    stage.press("x")
    wizard.show(1)
    stage.press("x", "x")

    #expect(pages.map { $0.log.filter { $0 == "x" }.count } == [1, 2])
  }

  @Test func `screens appear and disappear with their container and are dismissed with it, shown or not`() {
    let stage = TestScreen(4, 4)
    let pages = [Page("ab"), Page("cd"), Page("ef")]
    let wizard = Wizard(pages)
    let visibility = pages.map { Recorder($0.visibility) }
    let dismissals = pages.map { Recorder($0.dismissal) }
    let ends = Recorder(wizard.dismissal)
    let stack = stage.show(NavigationStack(root: Screen()))
    let host = Screen()
    host.addSubview(wizard)
    #expect(pages.map(\.log) == [[], [], []])

    stack.push(host)
    wizard.show(1)
    stack.push(Screen())
    stack.pop()
    #expect(visibility.map(\.elements) == [[false, true, false], [false, true, false, true], [false]])
    #expect(pages[1].log == ["appeared", "disappeared", "appeared"])
    #expect(dismissals.map(\.elements.count) == [0, 0, 0])

    wizard.removeChild(pages[2])
    #expect(dismissals.map(\.elements.count) == [0, 0, 1])
    #expect(wizard.children.count == 2)

    stack.pop()
    #expect(dismissals.map(\.elements.count) == [1, 1, 1])
    #expect(ends.elements.count == 1)
    #expect(pages[1].log.last == "disappeared")
  }

  @Test func `a child that moves elsewhere leaves its container`() {
    let stage = TestScreen(4, 4)
    let pages = [Page("ab"), Page("cd")]
    let wizard = stage.show(Wizard(pages))
    let other = View()

    other.addSubview(pages[1])
    #expect(wizard.children.count == 1)

    wizard.addChild(pages[1])
    #expect(wizard.children.count == 2)
    #expect(other.subviews.isEmpty)

    pages[1].removeFromSuperview()
    #expect(wizard.children.count == 1)
    #expect(Recorder(pages[1].dismissal).elements.count == 1)
  }

  @Test func `a custom view can be presentable, and follows focus and appearance`() {
    let stage = TestScreen(4, 4)
    let sidebar = Sidebar()
    let tiles = ["a", "b"].map { Tile($0, focusable: true) }
    for tile in tiles { sidebar.addSubview(tile) }
    let visibility = Recorder(sidebar.visibility)
    stage.show(sidebar)
    #expect(sidebar.log == ["appeared", "focus -a true"])

    stage.press(.tab)
    let alert = stage.window.alert("한국어", "…")
    alert.dismiss()
    sidebar.isHidden = true
    stage.window.render()
    stage.show(View())

    #expect(
      sidebar.log.dropFirst(2) == ["focus ab true", "focus b- false", "focus -b true", "disappeared", "focus b- false"])
    #expect(visibility.elements == [false, true, false])
    #expect(Recorder(sidebar.dismissal).elements.count == 1)
  }

  @Test func `a container is the root of a flow whose screens end with it`() {
    final class WizardFlow: Flow {
      let root = Wizard([Page("ab"), Page("cd")])
      func navigate(to step: WizardStep) -> FlowContributors<WizardStep> { .none }
    }
    let stage = TestScreen(4, 4)
    let coordinator = FlowCoordinator()
    weak var weakFlow: WizardFlow?
    do {
      let flow = WizardFlow()
      weakFlow = flow
      coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: WizardStep.started))
      stage.show(flow.root)
    }
    #expect(weakFlow != nil)

    stage.show(View())

    #expect(weakFlow == nil)
  }
}

private enum WizardStep: Step { case started }
