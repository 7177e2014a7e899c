import ReactorFlow
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

private enum TabStep: Step { case started }

/// A flow with one screen on a stack of its own.
private final class TabFlow: Flow {
  let root = NavigationStack()
  private let title: String
  private let token: LiveCount.Token

  init(_ title: String, _ live: LiveCount) {
    self.title = title
    token = live.token(title)
  }

  func navigate(to step: TabStep) -> FlowContributors<TabStep> {
    let screen = Screen()
    screen.title = title
    root.push(screen)
    return .none
  }
}

/// A flow whose root is tabs with a flow each.
private final class TabsFlow: Flow {
  let root = TabView()
  private let live: LiveCount
  private let token: LiveCount.Token

  init(_ live: LiveCount) {
    self.live = live
    token = live.token("tabs")
  }

  func navigate(to step: TabStep) -> FlowContributors<TabStep> {
    let flows = ["Inbox", "Archive"].map { ($0, TabFlow($0, live)) }
    for (title, flow) in flows { root.add(title, flow.root) }
    return .multiple(
      flowContributors: flows.map { _, flow in
        .contribute(withNextPresentable: flow, withNextStepper: OneStepper(withSingleStep: TabStep.started))
      })
  }
}

@MainActor
@Suite("TabView")
struct TabViewTests {
  private let tabs = TabView()

  @Test func `digits, chords and clicks select a tab, which is made when it is first selected`() {
    let stage = TestScreen(24, 2)
    var made = 0
    tabs.add("Cars", Tile("a", focusable: true))
    let uploads = tabs.add("업로드", Tile("b"))
    uploads.badge = "2"
    tabs.add("Map") {
      made += 1
      return Tile("c", focusable: true)
    }
    let selected = Recorder(tabs.selectionChanged.asObservable())
    stage.show(tabs)
    #expect(stage.text == "[Cars] 업로드 2  Map\naaaaaaaaaaaaaaaaaaaaaaaa")

    stage.press("2")
    #expect(stage.text == " Cars [업로드 2] Map\nbbbbbbbbbbbbbbbbbbbbbbbb")
    #expect(made == 0)

    stage.press(.alt("3"), "1", Key(.pageUp, .control), "9")
    #expect(stage.text == " Cars  업로드 2 [Map]\ncccccccccccccccccccccccc")
    #expect(made == 1)

    stage.press(Key(.right, .alt))
    stage.click(8, 0)
    stage.click(22, 0)
    stage.mouse(.wheelUp, 3, 0)
    #expect(selected.elements == [1, 2, 0, 2, 0, 1, 0])

    tabs.selectedIndex = 1
    tabs.selectedIndex = 7
    tabs.selectedIndex = -1
    uploads.title = "Up"
    uploads.badge = ""
    #expect(stage.rows[0] == " Cars [Up] Map")
    #expect(tabs.selectedTab === uploads)
    #expect(selected.elements.count == 7)
  }

  @Test func `the help names the tabs, and only those that exist`() {
    let stage = TestScreen(24, 4)
    for title in ["One", "Two"] { tabs.add(title, Tile("x", focusable: true)) }

    stage.show(tabs)

    #expect(stage.window.activeBindings.map(\.title) == ["Next tab", "Previous tab", "One", "Two"])
  }

  @Test(arguments: [false, true])
  func `titles that do not fit are scrolled so that the selected one is shown`(ascii: Bool) {
    let stage = TestScreen(16, 2, ascii: ascii)
    for title in ["One", "Two", "Three", "Four", "Five", "Six"] { tabs.add(title, View()) }
    stage.show(tabs)
    func titles() -> String {
      stage.rows[0].replacing("◀", with: "<").replacing("▶", with: ">")
    }
    #expect(titles() == " [One] Two     >")

    stage.press("4")
    #expect(titles() == "< Three [Four] >")

    stage.click(15, 0)
    #expect(titles() == "< Four [Five]  >")

    stage.press("6")
    #expect(titles() == "< Five [Six]")

    stage.click(0, 0)
    #expect(titles() == "<[Four] Five   >")

    stage.resize(34, 2)
    #expect(titles() == " One  Two  Three [Four] Five  Six")

    stage.resize(4, 2)
    #expect(titles() == (ascii ? "[F~]" : "[F…]"))
  }

  @Test func `each tab keeps its keyboard focus, and a tab without focusable views receives keys`() {
    let stage = TestScreen(12, 4)
    let field = TextField()
    let stack = StackView(.vertical)
    stack.add(ToggleField("a"))
    stack.add(field)
    let screen = Screen()
    var count = 0
    screen.keys("x", id: CommandID("test.x"), title: "X").bind { count += 1 }
    tabs.add("One", stack)
    tabs.add("Two", screen)
    stage.show(tabs)
    stage.press(.tab)
    stage.type("1한")

    stage.press(.alt("2"), "x")
    #expect(count == 1)
    #expect(stage.window.focusedView == nil)

    stage.press("1")
    #expect(field.isFocused)
    #expect(field.text == "1한")
  }

  @Test func `the screens of the selected tab are visible and all end with the tabs`() {
    let stage = TestScreen(12, 4)
    let screens = [Screen(), Screen(), Screen()]
    let visibility = screens.map { Recorder($0.visibility) }
    let all = screens.map { tabs.add("t", $0) }
    let base = NavigationStack(root: Screen())
    let host = Screen()
    host.addSubview(tabs)
    stage.show(base)
    base.push(host)
    #expect(visibility.map { $0.takeElements() } == [[false, true], [false], [false]])

    tabs.selectedIndex = 1
    #expect(visibility.map { $0.takeElements() } == [[false], [true], []])

    base.push(Screen())
    tabs.selectedIndex = 2
    #expect(visibility.map { $0.takeElements() } == [[], [false], []])

    base.pop()
    #expect(visibility.map { $0.takeElements() } == [[], [], [true]])

    tabs.remove(all[2])
    #expect(visibility.map { $0.takeElements() } == [[], [true], [false]])
    #expect(screens.map { Recorder($0.dismissal).elements.count } == [0, 0, 1])
    #expect(tabs.selectedIndex == 1)

    base.pop()
    #expect(screens.map { Recorder($0.dismissal).elements.count } == [1, 1, 1])
  }

  @Test func `tabs in a screen receive keys although none of their views accepts the keyboard focus`() {
    let stage = TestScreen(20, 5)
    let screen = Screen()
    screen.addSubview(tabs)
    tabs.frame = Rect(x: 0, y: 0, width: 20, height: 3)
    for title in ["한국어", "자동차"] { tabs.add(title, Label(title)) }
    stage.show(NavigationStack(root: screen))
    #expect(stage.window.focusedView == nil)

    stage.press("2")

    #expect(tabs.selectedIndex == 1)
    tabs.isHidden = true
    #expect(screen.keyTarget === screen)
  }

  @Test func `tabs are the roots of flows that end with them`() {
    let stage = TestScreen(20, 5)
    let live = LiveCount()
    let coordinator = FlowCoordinator()
    do {
      let flow = TabsFlow(live)
      coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: TabStep.started))
      stage.show(flow.root)
    }
    #expect(stage.rows[1] == " Inbox")

    stage.press("2")
    #expect(stage.rows[1] == " Archive")
    #expect(live.alive == 3)

    stage.show(View())
    #expect(live.alive == 0)
  }

  @Test(arguments: [(80, 24), (20, 5), (2, 2), (1, 1), (0, 0)])
  func `any size can be drawn`(width: Int, height: Int) {
    let stage = TestScreen(width, height, ascii: true)
    stage.show(tabs)
    for title in ["한국어", "자동차", ""] { tabs.add(title, Tile("x")).badge = "1" }

    stage.press("3", "2", Key(.pageDown, .control))
    stage.click(0, 0)

    #expect(stage.text.contains("x") == (height > 0))
  }
}
