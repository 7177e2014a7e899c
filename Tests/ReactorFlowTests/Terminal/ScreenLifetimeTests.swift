import ReactorCore
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct ScreenLifetimeTests {
  let window: Window
  let stack = NavigationStack()
  let clock = VirtualClock()
  let live = LiveCount()
  let coordinator = FlowCoordinator()

  init() {
    let terminal = HeadlessTerminal(size: Size(width: 40, height: 12))
    window = Window(size: terminal.size, surface: terminal, clock: clock)
    FrameCheck.watch(window)
    window.root.content = stack
    stack.push(Screen())
  }

  enum PageStep: Step { case pageRequested, childRequested, dialogRequested, finished }

  /// Starts an effect that takes an hour.
  final class PageReactor: Reactor, Stepper {
    enum Action { case load }
    struct State { var isLoaded = false }
    let store = Store<PageReactor>(State())
    let steps = Relay<PageStep>()
    private let clock: VirtualClock
    private let token: LiveCount.Token

    init(_ clock: VirtualClock, _ token: LiveCount.Token) {
      self.clock = clock
      self.token = token
    }

    func mutate(action: Action) -> Observable<Action> {
      .run { [clock] emit in
        try await clock.sleep(for: .seconds(3600))
        emit(.load)
      }
    }
  }

  final class PageScreen: ReactorView<PageReactor> {
    private let token: LiveCount.Token

    init(_ token: LiveCount.Token) {
      self.token = token
      super.init()
    }

    override func bind(reactor: PageReactor) {
      keys("x", id: CommandID("page.finish"), title: "Finish").bind { [weak reactor] in reactor?.steps.send(.finished) }
      reactor.state(\.isLoaded).bind { _ in }.disposed(by: disposeBag)
      reactor.action.send(.load)
    }
  }

  final class PageFlow: Flow {
    let root: NavigationSection
    private let test: ScreenLifetimeTests
    private let token: LiveCount.Token

    init(_ test: ScreenLifetimeTests) {
      self.test = test
      root = NavigationSection(on: test.stack)
      token = test.live.token()
    }

    func navigate(to step: PageStep) -> FlowContributors<PageStep> {
      switch step {
      case .pageRequested:
        let screen = PageScreen(test.live.token())
        let reactor = PageReactor(test.clock, test.live.token())
        screen.reactor = reactor
        root.push(screen)
        return .one(flowContributor: .contribute(withNextPresentable: screen, withNextStepper: reactor))
      case .childRequested:
        return .one(
          flowContributor: .contribute(
            withNextPresentable: PageFlow(test), withNextStepper: OneStepper(withSingleStep: .pageRequested)))
      case .dialogRequested:
        let alert = test.window.alert("Wait", "…")
        return .one(
          flowContributor: .contribute(
            withNextPresentable: alert,
            withNextStepper: ObservableStepper(alert.answered.asObservable().map { _ in .finished })))
      case .finished:
        root.popAll()
        return .end(forwardToParentFlowWithStep: .finished)
      }
    }
  }

  @Test func `going back from a screen releases it and its reactor, and cancels its effects`() async {
    let stepper = DefaultStepper<PageStep>()
    coordinator.coordinate(flow: PageFlow(self), with: stepper)
    stepper.steps.send(.pageRequested)
    stepper.steps.send(.pageRequested)
    #expect(live.alive == 5)
    await eventually { clock.sleeperCount == 2 }
    stack.pop()
    await eventually { live.alive == 3 }
    #expect(live.alive == 3)
    await eventually { clock.sleeperCount == 1 }
    #expect(clock.sleeperCount == 1)
  }

  @Test func `going back beyond a flow's first screen ends the flow, and nested flows end from the innermost`() async {
    let stepper = DefaultStepper<PageStep>()
    coordinator.coordinate(flow: PageFlow(self), with: stepper)
    stepper.steps.send(.pageRequested)
    stepper.steps.send(.childRequested)
    #expect(stack.screens.count == 3)
    #expect(live.alive == 6)
    stack.pop()
    await eventually { live.alive == 3 }
    #expect(live.alive == 3)
    #expect(stepper.steps.observerCount == 1)
    stack.pop()
    await eventually { live.alive == 0 }
    #expect(live.alive == 0)
    #expect(stepper.steps.observerCount == 0)
  }

  /// Shows a screen in a stack of its own that is the root of no flow.
  final class TabFlow: Flow {
    let root: TabView
    private let test: ScreenLifetimeTests

    init(_ test: ScreenLifetimeTests, _ tabs: TabView) {
      self.test = test
      root = tabs
    }

    func navigate(to step: PageStep) -> FlowContributors<PageStep> {
      guard step == .pageRequested else { return .none }
      let screen = PageScreen(test.live.token())
      let reactor = PageReactor(test.clock, test.live.token())
      screen.reactor = reactor
      root.add("Page", NavigationStack(root: screen))
      return .one(flowContributor: .contribute(withNextPresentable: screen, withNextStepper: reactor))
    }
  }

  @Test func `removing a stack that is the root of no flow releases its screens and reactors`() async {
    let tabs = TabView()
    window.root.content = tabs
    coordinator.coordinate(flow: TabFlow(self, tabs), with: OneStepper(withSingleStep: .pageRequested))
    #expect(live.alive == 2)
    await eventually { clock.sleeperCount == 1 }

    tabs.remove(tabs.tabs[0])

    await eventually { live.alive == 0 && clock.sleeperCount == 0 }
    #expect(live.alive == 0)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `the answer of a dialog ends its flow and leaves nothing behind`() async {
    let stepper = DefaultStepper<PageStep>()
    coordinator.coordinate(flow: PageFlow(self), with: stepper)
    stepper.steps.send(.pageRequested)
    stepper.steps.send(.dialogRequested)
    weak let alert = window.modals.first
    window.render()
    window.handle([.key(.enter)])
    #expect(stack.screens.count == 1)
    #expect(window.modals.isEmpty)
    await eventually { live.alive == 0 && alert == nil }
    #expect(live.alive == 0)
    #expect(alert == nil)
  }

  @Test func `a thousand flows with screens and reactors, pushed and ended, leave nothing behind`() async {
    for _ in 0..<1_000 {
      let stepper = DefaultStepper<PageStep>()
      coordinator.coordinate(flow: PageFlow(self), with: stepper)
      stepper.steps.send(.pageRequested)
      stepper.steps.send(.childRequested)
      stack.pop(to: stack.screens[0])
    }
    await eventually { live.alive == 0 && clock.sleeperCount == 0 }
    #expect(live.alive == 0)
    #expect(clock.sleeperCount == 0)
  }
}
