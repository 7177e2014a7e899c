/// One who emits the steps that follow, or a step that follows right away.
public struct FlowContributor<Step: ReactorFlow.Step> {
  @usableFromInline
  enum Kind {
    case contribution(@MainActor (FlowNode<Step>) -> Void)
    case forwardToCurrentFlow(Step)
    case forwardToParentFlow(Step)
  }

  @usableFromInline let kind: Kind

  @inlinable
  init(kind: Kind) {
    self.kind = kind
  }

  /// A step of this flow, after everybody contributed along with it has been listened to.
  @inlinable
  public static func forwardToCurrentFlow(withStep step: Step) -> Self {
    Self(kind: .forwardToCurrentFlow(step))
  }

  /// A step for the parent, in its own words where the contribution of this flow has a mapping. Goes nowhere from the
  /// flow at the top.
  @inlinable
  public static func forwardToParentFlow(withStep step: Step) -> Self {
    Self(kind: .forwardToParentFlow(step))
  }
}

// MARK: Screens

extension FlowContributor {
  /// A screen, with the stepper that says what happened on it.
  ///
  /// - Parameters:
  ///   - presentable: kept until it is dismissed or the flow ends.
  ///   - stepper: listened to as long; usually the screen's reactor.
  ///   - hidden: what becomes of steps while the presentable is not shown.
  ///   - allowStepWhenDismissed: whether the stepper is listened to until the flow ends.
  @inlinable
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

  /// A screen that is its own stepper.
  @inlinable
  public static func contribute<Next: Presentable & Stepper>(
    withNext next: Next, allowStepWhenNotPresented hidden: HiddenStepPolicy = .drop,
    allowStepWhenDismissed: Bool = false
  ) -> Self where Next.Step == Step {
    contribute(
      withNextPresentable: next, withNextStepper: next, allowStepWhenNotPresented: hidden,
      allowStepWhenDismissed: allowStepWhenDismissed)
  }
}

// MARK: Child flows

extension FlowContributor {
  /// A child flow that has steps of the same type; what it forwards arrives here as it is.
  ///
  /// - Parameters:
  ///   - flow: kept until its root is dismissed, it ends, or this flow ends.
  ///   - stepper: the flow's own; it is listened to whether or not the flow is shown.
  ///   - allowStepWhenDismissed: whether the flow goes on after its root was dismissed.
  @inlinable
  public static func contribute<Child: Flow>(
    withNextPresentable flow: Child, withNextStepper stepper: any Stepper<Step>, allowStepWhenDismissed: Bool = false
  ) -> Self where Child.Step == Step {
    contribute(
      withNextPresentable: flow, withNextStepper: stepper, allowStepWhenDismissed: allowStepWhenDismissed,
      mapping: { $0 })
  }

  /// A child flow that has steps of its own type.
  ///
  /// - Parameters:
  ///   - flow: kept until its root is dismissed, it ends, or this flow ends.
  ///   - stepper: the flow's own; it is listened to whether or not the flow is shown.
  ///   - allowStepWhenDismissed: whether the flow goes on after its root was dismissed.
  ///   - mapping: what a step that the child forwards (or ends with) means here; nil if nothing.
  @inlinable
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
