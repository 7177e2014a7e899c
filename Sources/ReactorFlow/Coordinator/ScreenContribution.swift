import ReactorCore

/// A screen with its stepper, as a flow has contributed them: lets steps through as long and as far as it was agreed.
@MainActor
@usableFromInline
final class ScreenContribution<Step: ReactorFlow.Step> {
  @usableFromInline var presentable: (any Presentable)?
  @usableFromInline var stepper: (any Stepper<Step>)?
  @usableFromInline let policy: HiddenStepPolicy
  @usableFromInline let allowsStepWhenDismissed: Bool
  @usableFromInline var buffer: [Step] = []
  @usableFromInline var isVisible = false
  @usableFromInline var isBeginning = true
  @usableFromInline var isDismissed = false
  @usableFromInline var subscriptions: [any Disposable] = []

  @inlinable
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
  @inlinable
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
      presentable.dismissal.bind { [weak self] in self?.dismissed(deliver, onDismissal) })
  }

  @inlinable
  func listen(to stepper: some Stepper<Step>, _ deliver: @escaping @MainActor (Step) -> Void) {
    subscriptions.append(stepper.steps.subscribe { [weak self] in self?.receive($0, deliver) })
  }

  @inlinable
  func receive(_ step: Step, _ deliver: @MainActor (Step) -> Void) {
    if isVisible || isBeginning || isDismissed || policy == .deliver { return deliver(step) }
    if policy == .buffer { buffer.append(step) }
  }

  @inlinable
  func visibilityChanged(_ isVisible: Bool, _ deliver: @MainActor (Step) -> Void) {
    self.isVisible = isVisible
    if isVisible, !buffer.isEmpty { flush(deliver) }
  }

  @inlinable
  func flush(_ deliver: @MainActor (Step) -> Void) {
    let buffered = buffer
    buffer = []
    for step in buffered { deliver(step) }
  }

  @inlinable
  func dismissed(_ deliver: @MainActor (Step) -> Void, _ onDismissal: @MainActor () -> Void) {
    guard allowsStepWhenDismissed else { return onDismissal() }
    isDismissed = true
    presentable = nil
    flush(deliver)
  }

  /// Stops listening; lets go of the stepper, then of the presentable.
  @inlinable
  func end() {
    let subscriptions = subscriptions
    self.subscriptions = []
    for subscription in subscriptions { subscription.dispose() }
    stepper = nil
    presentable = nil
  }
}
