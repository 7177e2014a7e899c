import Catalogue
import ReactorCore
import ReactorFlow
import ReactorTerminal

/// The whole program: its root is the stack on which all flows show their screens.
@MainActor
final class AppFlow: Flow {
  /// The names of its commands, as a configuration file knows them.
  enum Name {
    static let source = "app.source"
    static let uploads = "app.uploads"
  }

  let root: NavigationStack
  /// Whether the list is there to go on from.
  let isBrowsing = StateRelay(false)
  private let context: ScreenContext
  private let quit: @MainActor () -> Void

  /// - Parameter quit: ends the program, or asks whether it may.
  init(_ context: ScreenContext, quit: @escaping @MainActor () -> Void) {
    self.context = context
    self.quit = quit
    root = context.navigation
  }

  /// What is asked for on any screen: with a key, or from the palette.
  func commands() -> ObservableStepper<AppStep> {
    let window = context.window
    return ObservableStepper(
      root.keys(id: Name.source, title: "Choose the catalogue's source…", section: "General")
        .map { .sourceChangeRequested },
      root.keys("U", id: Name.uploads, title: "Uploads", section: "General", isHidden: true)
        .map { .uploadsRequested },
      window.helpRequested.asObservable().map { .helpRequested },
      window.paletteRequested.asObservable().map { .paletteRequested },
      window.quitRequested.asObservable().map { .quitRequested },
      initialStep: .started)
  }

  /// Without cars a source comes first; where the source is given from outside, it is not for a screen to change.
  func adapt(step: AppStep) async throws -> AppStep? {
    switch step {
    case .started: return try CatalogueBootstrap.isEmpty(context.catalogue.store) ? .sourceRequired : .catalogueReady
    case .sourceChangeRequested:
      if root.screens.contains(where: { $0 is OnboardingView }) { return nil }
      return context.sources.configured.map { .sourceChangeRefused(named: $0.name) } ?? step
    // Before there are cars there is nothing to go back to, and once is enough.
    case .uploadsRequested: return isBrowsing.value && !(root.top is UploadView) ? step : nil
    default: return step
    }
  }

  func navigate(to step: AppStep) -> FlowContributors<AppStep> {
    switch step {
    case .started: return .none
    case .sourceRequired: return chooseSource(isFirst: true)
    case .catalogueReady: return browse()
    case .sourceChangeRequested: return chooseSource(isFirst: false)
    case .sourceChangeRefused(let name):
      return context.dialog(
        AlertView(
          title: "The source is given",
          message: "The cars come from \(name), because --source, SHOWROOM_SOURCE or the configuration file says so: "
            + "choose another there.",
          kind: .info, buttons: []))
    case .sourceChanged(let outcome): context.window.toast(outcome.summary, kind: .success)
    case .uploadsRequested: return context.flow(UploadFlow(context), beginningWith: .queueRequested)
    case .helpRequested: return context.dialog(HelpSheet(context.window.activeBindings))
    case .paletteRequested: return context.dialog(CommandPalette(context.window.activeCommands))
    case .quitRequested: quit()
    }
    return .none
  }

  private func browse() -> FlowContributors<AppStep> {
    isBrowsing.accept(true)
    return context.flow(CatalogueFlow(context), beginningWith: .started)
  }

  private func chooseSource(isFirst: Bool) -> FlowContributors<AppStep> {
    .one(
      flowContributor: .contribute(
        withNextPresentable: OnboardingFlow(context, isFirst: isFirst),
        withNextStepper: OneStepper(withSingleStep: .started),
        mapping: { step in
          guard case .sourceTaken(let outcome) = step else { return nil }
          return isFirst ? .catalogueReady : .sourceChanged(outcome)
        }))
  }
}
