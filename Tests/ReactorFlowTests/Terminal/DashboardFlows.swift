import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomTestSupport

// The structure of RxFlow's demo: an app whose dashboard has tabs, each a flow with its own stack, and a sign-in screen
// that covers them.

final class TabScreen: Screen {
  let tabs: TabView

  init(_ tabs: TabView) {
    self.tabs = tabs
    super.init()
    addSubview(tabs)
  }

  override func layoutSubviews() { tabs.frame = bounds }
}

enum DashboardStep: Step, Equatable {
  case started, loginRequired, loggedIn
  case screenRequested(String)
  case childRequested(String)
}

/// A flow whose screens are on its own stack or on a section of its parent's.
final class TabFlow<Root: Presentable>: Flow {
  let root: Root
  private let stack: NavigationStack
  private let journal: Journal
  private let live: LiveCount
  private let token: LiveCount.Token
  /// The steppers of its screens, by the name of the screen.
  let steppers: Box<[String: DefaultStepper<DashboardStep>]>

  init(
    _ name: String, root: Root, on stack: NavigationStack, _ journal: Journal, _ live: LiveCount,
    _ steppers: Box<[String: DefaultStepper<DashboardStep>]>
  ) {
    self.root = root
    self.stack = stack
    self.journal = journal
    self.live = live
    self.steppers = steppers
    token = live.token(name)
  }

  func navigate(to step: DashboardStep) -> FlowContributors<DashboardStep> {
    switch step {
    case .screenRequested(let name):
      let screen = Screen()
      let stepper = DefaultStepper<DashboardStep>()
      steppers.value[name] = stepper
      if let section = root as? NavigationSection { section.push(screen) } else { stack.push(screen) }
      return .screen(screen, stepper)
    case .childRequested(let name):
      let child = TabFlow<NavigationSection>(
        name, root: NavigationSection(on: stack), on: stack, journal, live, steppers)
      return .one(
        flowContributor: .contribute(
          withNextPresentable: child, withNextStepper: OneStepper(withSingleStep: .screenRequested(name))))
    default:
      journal.note("\(step)")
      return .none
    }
  }
}

/// The flow of the tabs: the wish list, the watched list, and the settings, which contain two flows.
final class DashboardFlow: Flow {
  let root = TabView()
  private let journal: Journal
  private let live: LiveCount
  private let token: LiveCount.Token
  private let steppers: Box<[String: DefaultStepper<DashboardStep>]>

  init(_ journal: Journal, _ live: LiveCount, _ steppers: Box<[String: DefaultStepper<DashboardStep>]>) {
    self.journal = journal
    self.live = live
    self.steppers = steppers
    token = live.token("dashboard")
  }

  func navigate(to step: DashboardStep) -> FlowContributors<DashboardStep> {
    .multiple(
      flowContributors: ["wishes", "watched", "trending", "settings"].map { name in
        let stack = NavigationStack()
        root.add(name, stack)
        return .contribute(
          withNextPresentable: TabFlow(name, root: stack, on: stack, journal, live, steppers),
          withNextStepper: OneStepper(withSingleStep: DashboardStep.screenRequested(name)))
      })
  }
}

/// The topmost flow.
final class DemoFlow: Flow {
  let root = NavigationStack()
  private(set) var dashboard: TabView?
  private let journal: Journal
  private let live: LiveCount
  private let token: LiveCount.Token
  private let steppers: Box<[String: DefaultStepper<DashboardStep>]>

  init(_ journal: Journal, _ live: LiveCount, _ steppers: Box<[String: DefaultStepper<DashboardStep>]>) {
    self.journal = journal
    self.live = live
    self.steppers = steppers
    token = live.token("app")
  }

  func navigate(to step: DashboardStep) -> FlowContributors<DashboardStep> {
    switch step {
    case .started:
      let flow = DashboardFlow(journal, live, steppers)
      dashboard = flow.root
      root.push(TabScreen(flow.root))
      return .one(
        flowContributor: .contribute(
          withNextPresentable: flow, withNextStepper: OneStepper(withSingleStep: DashboardStep.started)))
    case .loginRequired: root.push(Screen())
    case .loggedIn: root.pop()
    default: journal.note("app: \(step)")
    }
    return .none
  }
}
