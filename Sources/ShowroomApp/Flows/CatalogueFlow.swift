import Catalogue
import ReactorCore
import ReactorFlow
import ReactorTerminal

/// Browsing: the list, a car, a comparison, a note. Ends never; its list is what everything goes back to.
@MainActor
final class CatalogueFlow: Flow {
  let root: CarListView
  private let context: ScreenContext
  private let list: CarListReactor
  private weak var uploading: UploadFlow?

  /// Reads the first rows, so that the first frame has them.
  init(_ context: ScreenContext) {
    self.context = context
    list = CarListReactor(catalogue: context.catalogue, pageSize: max(1, context.window.size.height))
    root = CarListView(formatting: context.formatting, source: context.catalogue.sourceDescription)
    root.reactor = list
  }

  /// A link is followed once there are neighbours to go on to from its car, and only to a car that exists. Nothing is
  /// uploaded where it could not be written down.
  func adapt(step: CatalogueStep) async throws -> CatalogueStep? {
    switch step {
    case .carLinked(let id):
      try await list.waitUntilComplete()
      return try context.catalogue.car(id: id).map { .carPicked($0.id, in: list.currentState.listing.sequence) }
    case .uploadRequested where context.catalogue.store.isReadOnly:
      return .uploadRefused(reason: "\(CatalogueError.store(.readOnly, path: context.catalogue.store.path))")
    // Asked once more while the destination is still being asked.
    case .uploadRequested: return uploading?.root.screens.isEmpty == true ? nil : step
    default: return step
    }
  }

  func navigate(to step: CatalogueStep) -> FlowContributors<CatalogueStep> {
    switch step {
    case .started: return showList()
    case .searchLinked(let words): list.action.send(.setQuery(words))
    case .carLinked: break
    case .carPicked(let id, let cars): return showCar(id, in: cars)
    // Who goes on to the next car finds that one selected on coming back.
    case .carShown(let id): list.action.send(.reveal(id))
    case .comparisonRequested(let ids): return showComparison(of: ids)
    case .comparisonEmptied: context.navigation.pop()
    case .noteRequested(let request): return showNote(request)
    case .noteClosed(let outcome):
      context.navigation.pop()
      if let message = outcome.message { context.window.toast(message, kind: .success) }
    case .uploadRequested(let id): return upload(to: id)
    case .uploadRefused(let reason):
      return context.dialog(AlertView(title: "Nothing can be uploaded", message: reason, kind: .error, buttons: []))
    }
    return .none
  }

  private func showList() -> FlowContributors<CatalogueStep> {
    context.navigation.replaceTop(with: root)
    return contribute(
      root,
      ObservableStepper(
        list.pulse(unwrapping: \.$opened).map { .carPicked($0.id, in: $0.cars) },
        list.pulse(unwrapping: \.$compareRequested).map { .comparisonRequested($0) },
        list.pulse(unwrapping: \.$uploadRequested).map { .uploadRequested($0) }))
  }

  private func showCar(_ id: Car.ID, in cars: CarSequence) -> FlowContributors<CatalogueStep> {
    let reactor = CarDetailReactor(
      id: id, in: cars, catalogue: context.catalogue, uploads: context.uploads,
      environment: context.environment, clock: context.window.clock)
    let view = CarDetailView(formatting: context.formatting, moments: context.moments)
    view.reactor = reactor
    context.navigation.push(view)
    return contribute(
      view,
      ObservableStepper(
        reactor.state(\.requestedID).map { .carShown($0) },
        reactor.pulse(unwrapping: \.$noteRequested).map { .noteRequested($0) },
        reactor.pulse(unwrapping: \.$uploadRequested).map { .uploadRequested($0) }))
  }

  private func showComparison(of ids: [Car.ID]) -> FlowContributors<CatalogueStep> {
    let reactor = CompareReactor(ids: ids, catalogue: context.catalogue)
    let view = CompareView(formatting: context.formatting)
    view.reactor = reactor
    context.navigation.push(view)
    return contribute(
      view,
      ObservableStepper(
        reactor.pulse(unwrapping: \.$opened).map { [weak reactor] id in
          .carPicked(id, in: CarSequence(reactor?.currentState.columns.map(\.id) ?? [id]))
        },
        reactor.pulse(unwrapping: \.$closed).map { _ in .comparisonEmptied }))
  }

  private func showNote(_ request: NoteRequest) -> FlowContributors<CatalogueStep> {
    let reactor = NoteReactor(request, catalogue: context.catalogue)
    let view = NoteView()
    view.reactor = reactor
    context.navigation.push(view)
    // A note that is saved while another screen covers it closes when it is seen again.
    return contribute(
      view, ObservableStepper(reactor.pulse(unwrapping: \.$closed).map { .noteClosed($0) }), whenHidden: .buffer)
  }

  private func upload(to id: Car.ID) -> FlowContributors<CatalogueStep> {
    let flow = UploadFlow(context)
    uploading = flow
    return context.flow(flow, beginningWith: .uploadRequested(id))
  }

  private func contribute(
    _ screen: Screen, _ stepper: ObservableStepper<CatalogueStep>, whenHidden policy: HiddenStepPolicy = .drop
  ) -> FlowContributors<CatalogueStep> {
    .one(
      flowContributor: .contribute(
        withNextPresentable: screen, withNextStepper: stepper, allowStepWhenNotPresented: policy))
  }
}

extension CarListReactor {
  /// Returns when the list knows all cars, or why it cannot.
  fileprivate func waitUntilComplete() async throws {
    let isDone: Observable<Bool> = state.map { $0.listing.isComplete || $0.failure != nil }
    for try await isDone in isDone.values where isDone { return }
  }
}

extension NoteReactor.Outcome {
  /// What to say in passing; nothing when nothing changed.
  fileprivate var message: String? {
    switch self {
    case .saved: "Note saved"
    case .removed: "Note removed"
    case .unchanged: nil
    }
  }
}
