import Catalogue
import ReactorCore
import ReactorFlow
import ReactorTerminal

/// What happens while a source is chosen.
public enum OnboardingStep: Step {
  /// A source is to be chosen.
  case started
  /// The cars of a source are in the catalogue.
  case sourceTaken(RefreshOutcome)
  /// The screen was left as it was.
  case declined
}

/// The choice of where the cars come from: before there are any, and whenever it is wanted again.
@MainActor
final class OnboardingFlow: Flow {
  let root: NavigationSection
  private let context: ScreenContext
  private let isFirst: Bool

  /// - Parameter isFirst: whether there are no cars yet.
  init(_ context: ScreenContext, isFirst: Bool) {
    self.context = context
    self.isFirst = isFirst
    root = NavigationSection(on: context.navigation)
  }

  func navigate(to step: OnboardingStep) -> FlowContributors<OnboardingStep> {
    switch step {
    case .started: return showChoice()
    case .sourceTaken, .declined:
      // At the first time the screen stays until the list takes its place.
      root.popAll()
      return .end(forwardToParentFlowWithStep: step)
    }
  }

  private func showChoice() -> FlowContributors<OnboardingStep> {
    let reactor = OnboardingReactor(context.sources, catalogue: context.catalogue, isFirst: isFirst)
    let view = OnboardingView()
    view.reactor = reactor
    // A source that is named needs no choice; the screen asks where it cannot be had.
    if reactor.currentState.given != nil { reactor.action.send(.take) }
    root.push(view)
    return .one(
      flowContributor: .contribute(
        withNextPresentable: view,
        withNextStepper: ObservableStepper(
          reactor.pulse(unwrapping: \.$taken).map { .sourceTaken($0) },
          reactor.pulse(\.$declined, replay: .none).map { _ in .declined }),
        allowStepWhenNotPresented: .buffer))
  }
}
