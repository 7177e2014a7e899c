/// The sources of the steps that follow one step.
public enum FlowContributors<Step: ReactorFlow.Step> {
  /// No new source.
  case none
  /// One source.
  case one(flowContributor: FlowContributor<Step>)
  /// Several sources, subscribed to in this order.
  case multiple(flowContributors: [FlowContributor<Step>])
  /// The end of the flow. Its children, steppers, and presentables are released, and the parent receives the step
  /// through the mapping passed when the flow was contributed.
  case end(forwardToParentFlowWithStep: Step)
}

/// A source of the steps that follow, or a step that follows immediately.
public struct FlowContributor<Step: ReactorFlow.Step> {
  enum Kind {
    case contribution(@MainActor (FlowNode<Step>) -> Void)
    case forwardToCurrentFlow(Step)
    case forwardToParentFlow(Step)
  }

  let kind: Kind

  /// Returns a step for this flow, handled after the coordinator has subscribed to the contributors returned with it.
  public static func forwardToCurrentFlow(withStep step: Step) -> Self {
    Self(kind: .forwardToCurrentFlow(step))
  }

  /// Returns a step for the parent flow, which receives it through the mapping passed when this flow was contributed.
  /// In the topmost flow, the step is ignored.
  public static func forwardToParentFlow(withStep step: Step) -> Self {
    Self(kind: .forwardToParentFlow(step))
  }
}

// MARK: Screens

extension FlowContributor {
  /// Returns a screen together with the stepper that emits its steps.
  ///
  /// - Parameters:
  ///   - presentable: The screen, retained until it is dismissed or the flow ends.
  ///   - stepper: The source of the screen's steps, usually its reactor. Its subscription ends at the same time.
  ///   - hidden: The policy for steps emitted while the screen is not visible.
  ///   - allowStepWhenDismissed: Whether the stepper stays subscribed until the flow ends, even after the screen is
  ///     dismissed.
  public static func contribute(
    withNextPresentable presentable: any Presentable, withNextStepper stepper: any Stepper<Step>,
    allowStepWhenNotPresented hidden: HiddenStepPolicy = .drop, allowStepWhenDismissed: Bool = false
  ) -> Self {
    Self(
      kind: .contribution { node in
        node.add(
          ScreenContribution(
            presentable, stepper, whenHidden: hidden, allowsStepWhenDismissed: allowStepWhenDismissed))
      })
  }

  /// Returns a screen that is its own stepper.
  ///
  /// - Parameters:
  ///   - next: The screen, retained until it is dismissed or the flow ends.
  ///   - hidden: The policy for steps emitted while the screen is not visible.
  ///   - allowStepWhenDismissed: Whether the screen stays subscribed to until the flow ends, even after it is
  ///     dismissed.
  public static func contribute<Next: Presentable & Stepper>(
    withNext next: Next, allowStepWhenNotPresented hidden: HiddenStepPolicy = .drop,
    allowStepWhenDismissed: Bool = false
  ) -> Self where Next.Step == Step {
    contribute(
      withNextPresentable: next, withNextStepper: next, allowStepWhenNotPresented: hidden,
      allowStepWhenDismissed: allowStepWhenDismissed)
  }
}

/// The policy for steps that a screen's stepper emits while the screen is not visible.
///
/// The initial step, and steps sent from ``Stepper/readyToEmitSteps()``, are always delivered.
public enum HiddenStepPolicy: Sendable, Hashable, ExpressibleByBooleanLiteral {
  /// Drops the steps, because an event on a covered screen must not navigate.
  case drop
  /// Delivers the steps when the screen becomes visible again. If it is dismissed first, they are dropped, or delivered
  /// at that moment if a dismissed screen may still emit steps.
  case buffer
  /// Delivers the steps as if the screen were visible.
  case deliver

  /// Creates a policy from RxFlow's Boolean: `true` delivers, `false` drops.
  public init(booleanLiteral value: Bool) {
    self = value ? .deliver : .drop
  }
}

// MARK: Child flows

extension FlowContributor {
  /// Returns a child flow with the same type of steps. The steps that it forwards arrive in this flow unchanged.
  ///
  /// - Parameters:
  ///   - flow: The child flow, retained until its root is dismissed, it ends, or this flow ends.
  ///   - stepper: The child flow's stepper, subscribed to whether or not the flow is visible.
  ///   - allowStepWhenDismissed: Whether the flow continues after its root is dismissed.
  public static func contribute<Child: Flow>(
    withNextPresentable flow: Child, withNextStepper stepper: any Stepper<Step>, allowStepWhenDismissed: Bool = false
  ) -> Self where Child.Step == Step {
    contribute(
      withNextPresentable: flow, withNextStepper: stepper, allowStepWhenDismissed: allowStepWhenDismissed,
      mapping: { $0 })
  }

  /// Returns a child flow with another type of steps.
  ///
  /// - Parameters:
  ///   - flow: The child flow, retained until its root is dismissed, it ends, or this flow ends.
  ///   - stepper: The child flow's stepper, subscribed to whether or not the flow is visible.
  ///   - allowStepWhenDismissed: Whether the flow continues after its root is dismissed.
  ///   - mapping: A closure that translates each step that the child forwards or ends with into a step of this flow, or
  ///     returns `nil` to ignore it.
  public static func contribute<Child: Flow>(
    withNextPresentable flow: Child, withNextStepper stepper: any Stepper<Child.Step>,
    allowStepWhenDismissed: Bool = false, mapping: @escaping @MainActor (Child.Step) -> Step?
  ) -> Self {
    Self(
      kind: .contribution { node in
        node.add(flow, stepper, allowsStepWhenDismissed: allowStepWhenDismissed, mapping: mapping)
      })
  }
}
