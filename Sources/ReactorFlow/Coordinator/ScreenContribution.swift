import ReactorCore

/// A screen with its stepper, as a flow has contributed them: lets steps through as long and as far as it was agreed.
@MainActor
final class ScreenContribution<Step: ReactorFlow.Step> {
  private var presentable: (any Presentable)?
  private var stepper: (any Stepper<Step>)?
  private let policy: HiddenStepPolicy
  private let allowsStepWhenDismissed: Bool
  private var buffer: [Step] = []
  private var isVisible = false
  private var isBeginning = true
  private var isDismissed = false
  private var subscriptions: [any Disposable] = []

  init(
    _ presentable: any Presentable, _ stepper: any Stepper<Step>, whenHidden policy: HiddenStepPolicy,
    allowsStepWhenDismissed: Bool
  ) {
    self.presentable = presentable
    self.stepper = stepper
    self.policy = policy
    self.allowsStepWhenDismissed = allowsStepWhenDismissed
  }

  /// Delivers the initial step, listens, and tells the stepper so.
  func start(_ deliver: @escaping @MainActor (Step) -> Void, onDismissal: @escaping @MainActor () -> Void) {
    guard let presentable, let stepper else { return }
    if let step = stepper.initialStep { deliver(step) }
    if policy != .deliver {
      subscriptions.append(presentable.visibility.bind { [weak self] in self?.visibilityChanged($0, deliver) })
    }
    listen(to: stepper, deliver)
    stepper.readyToEmitSteps()
    isBeginning = false
    // Last, and only if nobody ended it meanwhile: a screen that is gone already says so at once.
    guard self.stepper != nil else { return }
    subscriptions.append(
      presentable.dismissal.bind { [weak self] in self?.dismissed(onDismissal) })
  }

  private func listen(to stepper: some Stepper<Step>, _ deliver: @escaping @MainActor (Step) -> Void) {
    subscriptions.append(stepper.steps.subscribe { [weak self] in self?.receive($0, deliver) })
  }

  private func receive(_ step: Step, _ deliver: @MainActor (Step) -> Void) {
    if isVisible || isBeginning || isDismissed || policy == .deliver { return deliver(step) }
    if policy == .buffer { buffer.append(step) }
  }

  private func visibilityChanged(_ isVisible: Bool, _ deliver: @MainActor (Step) -> Void) {
    self.isVisible = isVisible
    guard isVisible, !buffer.isEmpty else { return }
    let buffered = buffer
    buffer = []
    for step in buffered { deliver(step) }
  }

  private func dismissed(_ onDismissal: @MainActor () -> Void) {
    buffer = []
    guard allowsStepWhenDismissed else { return onDismissal() }
    isDismissed = true
    presentable = nil
  }

  /// Stops listening; lets go of the stepper, then of the presentable.
  func end() {
    let subscriptions = subscriptions
    self.subscriptions = []
    for subscription in subscriptions { subscription.dispose() }
    stepper = nil
    presentable = nil
  }
}
