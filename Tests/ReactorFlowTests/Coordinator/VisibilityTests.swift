import ReactorCore
import ReactorFlow
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct VisibilityTests {
  let coordinator = FlowCoordinator()
  let flow = ScriptedFlow<Named>()
  let own = DefaultStepper<Named>()
  let panel = Panel()
  let stepper = ScriptedStepper<Named>()

  /// Coordinates a flow that contributes the panel with its stepper.
  private func contribute(_ hidden: HiddenStepPolicy? = nil, allowStepWhenDismissed: Bool = false) {
    flow.onNavigate = { [panel, stepper] in
      guard $0 == "start" else { return .none }
      let contributor: FlowContributor<Named> =
        if let hidden {
          .contribute(
            withNextPresentable: panel, withNextStepper: stepper, allowStepWhenNotPresented: hidden,
            allowStepWhenDismissed: allowStepWhenDismissed)
        } else {
          .contribute(
            withNextPresentable: panel, withNextStepper: stepper, allowStepWhenDismissed: allowStepWhenDismissed)
        }
      return .one(flowContributor: contributor)
    }
    coordinator.coordinate(flow: flow, with: own)
    own.steps.send("start")
  }

  /// Sends a step while the panel is visible, one while it is hidden, and one when it is visible again.
  private func showHideShow() {
    stepper.steps.send("shown")
    panel.presence.disappeared()
    stepper.steps.send("hidden 1")
    stepper.steps.send("hidden 2")
    panel.presence.appeared()
    stepper.steps.send("shown again")
  }

  @Test func `drop, the default policy, drops the steps of a covered screen`() {
    contribute()
    showHideShow()
    #expect(flow.handled == ["start", "shown", "shown again"])
  }

  @Test func `buffer delivers the steps in order when the screen is visible again`() {
    contribute(.buffer)
    showHideShow()
    #expect(flow.handled == ["start", "shown", "hidden 1", "hidden 2", "shown again"])
  }

  @Test func `buffered steps of a dismissed screen are dropped`() {
    contribute(.buffer)
    panel.presence.disappeared()
    stepper.steps.send("hidden")
    panel.presence.dismissed()
    panel.presence.appeared()
    #expect(flow.handled == ["start"])
  }

  @Test func `buffered steps are delivered on dismissal if steps of dismissed screens are allowed`() {
    contribute(.buffer, allowStepWhenDismissed: true)
    panel.presence.disappeared()
    stepper.steps.send("hidden")
    panel.presence.dismissed()
    stepper.steps.send("late")
    #expect(flow.handled == ["start", "hidden", "late"])
  }

  @Test func `deliver delivers the steps of a covered screen`() {
    contribute(.deliver)
    showHideShow()
    #expect(flow.handled == ["start", "shown", "hidden 1", "hidden 2", "shown again"])
  }

  @Test func `allowStepWhenNotPresented accepts true and false, as in RxFlow`() {
    let yes: HiddenStepPolicy = true
    let no: HiddenStepPolicy = false
    #expect(yes == .deliver)
    #expect(no == .drop)
  }

  @Test func `the initial step is always delivered, even before the screen is visible`() {
    for policy in [HiddenStepPolicy.drop, .buffer, .deliver] {
      let flow = ScriptedFlow<Named>()
      flow.onNavigate = {
        guard $0 == "start" else { return .none }
        return .one(
          flowContributor: .contribute(
            withNextPresentable: Panel(shown: false), withNextStepper: OneStepper(withSingleStep: "initial"),
            allowStepWhenNotPresented: policy))
      }
      coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
      #expect(flow.handled == ["start", "initial"], "\(policy)")
    }
  }

  @Test func `the steps of a flow's own stepper are delivered while the flow is hidden and before it is visible`() {
    let child = ScriptedFlow<Named>("child", root: Panel(shown: false))
    let childStepper = DefaultStepper<Named>()
    flow.onNavigate = { _ in
      .one(flowContributor: .contribute(withNextPresentable: child, withNextStepper: childStepper))
    }
    coordinator.coordinate(flow: flow, with: own)
    own.steps.send("start")
    childStepper.steps.send("not yet shown")
    child.root.presence.appeared()
    child.root.presence.disappeared()
    childStepper.steps.send("hidden")
    #expect(child.handled == ["not yet shown", "hidden"])
  }

  @Test func `the stepper of a dismissed screen is no longer subscribed to, and both are released`() {
    let live = LiveCount()
    flow.onNavigate = {
      guard $0 == "start" else { return .none }
      return .screen(Panel(token: live.token("panel")), ScriptedStepper("first", token: live.token("stepper")))
    }
    contribute()
    panel.presence.dismissed()
    stepper.steps.send("late")
    #expect(stepper.steps.observerCount == 0)
    #expect(flow.handled == ["start"])
  }

  @Test func `a step is delivered after dismissal if that is allowed, regardless of the policy`() {
    contribute(.drop, allowStepWhenDismissed: true)
    panel.presence.dismissed()
    stepper.steps.send("late")
    #expect(flow.handled == ["start", "late"])
    flow.root.presence.dismissed()
    #expect(stepper.steps.observerCount == 0)
  }

  @Test func `a screen dismissed before it is registered is released, and its initial step is delivered`() {
    panel.presence.dismissed()
    flow.onNavigate = { [panel] in
      $0 == "start" ? .screen(panel, OneStepper(withSingleStep: "initial")) : .none
    }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    #expect(flow.handled == ["start", "initial"])
    contribute()
    #expect(stepper.steps.observerCount == 0)
  }

  @Test func `a screen that is its own stepper can be contributed as one argument`() {
    final class Both: Presentable, Stepper {
      let presence = Presence()
      let steps = Relay<Named>()
      var visibility: Observable<Bool> { presence.visibility }
      var dismissal: Observable<Void> { presence.dismissal }
    }
    let both = Both()
    both.presence.appeared()
    flow.onNavigate = { $0 == "start" ? .one(flowContributor: .contribute(withNext: both)) : .none }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    both.steps.send("step")
    #expect(flow.handled == ["start", "step"])
  }

  // MARK: Presence

  @Test func `visibility emits the current value, then each change, and dismissal emits once, even afterward`() {
    let presence = Presence()
    let visibility = Recorder(presence.visibility)
    let dismissal = Recorder(presence.dismissal)
    presence.appeared()
    presence.appeared()
    presence.disappeared()
    presence.appeared()
    presence.dismissed()
    presence.dismissed()
    #expect(visibility.elements == [false, true, false, true, false])
    #expect(dismissal.elements.count == 1)
    #expect(dismissal.isFinished)
    let late = Recorder(presence.dismissal)
    #expect(late.elements.count == 1)
    #expect(late.isFinished)
    presence.appeared()
    #expect(Recorder(presence.dismissal).elements.isEmpty)
    #expect(Recorder(presence.visibility).elements == [true])
  }

  @Test func `a flow is visible and dismissed as its root is`() {
    let visibility = Recorder(flow.visibility)
    let dismissal = Recorder(flow.dismissal)
    flow.root.presence.disappeared()
    flow.root.presence.appeared()
    #expect(visibility.elements == [true, false, true])
    #expect(dismissal.elements.isEmpty)
    flow.root.presence.dismissed()
    #expect(dismissal.elements.count == 1)
  }
}
