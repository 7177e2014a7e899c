import ReactorCore
import ReactorFlow
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct PathTests {
  /// A flow that presents a panel for each name, and for "list" a child flow with a panel for each number.
  private func library() -> ScriptedFlow<Named> {
    let flow = ScriptedFlow<Named>("library")
    flow.onNavigate = { [self] step in
      switch step.name {
      case "quiet": .none
      case "list":
        .one(
          flowContributor: .contribute(
            withNextPresentable: shelf(), withNextStepper: ScriptedStepper<Numbered>(0), mapping: { _ in nil }))
      case "two":
        .multiple(flowContributors: [
          .contribute(withNextPresentable: Panel(), withNextStepper: DefaultStepper()),
          .contribute(withNextPresentable: Panel(), withNextStepper: DefaultStepper()),
        ])
      default: .screen(panel(step.name), DefaultStepper())
      }
    }
    return flow
  }

  private func shelf() -> ScriptedFlow<Numbered> {
    let flow = ScriptedFlow<Numbered>("shelf")
    flow.onNavigate = { [self] in .screen(panel("\($0)"), DefaultStepper()) }
    return flow
  }

  private let panels = Box<[Panel]>([])

  private func panel(_ name: String) -> Panel {
    let panel = Panel(name)
    panels.value.append(panel)
    return panel
  }

  private func names(_ path: [any Step]) -> [String] { path.map { "\($0)" } }

  @Test func `the path has the steps that led to what is presented, without initial steps`() {
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: library(), with: OneStepper(withSingleStep: "start"))

    coordinator.navigate(to: [Named("car"), Named("quiet"), Named("two"), Named("list"), Numbered(7)])

    #expect(names(coordinator.path) == ["car", "two", "list", "7"])
  }

  @Test func `a step is left out when its screen is dismissed`() {
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: library(), with: OneStepper(withSingleStep: "start"))
    coordinator.navigate(to: [Named("car"), Named("note")])

    panels.value.first { $0.name == "note" }?.presence.dismissed()

    #expect(names(coordinator.path) == ["car"])
  }

  @Test func `the step of a dismissed screen is left out, even if steps of the screen are still allowed`() {
    let flow = ScriptedFlow<Named>("library")
    flow.onNavigate = { [self] step in
      .one(
        flowContributor: .contribute(
          withNextPresentable: panel(step.name), withNextStepper: DefaultStepper(), allowStepWhenDismissed: true))
    }
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    coordinator.navigate(to: [Named("car"), Named("note")])

    panels.value.first { $0.name == "note" }?.presence.dismissed()

    #expect(names(coordinator.path) == ["car"])
  }

  @Test func `a saved path restores the same screens and the same path`() {
    let first = FlowCoordinator()
    first.coordinate(flow: library(), with: OneStepper(withSingleStep: "start"))
    first.navigate(to: [Named("car"), Named("list"), Numbered(7), Numbered(8)])
    let saved = first.path
    let shown = panels.value.map(\.name)
    panels.value = []

    let second = FlowCoordinator()
    second.coordinate(flow: library(), with: OneStepper(withSingleStep: "start"))
    second.navigate(to: saved)

    #expect(panels.value.map(\.name) == shown)
    #expect(names(second.path) == names(saved))
  }

  @Test(arguments: [false, true])
  func `a screen that another screen's stepper opens on its own is restored once`(isComposite: Bool) {
    func started() -> FlowCoordinator {
      let flow = ScriptedFlow<Named>("library")
      flow.onNavigate = { [self] step in
        guard step == "car" else { return .screen(panel(step.name), DefaultStepper()) }
        let note = OneStepper<Named>(withSingleStep: "note")
        let stepper: any Stepper<Named> = isComposite ? CompositeStepper<Named>(steppers: [note]) : note
        return .screen(panel("car"), stepper)
      }
      let coordinator = FlowCoordinator()
      coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
      return coordinator
    }
    let first = started()
    first.navigate(to: Named("car"))
    let saved = first.path
    panels.value = []

    let second = started()
    second.navigate(to: saved)

    #expect(names(saved) == ["car"])
    #expect(panels.value.map(\.name) == ["start", "car", "note"])
  }

  @Test func `the initial steps of combined steppers are left out, too`() {
    let coordinator = FlowCoordinator()
    let stepper = CompositeStepper<Named>(steppers: [OneStepper<Named>(withSingleStep: "start")])

    coordinator.coordinate(flow: library(), with: stepper)
    coordinator.navigate(to: Named("car"))

    #expect(panels.value.map(\.name) == ["start", "car"])
    #expect(names(coordinator.path) == ["car"])
  }

  @Test func `the step before adapt is saved, because adapt decides again`() async {
    let flow = library()
    flow.onAdapt = { $0.name == "settings" ? "login" : $0 }
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: flow)

    coordinator.navigate(to: Named("settings"))

    #expect(flow.handled == ["login"])
    #expect(names(coordinator.path) == ["settings"])
  }

  @Test func `without a stepper, a flow waits for a path`() {
    let flow = library()
    let coordinator = FlowCoordinator()

    coordinator.coordinate(flow: flow)
    #expect(flow.handled == [])
    coordinator.navigate(to: Named("car"))

    #expect(flow.handled == ["car"])
  }

  @Test func `the path ends with the flow`() {
    let flow = library()
    let coordinator = FlowCoordinator()
    #expect(coordinator.path.isEmpty)
    coordinator.coordinate(flow: flow)
    coordinator.navigate(to: Named("car"))

    flow.root.presence.dismissed()

    #expect(coordinator.path.isEmpty)
    #expect(coordinator.recursiveDescription == "no flow")
  }

  @Test func `the description lists flows with their screens`() {
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: library(), with: OneStepper(withSingleStep: "start"))

    coordinator.navigate(to: [Named("list"), Numbered(7)])

    #expect(
      coordinator.recursiveDescription == """
        ScriptedFlow<Named>
          Panel with DefaultStepper<Named>
          ScriptedFlow<Numbered>
            Panel with DefaultStepper<Numbered>
            Panel with DefaultStepper<Numbered>
        """)
  }

  @Test func `the steps of flows can be observed, and flows when they are created`() {
    let flow = library()
    let id = ObjectIdentifier(flow)
    var events: [String] = []
    let bag = DisposeBag()
    Instrumentation.events.filter { $0.source.id == id }.bind { events.append("\($0.kind)") }.disposed(by: bag)
    let coordinator = FlowCoordinator()

    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    coordinator.navigate(to: Named("car"))

    #expect(events == ["created", "step start", "step car"])
  }
}
