import ReactorCore

/// A screen with its stepper, as contributed by a flow. Delivers the steps according to the policy of the contribution.
@MainActor
final class ScreenContribution<Step: ReactorFlow.Step> {
  /// Receives a step, and whether the stepper emits it again when the screen is presented again.
  typealias Delivery = @MainActor (_ step: Step, _ isInitial: Bool) -> Void

  private var presentable: (any Presentable)?
  private var stepper: (any Stepper<Step>)?
  private let policy: HiddenStepPolicy
  private let allowsStepWhenDismissed: Bool
  private var buffer: [Step] = []
  private var isVisible = false
  private var isStarting = true
  /// Whether the screen was dismissed, although its stepper may still emit steps.
  private(set) var isDismissed = false
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

  /// The type of the screen and, if its stepper is another object, the type of the stepper.
  var summary: String {
    let screen = presentable.map { "\(type(of: $0))" } ?? "dismissed"
    guard let stepper, stepper !== presentable else { return screen }
    return "\(screen) with \(type(of: stepper))"
  }

  /// Delivers the initial step, subscribes to the stepper, and notifies it.
  func start(_ deliver: @escaping Delivery, onDismissal: @escaping @MainActor () -> Void) {
    guard let presentable, let stepper else { return }
    if let step = stepper.initialStep { deliver(step, true) }
    if policy != .deliver {
      subscriptions.append(presentable.visibility.bind { [weak self] in self?.visibilityChanged($0, deliver) })
    }
    subscribe(to: stepper, deliver)
    stepper.readyToEmitSteps()
    isStarting = false
    // The contribution may have ended, if the stepper replaced the coordinator's flow.
    guard self.stepper != nil else { return }
    subscriptions.append(
      presentable.dismissal.bind { [weak self] in self?.dismissed(deliver, onDismissal) })
  }

  private func subscribe(to stepper: some Stepper<Step>, _ deliver: @escaping Delivery) {
    subscriptions.append(stepper.steps.subscribe { [weak self] in self?.receive($0, deliver) })
  }

  private func receive(_ step: Step, _ deliver: Delivery) {
    if isVisible || isStarting || isDismissed || policy == .deliver { return deliver(step, isStarting) }
    if policy == .buffer { buffer.append(step) }
  }

  private func visibilityChanged(_ isVisible: Bool, _ deliver: Delivery) {
    self.isVisible = isVisible
    if isVisible, !buffer.isEmpty { flush(deliver) }
  }

  private func flush(_ deliver: Delivery) {
    let buffered = buffer
    buffer = []
    for step in buffered { deliver(step, false) }
  }

  private func dismissed(_ deliver: Delivery, _ onDismissal: @MainActor () -> Void) {
    guard allowsStepWhenDismissed else { return onDismissal() }
    isDismissed = true
    presentable = nil
    flush(deliver)
  }

  /// Disposes of the subscriptions, and then releases the stepper and the presentable, in this order.
  func end() {
    let subscriptions = subscriptions
    self.subscriptions = []
    for subscription in subscriptions { subscription.dispose() }
    stepper = nil
    presentable = nil
  }
}
