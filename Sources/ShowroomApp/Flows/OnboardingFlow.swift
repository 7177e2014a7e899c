import ReactorCore
import ReactorFlow
import ReactorTerminal

/// The flow for choosing a catalog source, at the first start and whenever the user changes the source.
@MainActor
final class OnboardingFlow: Flow {
  let root: NavigationSection
  private let context: ScreenContext
  private let isFirst: Bool

  /// Creates the flow.
  ///
  /// - Parameter isFirst: Whether there are no cars yet.
  init(_ context: ScreenContext, isFirst: Bool) {
    self.context = context
    self.isFirst = isFirst
    root = NavigationSection(on: context.navigation)
  }

  func navigate(to step: OnboardingStep) -> FlowContributors<OnboardingStep> {
    switch step {
    case .started: return showChoice()
    case .tourRequested:
      context.tour?()
      return .none
    case .carsImported, .declined:
      // At the first start, the screen stays until the list replaces it.
      root.popAll()
      return .end(forwardToParentFlowWithStep: step)
    }
  }

  private func showChoice() -> FlowContributors<OnboardingStep> {
    let reactor = OnboardingReactor(
      context.sources, catalog: context.catalog, isFirst: isFirst, hasTour: context.tour != nil)
    let view = OnboardingView()
    view.reactor = reactor
    // A configured source requires no choice. If the import fails, the screen shows the choices.
    if reactor.currentState.configured != nil { reactor.action.send(.importCars) }
    root.push(view)
    return context.screen(view, steps: reactor.outputs, whenHidden: .buffer)
  }
}
