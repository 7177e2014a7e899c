import ReactorCore
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct DashboardTests {
  let window: Window
  let journal = Journal()
  let live = LiveCount()
  let steppers = Box<[String: DefaultStepper<DashboardStep>]>([:])
  let stepper = DefaultStepper<DashboardStep>()
  let coordinator = FlowCoordinator()
  let app: DemoFlow

  init() {
    let terminal = HeadlessTerminal(size: Size(width: 40, height: 12))
    window = Window(size: terminal.size, surface: terminal, clock: VirtualClock())
    FrameCheck.watch(window)
    app = DemoFlow(journal, live, steppers)
    window.root.content = app.root
    coordinator.coordinate(flow: app, with: stepper)
    stepper.steps.send(.started)
    app.dashboard?.selectedIndex = 3
    say(.childRequested("account"), on: "settings")
    say(.childRequested("about"), on: "account")
    app.dashboard?.selectedIndex = 0
  }

  private func say(_ step: DashboardStep, on screen: String) {
    steppers.value[screen]?.steps.send(step)
  }

  @Test func `a sign-in screen that covers the tabs keeps all eight flows alive, and they continue afterward`() throws {
    #expect(live.alive == 8)

    stepper.steps.send(.loginRequired)
    #expect(live.alive == 8)
    #expect(live.released == [])

    stepper.steps.send(.loggedIn)
    say(.screenRequested("a wish"), on: "wishes")
    #expect(live.alive == 8)
    let stacks = try #require(app.dashboard).tabs.map { $0.content as? NavigationStack }
    #expect(stacks.map(\.?.screens.count) == [2, 1, 1, 3])
  }

  @Test func `the steps of a screen reach its flow only while its tab is selected and not covered`() throws {
    let dashboard = try #require(app.dashboard)
    say(.loggedIn, on: "wishes")
    say(.loggedIn, on: "watched")
    #expect(journal.take() == ["loggedIn"])

    dashboard.selectedIndex = 1
    say(.loggedIn, on: "wishes")
    say(.started, on: "watched")
    #expect(journal.take() == ["started"])

    stepper.steps.send(.loginRequired)
    for name in ["wishes", "watched", "about"] { say(.loggedIn, on: name) }
    #expect(journal.take() == [])

    stepper.steps.send(.loggedIn)
    say(.started, on: "watched")
    #expect(journal.take() == ["started"])
  }

  @Test func `removing the tabs for good ends their flows`() {
    app.root.replaceTop(with: Screen())

    #expect(live.alive == 1)
  }

  @Test func `a screen, a stack, and a section are visible while nothing around them is hidden or covered`() throws {
    let tab = NavigationStack()
    let section = NavigationSection(on: tab)
    let screen = Screen()
    section.push(screen)
    let visibility = [screen.visibility, tab.visibility, section.visibility].map { Recorder($0) }
    func received() -> [[Bool]] { visibility.map { $0.takeElements() } }
    let tabs = TabView()
    tabs.add("First", tab)
    tabs.add("Second", NavigationStack())
    #expect(received() == [[false], [false], [false]])

    app.root.push(TabScreen(tabs))
    #expect(received() == [[true], [true], [true]])

    tabs.selectedIndex = 1
    #expect(received() == [[false], [false], [false]])

    app.root.push(Screen())
    tabs.selectedIndex = 0
    #expect(received() == [[], [], []])

    app.root.pop()
    #expect(received() == [[true], [true], [true]])

    window.root.content = nil
    #expect(received() == [[false], [false], [false]])
  }

  @Test func `a stack is dismissed with its container, but not when covered, hidden, or moved`() {
    let tab = NavigationStack(root: Screen())
    let tabs = TabView()
    tabs.add("First", tab)
    tabs.add("Second", NavigationStack())
    let dismissal = Recorder(tab.dismissal)

    app.root.push(TabScreen(tabs))
    app.root.push(Screen())
    tabs.selectedIndex = 1
    app.root.pop()
    let other = Screen()
    app.root.push(other)
    other.addSubview(tab)
    tabs.showChild(tab)
    app.root.pop()
    #expect(dismissal.elements.isEmpty)

    app.root.pop()
    #expect(dismissal.elements.count == 1)
  }

  @Test func `a stack in a dialog is dismissed with the dialog`() {
    let stack = NavigationStack(root: Screen())
    let dialog = ModalView()
    dialog.addSubview(stack)
    let (dismissal, visibility) = (Recorder(stack.dismissal), Recorder(stack.visibility))

    window.present(dialog)
    #expect(dismissal.elements.isEmpty)
    dialog.dismiss()

    #expect(dismissal.elements.count == 1)
    #expect(visibility.elements == [false, true, false])
  }
}
