import ReactorCore
import ReactorFlow
import ReactorTesting
import Testing

@MainActor
@Suite("Steps of a screen that is not shown, or not any more")
struct VisibilityTests {
  let coordinator = FlowCoordinator()
  let flow = ScriptedFlow<Named>()
  let own = DefaultStepper<Named>()
  let panel = Panel()
  let stepper = ScriptedStepper<Named>()

  /// Contributes the panel with its stepper.
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

  /// Sends a step while shown, one while hidden, one when shown again.
  private func showHideShow() {
    stepper.steps.send("shown")
    panel.presence.disappeared()
    stepper.steps.send("hidden 1")
    stepper.steps.send("hidden 2")
    panel.presence.appeared()
    stepper.steps.send("shown again")
  }

  @Test("drop, the default: what happens on a covered screen is lost")
  func drop() {
    contribute()
    showHideShow()
    #expect(flow.handled == ["start", "shown", "shown again"])
  }

  @Test("buffer: it waits until the screen is shown again, and keeps its order")
  func buffer() {
    contribute(.buffer)
    showHideShow()
    #expect(flow.handled == ["start", "shown", "hidden 1", "hidden 2", "shown again"])
  }

  @Test("buffered steps of a screen that is dismissed are lost")
  func bufferOfDismissed() {
    contribute(.buffer)
    panel.presence.disappeared()
    stepper.steps.send("hidden")
    panel.presence.dismissed()
    panel.presence.appeared()
    #expect(flow.handled == ["start"])
  }

  @Test("buffered steps of a screen that is dismissed are delivered then, where steps of a dismissed one are allowed")
  func bufferOfAllowed() {
    contribute(.buffer, allowStepWhenDismissed: true)
    panel.presence.disappeared()
    stepper.steps.send("hidden")
    panel.presence.dismissed()
    stepper.steps.send("late")
    #expect(flow.handled == ["start", "hidden", "late"])
  }

  @Test("coordinate with allowStepWhenNotPresented: it is delivered as if the screen were shown")
  func deliver() {
    contribute(.deliver)
    showHideShow()
    #expect(flow.handled == ["start", "shown", "hidden 1", "hidden 2", "shown again"])
  }

  @Test("allowStepWhenNotPresented can be said with true and false, as in RxFlow")
  func booleans() {
    let yes: HiddenStepPolicy = true
    let no: HiddenStepPolicy = false
    #expect(yes == .deliver)
    #expect(no == .drop)
  }

  @Test("the initial step is always delivered, also of a screen that has not been shown yet")
  func initialStep() {
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

  @Test("a flow's own stepper is never paused: neither while the flow is hidden nor before it is shown")
  func flowsOwnStepper() {
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

  @Test("the stepper of a dismissed screen is not listened to any more, and both are let go of")
  func dismissed() {
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

  @Test("a step is received after dismissal where that is allowed, whether the screen was to be shown or not")
  func allowedAfterDismissal() {
    contribute(.drop, allowStepWhenDismissed: true)
    panel.presence.dismissed()
    stepper.steps.send("late")
    #expect(flow.handled == ["start", "late"])
    flow.root.presence.dismissed()
    #expect(stepper.steps.observerCount == 0)
  }

  @Test("a screen that is gone before its contributor is looked at is let go of; its initial step still counts")
  func dismissedTooEarly() {
    panel.presence.dismissed()
    flow.onNavigate = { [panel] in
      $0 == "start" ? .screen(panel, OneStepper(withSingleStep: "initial")) : .none
    }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    #expect(flow.handled == ["start", "initial"])
    contribute()
    #expect(stepper.steps.observerCount == 0)
  }

  @Test("a screen that is its own stepper is contributed in one word")
  func ownStepper() {
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

  @Test("visibility tells the value that stands, then every change; dismissal tells once, also afterwards")
  func presence() {
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

  @Test("a flow is shown and dismissed as its root is")
  func flowAsPresentable() {
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
