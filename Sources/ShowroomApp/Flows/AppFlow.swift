import ReactorCore
import ReactorFlow
import ReactorTerminal

/// The whole program: its root is the stack on which all flows show their screens.
@MainActor
final class AppFlow: Flow {
  let root: NavigationStack
  private let context: ScreenContext

  init(_ context: ScreenContext) {
    self.context = context
    root = context.navigation
  }

  func navigate(to step: AppStep) -> FlowContributors<AppStep> {
    switch step {
    case .started:
      .one(
        flowContributor: .contribute(
          withNextPresentable: CatalogueFlow(context), withNextStepper: OneStepper(withSingleStep: .started),
          mapping: { _ in nil }))
    }
  }
}
