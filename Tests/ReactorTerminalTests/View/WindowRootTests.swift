import ReactorFlow
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("WindowRoot")
struct WindowRootTests {
  private enum AppStep: Step { case started, signedIn }

  private final class PageFlow: Flow {
    let root: NavigationStack

    init(_ title: String) {
      let screen = Screen()
      screen.title = title
      root = NavigationStack(root: screen)
    }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
      switch step {
      case .started: .none
      case .signedIn: .one(flowContributor: .forwardToParentFlow(withStep: .signedIn))
      }
    }
  }

  private final class AppFlow: Flow {
    let root: WindowRoot
    weak var page: PageFlow?
    let signIn = DefaultStepper<AppStep>()

    init(_ window: Window) { root = window.root }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
      let flow = PageFlow(step == .started ? "Sign in" : "Cars")
      page = flow
      root.replaceContent(with: flow.root)
      return .one(
        flowContributor: .contribute(withNextPresentable: flow, withNextStepper: signIn))
    }
  }

  @Test func `a flow replaces the content of the window, and the previous content ends with its dialogs`() {
    let stage = TestScreen(20, 5)
    let coordinator = FlowCoordinator()
    let app = AppFlow(stage.window)
    coordinator.coordinate(flow: app, with: OneStepper(withSingleStep: .started))
    #expect(stage.rows[0] == " Sign in")
    weak let signIn = app.page
    let alert = stage.window.alert("한국어", "…")
    let ended = Recorder(alert.dismissal)
    let visibility = Recorder(app.root.visibility)

    app.signIn.steps.send(.signedIn)

    #expect(stage.rows[0] == " Cars")
    #expect(stage.window.modals.isEmpty)
    #expect(ended.elements.count == 1)
    #expect(signIn == nil)
    #expect(app.page != nil)
    #expect(visibility.elements == [true])
  }

  @Test func `a root without a navigation stack can show hints below its content`() {
    let stage = TestScreen(34, 4)
    let tabs = TabView()
    tabs.add("Cars", Tile("c", focusable: true))
    stage.show(tabs)
    stage.window.installStandardCommands {}
    #expect(stage.rows[3] == "cccccccccccccccccccccccccccccccccc")

    stage.window.root.hintLine.isHidden = false

    #expect(stage.rows[2] == "cccccccccccccccccccccccccccccccccc")
    #expect(stage.rows[3] == " : Commands  q Quit        ? Help")
  }

  @Test func `a program of one view has a hint line unless the view has one`() {
    let plain = TestScreen(20, 3) { _ in Tile("t") }
    let screen = TestScreen(20, 3) { _ in Screen() }
    let framed = TestScreen(20, 3) { _ in
      let stack = StackView(.vertical)
      stack.add(HintLine())
      return stack
    }

    #expect(plain.rows[2].hasSuffix("? Help"))
    #expect([plain, screen, framed].map { $0.window.root.hintLine.isHidden } == [false, true, true])
  }

  @Test func `the new content is on the screen when the previous one is dismissed`() {
    let stage = TestScreen(20, 5)
    let old = stage.show(Screen())
    let new = Screen()
    var log: [Bool] = []
    old.dismissal.bind { log.append(new.isOnScreen && stage.window.root.content === new) }
      .disposed(by: stage.window.disposeBag)

    stage.window.root.replaceContent(with: new)

    #expect(log == [true])
  }
}
