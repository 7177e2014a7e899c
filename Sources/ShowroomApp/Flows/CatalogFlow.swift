import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomCatalog
import ShowroomFiles
import ShowroomFormatting
import ShowroomSettings

/// The flow of the list and the screens that open from it: cars, comparisons, notes and uploads. It never ends.
@MainActor
final class CatalogFlow: Flow {
  let root: CarListView
  private let context: ScreenContext
  private let list: CarListReactor
  private weak var uploading: UploadFlow?
  private let disposeBag = DisposeBag()

  /// Creates the flow and reads the first rows for the first frame.
  init(_ context: ScreenContext) {
    self.context = context
    list = CarListReactor(
      catalog: context.catalog, uploads: context.uploads, clipboard: context.clipboard, sheets: context.sheets,
      restoring: context.memory?.restored ?? SessionState(), pageSize: max(1, context.window.size.height))
    root = CarListView(formatting: context.formatting.value, source: context.catalog.sourceDescription)
    root.reactor = list
    root.disposeBag.collect { context.formatting.bind(to: root, \.formatting) }
    root.panes.preview.reactor = PreviewReactor(
      catalog: context.catalog, uploads: context.uploads, clock: context.window.clock)
    if let memory = context.memory { remember(in: memory) }
  }

  /// Saves the state of the list for the next session.
  private func remember(in memory: SessionMemory) {
    root.table.cells.changes = RowChanges(memory.restored.seenChanges)
    disposeBag.collect {
      root.table.changesSeen.bind(with: memory) { memory, seen in memory.update { $0.seenChanges = seen } }
      list.state.bind(with: memory) { memory, state in memory.update { state.save(to: &$0) } }
      root.table.selectionChanged.bind(with: memory) { $0.select($1.car) }
    }
  }

  /// Waits with a link to a car until the list is complete, so that the car has neighbors, and ignores it if the car
  /// does not exist. Rejects uploads if the catalog is read-only.
  func adapt(step: CatalogStep) async throws -> CatalogStep? {
    switch step {
    case .carLinked(let id):
      try await list.waitUntilComplete()
      return try context.catalog.car(id: id).map {
        .carPicked($0.id, in: list.currentState.listing.sequence(showing: $0.id))
      }
    case .uploadRequested:
      if let error = context.catalog.store.readOnlyError { return .uploadRefused(reason: "\(error)") }
      // A second request is ignored while the destination is being checked.
      return uploading?.root.screens.isEmpty == true ? nil : step
    default: return step
    }
  }

  func navigate(to step: CatalogStep) -> FlowContributors<CatalogStep> {
    switch step {
    case .started: return showList()
    case .refreshRequested: list.action.send(.refresh)
    case .searchLinked(let words): list.action.send(.setQuery(words))
    case .carLinked: break
    case .carPicked(let id, let cars): return showCar(id, in: cars)
    // The car that was shown last is selected when the user returns to the list.
    case .carShown(let id): list.action.send(.reveal(id))
    case .carsMarked(let ids): list.action.send(.setMarks(ids))
    case .comparisonRequested(let ids): return showComparison(of: ids)
    case .alikeRequested(let id):
      context.navigation.pop(to: root)
      list.action.send(.findAlike(id))
    case .comparisonEmptied: context.navigation.pop()
    case .changesRequested(let view): return showChanges(in: view)
    case .plotRequested(let id): return showPlot(selecting: id)
    case .noteRequested(let request): return showNote(request)
    case .noteClosed(let outcome):
      context.navigation.pop()
      if let message = outcome.message { context.window.toast(message, kind: .success) }
    case .uploadRequested(let id, let files): return upload(files, to: id)
    case .uploadRefused(let reason):
      return context.dialog(AlertView(title: "Uploads are not available", message: reason, kind: .error))
    }
    return .none
  }

  private func showList() -> FlowContributors<CatalogStep> {
    context.navigation.replaceTop(with: root)
    return context.screen(root, steps: list.outputs.compactMap(\.step))
  }

  private func showCar(_ id: Car.ID, in cars: CarSequence) -> FlowContributors<CatalogStep> {
    let reactor = CarDetailReactor(
      id: id, in: cars, completed: list.state(\.listing).filter(\.isComplete).map { $0.sequence(showing: id) },
      catalog: context.catalog, marks: list.state(\.marked), uploads: context.uploads,
      environment: context.environment, clipboard: context.clipboard, sheets: context.sheets,
      clock: context.window.clock)
    let view = CarDetailView(formatting: context.formatting.value, timestamps: context.timestamps)
    push(view, with: reactor, formattingBy: \.formatting)
    let shown = reactor.state(\.requestedID).map { CatalogStep.carShown($0) }
    return context.screen(view, steps: .merge(shown, reactor.outputs.compactMap(\.step)))
  }

  private func showComparison(of ids: [Car.ID]) -> FlowContributors<CatalogStep> {
    let reactor = CompareReactor(ids: ids, catalog: context.catalog, sheets: context.sheets)
    let view = CompareView(formatting: context.formatting.value)
    push(view, with: reactor, formattingBy: \.formatting)
    return context.screen(view, steps: reactor.outputs.compactMap(\.step))
  }

  /// Shows what changed, unless the top screen shows it already, because messages offer it on every screen.
  private func showChanges(in view: SavedView?) -> FlowContributors<CatalogStep> {
    if let shown = context.navigation.top as? ChangesView, shown.reactor?.currentState.view == view { return .none }
    let reactor = ChangesReactor(catalog: context.catalog, in: view)
    let view = ChangesView(formatting: context.formatting.value)
    push(view, with: reactor, formattingBy: \.formatting)
    return context.screen(view, steps: reactor.outputs)
  }

  private func showPlot(selecting id: Car.ID?) -> FlowContributors<CatalogStep> {
    let reactor = PlotReactor(of: list.state(\.listing), selecting: id)
    let view = PlotView(formatting: context.formatting.value)
    push(view, with: reactor, formattingBy: \.formatting)
    return context.screen(view, steps: reactor.outputs)
  }

  /// Shows a screen whose numbers follow the current format.
  private func push<R: Reactor, View: ReactorView<R>>(
    _ view: View, with reactor: R, formattingBy formatting: ReferenceWritableKeyPath<View, CarFormatting>
  ) {
    view.reactor = reactor
    view.disposeBag.collect { context.formatting.bind(to: view, formatting) }
    context.navigation.push(view)
  }

  private func showNote(_ request: NoteRequest) -> FlowContributors<CatalogStep> {
    let reactor = NoteReactor(request, catalog: context.catalog)
    let view = NoteView(editor: ExternalEditor(environment: context.environment, in: context.window))
    view.reactor = reactor
    context.navigation.push(view)
    // A note that is saved while another screen covers it closes when it becomes visible again.
    return context.screen(view, steps: reactor.outputs.compactMap(\.step), whenHidden: .buffer)
  }

  private func upload(_ files: [UploadSource], to id: Car.ID) -> FlowContributors<CatalogStep> {
    let flow = UploadFlow(context)
    uploading = flow
    return context.flow(flow, beginningWith: .uploadRequested(id, files: files))
  }
}

extension CarListReactor {
  /// Waits until the list has been loaded or has failed to load.
  fileprivate func waitUntilComplete() async throws {
    _ = try await state.filter { $0.listing.isComplete || $0.failure != nil }.first()
  }
}

extension NoteOutcome {
  /// The text of the toast; `nil` if the note has not changed.
  fileprivate var message: String? {
    switch self {
    case .saved: "Note saved"
    case .removed: "Note removed"
    case .unchanged: nil
    }
  }
}
