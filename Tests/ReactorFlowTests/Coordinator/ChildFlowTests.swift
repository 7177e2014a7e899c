import ReactorCore
import ReactorFlow
import Testing

@MainActor
@Suite("Flows within flows")
struct ChildFlowTests {
  let coordinator = FlowCoordinator()
  let parent = ScriptedFlow<Named>("parent")
  let child = ScriptedFlow<Numbered>("child")
  let childStepper = DefaultStepper<Numbered>()

  /// Starts the parent, which contributes the child; what the child forwards is a name here, but for negative numbers.
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

  @Test("a child has steps of its own type; what it forwards arrives in the parent's words")
  func mapping() {
    child.onNavigate = { .one(flowContributor: .forwardToParentFlow(withStep: $0)) }
    start()
    childStepper.steps.send(1)
    #expect(child.handled == [1])
    #expect(parent.handled == ["start", "child said 1"])
  }

  @Test("what has no meaning for the parent does not arrive")
  func mappedToNothing() {
    child.onNavigate = { .one(flowContributor: .forwardToParentFlow(withStep: $0)) }
    start()
    childStepper.steps.send(-1)
    #expect(child.handled == [-1])
    #expect(parent.handled == ["start"])
  }

  @Test("a child with the parent's type of steps needs no mapping")
  func sameSteps() {
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

  @Test("a child that ends tells the parent and takes no more steps; a step without meaning ends it too")
  func ending() {
    for (number, told) in [(7, ["start", "child said 7"]), (-7, ["start"])] {
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
      #expect(parent.handled.map(\.name) == told)
      #expect(child.handled == [Numbered(number)])
      #expect(stepper.steps.observerCount == 0)
    }
  }

  @Test("dismissing its root ends a flow, without a word to the parent")
  func dismissed() {
    start()
    child.root.presence.dismissed()
    childStepper.steps.send(1)
    #expect(child.handled == [])
    #expect(parent.handled == ["start"])
    #expect(childStepper.steps.observerCount == 0)
  }

  @Test("a flow goes on after its root was dismissed where that is allowed")
  func allowedWhenDismissed() {
    start(allowStepWhenDismissed: true)
    child.root.presence.dismissed()
    childStepper.steps.send(1)
    #expect(child.handled == [1])
  }

  @Test("a flow that takes its own root away and then ends still tells the parent, once")
  func endsAfterDismissingItself() {
    child.onNavigate = { [child] in
      child.root.presence.dismissed()
      return .end(forwardToParentFlowWithStep: $0)
    }
    start()
    childStepper.steps.send(3)
    #expect(parent.handled == ["start", "child said 3"])
    #expect(childStepper.steps.observerCount == 0)
  }

  @Test("a flow that takes its own root away and forwards a step tells the parent, then it is over")
  func forwardsAfterDismissingItself() {
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

  @Test("the root of the flow at the top ends everything when it is dismissed, the innermost first")
  func topDismissed() {
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

  @Test("the screens of a flow that ends go the newest first, each with its stepper")
  func screensInOrder() {
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
}
