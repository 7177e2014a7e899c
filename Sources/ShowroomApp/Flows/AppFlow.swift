import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings

/// The root flow, whose navigation stack holds the screens of all flows.
@MainActor
final class AppFlow: Flow {
  /// The commands of the program, which work on every screen.
  nonisolated static let commands = Commands<AppFlow>("General") {
    Command(
      "app.source", title: "Change catalog source", help: "Changes the file or address that refreshes read."
    ) { $0.owner.requests.send(.sourceChangeRequested) }
    Command(
      "app.uploads", "U", title: "Uploads", help: "Shows the uploads and their progress.", isHidden: true
    ) { $0.owner.requests.send(.uploadsRequested) }
    Command(
      "app.costs", "$", title: "Cost assumptions",
      help: "Sets the mileage, the prices and the years on which all costs are based.", isHidden: true
    ) { $0.owner.requests.send(.costsRequested) }
    Command("app.undo", "z", title: "Undo", help: "Undoes the latest change to your data.", isHidden: true) {
      $0.owner.requests.send(.undoRequested)
    }
    .titled { $0.owner.context.catalog.undoStack.next.map { "Undo \($0)" } ?? "Undo" }
    .disabled { $0.owner.context.catalog.undoStack.next == nil ? "There is nothing to undo." : nil }
    Command("app.tour", title: "Watch the tour", help: OnboardingView.tourHelp) {
      $0.owner.requests.send(.tourRequested)
    }
    .enabled { $0.owner.context.tour != nil }
  }

  let root: NavigationStack
  /// Whether the list is shown. Links and uploads can be opened only from the list.
  let isBrowsing = StateRelay(false)
  /// The steps requested by commands.
  private let requests = Relay<AppStep>()
  private let context: ScreenContext
  private let quit: @MainActor () -> Void

  /// Creates the flow.
  ///
  /// - Parameter quit: A closure that ends the program, possibly after confirmation.
  init(_ context: ScreenContext, quit: @escaping @MainActor () -> Void) {
    self.context = context
    self.quit = quit
    root = context.navigation
  }

  /// Returns the stepper for the commands that are available on all screens.
  func stepper() -> ObservableStepper<AppStep> {
    let window = context.window
    Self.commands.install(in: root, for: self)
    return ObservableStepper(
      requests,
      window.helpRequested.map { .helpRequested },
      window.paletteRequested.map { .paletteRequested },
      window.quitRequested.map { .quitRequested },
      initialStep: .started)
  }

  /// Starts with the choice of a source if there are no cars. Rejects changing the source if it is configured.
  func adapt(step: AppStep) async throws -> AppStep? {
    switch step {
    case .started: return try CatalogBootstrap.isEmpty(context.catalog.store) ? .sourceRequired : .catalogReady
    case .sourceChangeRequested:
      if root.screens.contains(where: { $0 is OnboardingView }) { return nil }
      return context.sources.configured.map { .sourceChangeRefused(named: $0.name) } ?? step
    case .costsRequested: return isBrowsing.value ? step : nil
    // Uploads require the list to return to, and are opened only once.
    case .uploadsRequested: return isBrowsing.value && !(root.top is UploadView) ? step : nil
    default: return step
    }
  }

  func navigate(to step: AppStep) -> FlowContributors<AppStep> {
    switch step {
    case .started: return .none
    case .sourceRequired: return chooseSource(isFirst: true)
    case .catalogReady: return browse()
    case .sourceChangeRequested: return chooseSource(isFirst: false)
    case .sourceChangeRefused(let name):
      return context.dialog(
        AlertView(
          title: "The source cannot be changed here",
          message: "It is set to \(name) by the command line, SHOWROOM_SOURCE, or the configuration file. Change it "
            + "there.",
          kind: .info))
    case .sourceChanged(let outcome):
      context.window.toast(outcome.summary, kind: .success, topic: RefreshNotifications.topic)
    case .uploadsRequested: return context.flow(UploadFlow(context), beginningWith: .queueRequested)
    case .costsRequested:
      let view = CostsView(formatting: context.formatting.value)
      view.reactor = CostsReactor(context.catalog)
      return context.dialog(view)
    case .undoRequested: undo()
    case .tourRequested: context.tour?()
    case .helpRequested: return context.dialog(HelpSheet(context.window.activeBindings, pages: [.queries, .mouse]))
    case .paletteRequested: return context.dialog(CommandPalette(context.window.activeCommands))
    case .quitRequested: requestQuit(isByUser: true)
    }
    return .none
  }

  /// Undoes the latest change, and shows what was undone.
  private func undo() {
    Task.immediate(executorPreference: EffectExecutor.current) { [window = context.window, catalog = context.catalog] in
      do {
        guard let title = try await catalog.undoStack.undo() else { return }
        window.toast("Undone: \(title)", kind: .success, topic: "undo")
      } catch {
        window.alert("Could not undo the change", "\(error)", kind: .error)
      }
    }
  }

  /// Quits, after confirmation if a note has unsaved changes.
  ///
  /// - Parameter isByUser: Whether the user requests this now, so that a second request needs no confirmation.
  func requestQuit(isByUser: Bool) {
    let note = root.screens.lazy.compactMap { $0 as? NoteView }.first { $0.reactor?.currentState.isChanged == true }
    if let note { note.confirmQuitting(in: context.window, isByUser: isByUser, then: quit) } else { quit() }
  }

  private func browse() -> FlowContributors<AppStep> {
    isBrowsing.accept(true)
    return context.flow(CatalogFlow(context), beginningWith: .started)
  }

  private func chooseSource(isFirst: Bool) -> FlowContributors<AppStep> {
    .one(
      flowContributor: .contribute(
        withNextPresentable: OnboardingFlow(context, isFirst: isFirst),
        withNextStepper: OneStepper(withSingleStep: .started),
        mapping: { step in
          guard case .carsImported(let outcome) = step else { return nil }
          return isFirst ? .catalogReady : .sourceChanged(outcome)
        }))
  }
}

/// The steps of the root flow.
package enum AppStep: Step {
  case started
  /// There are no cars yet.
  case sourceRequired
  /// There are cars to show.
  case catalogReady
  case sourceChangeRequested
  /// The source cannot be changed, because it is set on the command line, in the environment or in the configuration
  /// file.
  case sourceChangeRefused(named: String)
  case sourceChanged(RefreshOutcome)
  /// The user opened the uploads of all cars.
  case uploadsRequested
  /// The user opened the cost assumptions.
  case costsRequested
  case undoRequested
  case tourRequested
  case helpRequested
  case paletteRequested
  case quitRequested
}
