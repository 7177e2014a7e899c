import ReactorCore
import ReactorFlow

enum BenchStep: Step {
  case started
  case picked(Int)
}

/// A presentable without a view.
final class BenchScreen: Presentable {
  private let presence = Presence()

  var visibility: Observable<Bool> { presence.visibility }
  var dismissal: Observable<Void> { presence.dismissal }

  func show() { presence.appeared() }
  func dismiss() { presence.dismissed() }
}

/// A flow inside another of its kind. A step of the innermost screen is forwarded up, and the outermost flow presents
/// it.
final class BenchFlow: Flow {
  let root = BenchScreen()
  private let inner: BenchFlow?
  private let isOutermost: Bool
  private let screen: DefaultStepper<BenchStep>
  private var presented: [BenchScreen] = []

  init(depth: Int, isOutermost: Bool = true, screen: DefaultStepper<BenchStep>) {
    inner = depth > 1 ? BenchFlow(depth: depth - 1, isOutermost: false, screen: screen) : nil
    self.isOutermost = isOutermost
    self.screen = screen
  }

  func navigate(to step: BenchStep) -> FlowContributors<BenchStep> {
    switch step {
    case .started:
      if let inner {
        .one(
          flowContributor: .contribute(
            withNextPresentable: inner, withNextStepper: OneStepper(withSingleStep: .started)))
      } else {
        present(screen)
      }
    case .picked:
      isOutermost ? present(DefaultStepper()) : .one(flowContributor: .forwardToParentFlow(withStep: step))
    }
  }

  private func present(_ stepper: DefaultStepper<BenchStep>) -> FlowContributors<BenchStep> {
    let next = BenchScreen()
    next.show()
    presented.append(next)
    return .one(flowContributor: .contribute(withNextPresentable: next, withNextStepper: stepper))
  }

  /// Dismisses every presented screen.
  func back() {
    while let screen = presented.popLast() { screen.dismiss() }
  }
}

/// Measures the time from the emission of a step to the presentation of its screen, with its stepper subscribed to.
@MainActor
func measureThreeFlows() -> Measurement {
  let screen = DefaultStepper<BenchStep>()
  let flow = BenchFlow(depth: 3, screen: screen)
  let coordinator = FlowCoordinator()
  coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: BenchStep.started))
  return Measurement(count: 100, restore: { flow.back() }) { screen.steps.send(.picked(1)) }
}

/// Measures the time to push a thousand nested flows and end them all, and the growth of the process in bytes after the
/// allocator has settled.
@MainActor
func measureNesting() -> (measurement: Measurement, bytesGrown: Int) {
  func pushAndEnd() {
    let coordinator = FlowCoordinator()
    let flow = BenchFlow(depth: 1_000, screen: DefaultStepper())
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: BenchStep.started))
    flow.root.dismiss()
  }
  _ = Measurement(rounds: 50, count: 1, pushAndEnd)
  let before = residentBytes()
  let measurement = Measurement(rounds: 100, count: 1, pushAndEnd)
  return (measurement, residentBytes() - before)
}
