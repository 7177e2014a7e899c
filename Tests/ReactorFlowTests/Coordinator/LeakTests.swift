import ReactorCore
import ReactorFlow
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct LeakTests {
  let live = LiveCount()

  final class TokenReactor: Reactor, Stepper {
    typealias Action = Int
    struct State {}
    let store = Store<TokenReactor>(State())
    let steps = Relay<Named>()
    private let token: LiveCount.Token

    init(_ token: LiveCount.Token) { self.token = token }
  }

  @Test func `a flow with OneStepper is released with its stepper when it ends`() {
    let coordinator = FlowCoordinator()
    let flow = ScriptedFlow<Named>(token: live.token())
    flow.onNavigate = { .end(forwardToParentFlowWithStep: $0) }
    coordinator.coordinate(flow: flow, with: ScriptedStepper("one", token: live.token()))
    _ = consume flow
    #expect(live.alive == 0)
  }

  @Test func `a dismissed screen is released with its reactor while the flow continues`() {
    let coordinator = FlowCoordinator()
    let flow = ScriptedFlow<Named>()
    weak var panel: Panel?
    flow.onNavigate = { [live] _ in
      let next = Panel(token: live.token())
      panel = next
      return .screen(next, TokenReactor(live.token()))
    }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "one"))
    #expect(live.alive == 2)
    panel?.presence.dismissed()
    #expect(live.alive == 0)
    #expect(panel == nil)
  }

  @Test func `the coordinator retains the flow, its steppers, and its screens, and releases them with itself`() {
    var coordinator: FlowCoordinator? = FlowCoordinator()
    let flow = ScriptedFlow<Named>(token: live.token())
    flow.onNavigate = { [live] _ in .screen(Panel(token: live.token()), TokenReactor(live.token())) }
    coordinator?.coordinate(flow: flow, with: ScriptedStepper("one", token: live.token()))
    _ = consume flow
    #expect(live.alive == 4)
    coordinator = nil
    #expect(live.alive == 0)
  }

  @Test func `a released coordinator does not stay subscribed to a stepper retained elsewhere`() {
    let own = DefaultStepper<Named>()
    let screen = DefaultStepper<Named>()
    let flow = ScriptedFlow<Named>()
    flow.onNavigate = { _ in .screen(Panel(), screen) }
    var coordinator: FlowCoordinator? = FlowCoordinator()
    coordinator?.coordinate(flow: flow, with: own)
    own.steps.send("a")
    #expect(screen.steps.observerCount == 1)
    coordinator = nil
    #expect(own.steps.observerCount == 0)
    #expect(screen.steps.observerCount == 0)
  }

  @Test func `a thousand nested flows leave nothing behind when the outermost ends`() {
    let coordinator = FlowCoordinator()
    var roots: [Panel] = []
    @MainActor
    func nested(_ depth: Int) -> ScriptedFlow<Named> {
      let flow = ScriptedFlow<Named>(token: live.token())
      roots.append(flow.root)
      flow.onNavigate = { [live] _ in
        let screen = FlowContributor<Named>.contribute(
          withNextPresentable: Panel(token: live.token()), withNextStepper: TokenReactor(live.token()))
        guard depth > 1 else { return .one(flowContributor: screen) }
        return .multiple(flowContributors: [
          screen,
          .contribute(
            withNextPresentable: nested(depth - 1), withNextStepper: ScriptedStepper("go", token: live.token())),
        ])
      }
      return flow
    }
    coordinator.coordinate(flow: nested(1_000), with: ScriptedStepper("go", token: live.token()))
    #expect(live.alive == 4_000)
    roots[500].presence.dismissed()
    #expect(live.alive == 2_000)
    roots[0].presence.dismissed()
    #expect(live.alive == 0)
  }

  @Test func `a thousand flows ended one after another leave nothing behind while their parent continues`() {
    let coordinator = FlowCoordinator()
    let parent = ScriptedFlow<Named>()
    let stepper = DefaultStepper<Named>()
    parent.onNavigate = { [live] in
      guard $0 == "push" else { return .none }
      let child = ScriptedFlow<Named>("child", token: live.token())
      child.onNavigate = {
        $0 == "go"
          ? .screen(Panel(token: live.token()), OneStepper(withSingleStep: "done"))
          : .end(forwardToParentFlowWithStep: "ended")
      }
      Flows.use(child, when: .ready) { _ in }
      return .one(
        flowContributor: .contribute(
          withNextPresentable: child, withNextStepper: ScriptedStepper("go", token: live.token())))
    }
    coordinator.coordinate(flow: parent, with: stepper)
    for _ in 0..<1_000 { stepper.steps.send("push") }
    #expect(live.alive == 0)
    #expect(parent.handled.count == 2_000)
  }
}
