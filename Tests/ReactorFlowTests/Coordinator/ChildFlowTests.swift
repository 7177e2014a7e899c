import ReactorCore
import ReactorFlow
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct ChildFlowTests {
  let coordinator = FlowCoordinator()
  let parent = ScriptedFlow<Named>("parent")
  let child = ScriptedFlow<Numbered>("child")
  let childStepper = DefaultStepper<Numbered>()

  /// Starts the parent, which contributes the child and translates its steps, except negative numbers.
  private func start(allowStepWhenDismissed: Bool = false) {
    parent.onNavigate = { [child, childStepper] in
      guard $0 == "start" else { return .none }
      return .one(
        flowContributor: .contribute(
          withNextPresentable: child, withNextStepper: childStepper, allowStepWhenDismissed: allowStepWhenDismissed,
          mapping: { $0.number < 0 ? nil : Named("child said \($0.number)") }))
    }
    coordinator.coordinate(flow: parent, with: OneStepper(withSingleStep: "start"))
  }

  @Test func `a child has its own type of steps, and the mapping translates the steps that it forwards`() {
    child.onNavigate = { .one(flowContributor: .forwardToParentFlow(withStep: $0)) }
    start()
    childStepper.steps.send(1)
    #expect(child.handled == [1])
    #expect(parent.handled == ["start", "child said 1"])
  }

  @Test func `a step that the mapping ignores does not reach the parent`() {
    child.onNavigate = { .one(flowContributor: .forwardToParentFlow(withStep: $0)) }
    start()
    childStepper.steps.send(-1)
    #expect(child.handled == [-1])
    #expect(parent.handled == ["start"])
  }

  @Test func `a child with the parent's type of steps needs no mapping`() {
    let child = ScriptedFlow<Named>("child")
    child.onNavigate = { .end(forwardToParentFlowWithStep: Named("\($0), passed on")) }
    parent.onNavigate = {
      guard $0 == "start" else { return .none }
      return .one(
        flowContributor: .contribute(withNextPresentable: child, withNextStepper: OneStepper(withSingleStep: "a")))
    }
    coordinator.coordinate(flow: parent, with: OneStepper(withSingleStep: "start"))
    #expect(parent.handled == ["start", "a, passed on"])
  }

  @Test func `a child that ends forwards its last step and handles no more, even if the mapping ignores that step`() {
    for (number, received) in [(7, ["start", "child said 7"]), (-7, ["start"])] {
      let parent = ScriptedFlow<Named>("parent")
      let child = ScriptedFlow<Numbered>("child")
      let stepper = DefaultStepper<Numbered>()
      child.onNavigate = { .end(forwardToParentFlowWithStep: $0) }
      parent.onNavigate = {
        guard $0 == "start" else { return .none }
        return .one(
          flowContributor: .contribute(
            withNextPresentable: child, withNextStepper: stepper,
            mapping: { $0.number < 0 ? nil : Named("child said \($0.number)") }))
      }
      coordinator.coordinate(flow: parent, with: OneStepper(withSingleStep: "start"))
      stepper.steps.send(Numbered(number))
      stepper.steps.send(8)
      #expect(parent.handled.map(\.name) == received)
      #expect(child.handled == [Numbered(number)])
      #expect(stepper.steps.observerCount == 0)
    }
  }

  @Test func `dismissing its root ends a flow without a step for the parent`() {
    start()
    child.root.presence.dismissed()
    childStepper.steps.send(1)
    #expect(child.handled == [])
    #expect(parent.handled == ["start"])
    #expect(childStepper.steps.observerCount == 0)
  }

  @Test func `a flow continues after its root is dismissed if that is allowed`() {
    start(allowStepWhenDismissed: true)
    child.root.presence.dismissed()
    childStepper.steps.send(1)
    #expect(child.handled == [1])
  }

  @Test func `a flow that dismisses its own root and then ends still forwards its step, once`() {
    child.onNavigate = { [child] in
      child.root.presence.dismissed()
      return .end(forwardToParentFlowWithStep: $0)
    }
    start()
    childStepper.steps.send(3)
    #expect(parent.handled == ["start", "child said 3"])
    #expect(childStepper.steps.observerCount == 0)
  }

  @Test func `a flow that dismisses its own root and forwards a step ends afterward`() {
    child.onNavigate = { [child] in
      child.root.presence.dismissed()
      return .one(flowContributor: .forwardToParentFlow(withStep: $0))
    }
    start()
    childStepper.steps.send(3)
    childStepper.steps.send(4)
    #expect(parent.handled == ["start", "child said 3"])
    #expect(child.handled == [3])
  }

  @Test func `dismissing the root of the topmost flow ends everything, the innermost first`() {
    let live = LiveCount()
    var outer: ScriptedFlow<Named>? = ScriptedFlow("outer", token: live.token("outer flow"))
    let panel = outer?.root
    outer?.onNavigate = { [weak outer] _ in
      let inner = ScriptedFlow<Named>("inner", token: live.token("inner flow"))
      inner.onNavigate = { _ in
        .screen(Panel(token: live.token("inner screen")), ScriptedStepper(token: live.token("inner stepper")))
      }
      _ = outer
      return .multiple(flowContributors: [
        .contribute(
          withNextPresentable: Panel(token: live.token("outer screen")),
          withNextStepper: ScriptedStepper(token: live.token("outer stepper"))),
        .contribute(
          withNextPresentable: inner, withNextStepper: ScriptedStepper("go", token: live.token("inner's own stepper"))),
      ])
    }
    if let outer {
      coordinator.coordinate(flow: outer, with: ScriptedStepper("start", token: live.token("outer's own stepper")))
    }
    outer = nil
    #expect(live.alive == 8)
    panel?.presence.dismissed()
    #expect(
      live.released == [
        "inner's own stepper", "inner stepper", "inner screen", "inner flow",
        "outer's own stepper", "outer stepper", "outer screen", "outer flow",
      ])
  }

  @Test func `the screens of an ending flow are released newest first, each with its stepper`() {
    let live = LiveCount()
    let flow = ScriptedFlow<Named>()
    flow.onNavigate = { step in
      guard step != "end" else { return .end(forwardToParentFlowWithStep: step) }
      return .screen(
        Panel(token: live.token("screen \(step)")), ScriptedStepper(token: live.token("stepper \(step)")))
    }
    let stepper = DefaultStepper<Named>()
    coordinator.coordinate(flow: flow, with: stepper)
    for name in ["a", "b", "end"] { stepper.steps.send(Named(name)) }
    #expect(live.released == ["stepper b", "screen b", "stepper a", "screen a"])
  }

  @Test func `the children of an ending flow end newest first`() {
    let live = LiveCount()
    parent.onNavigate = { step in
      guard step == "start" else { return .end(forwardToParentFlowWithStep: step) }
      return .multiple(
        flowContributors: ["older", "newer"].map { name in
          .contribute(
            withNextPresentable: ScriptedFlow<Named>(name),
            withNextStepper: ScriptedStepper<Named>(token: live.token(name)))
        })
    }
    let stepper = DefaultStepper<Named>()
    coordinator.coordinate(flow: parent, with: stepper)
    stepper.steps.send("start")

    stepper.steps.send("end")

    #expect(live.released == ["newer", "older"])
  }
}
