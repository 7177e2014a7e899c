import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings
import ShowroomText
import SystemPackage

/// The flows of the program in a window.
@MainActor
package final class AppNavigation {
  private let window: Window
  let coordinator = FlowCoordinator()
  private let flow: AppFlow
  private let settings: ScreenSettings
  private let uploadNotifications: UploadNotifications
  private let disposeBag = DisposeBag()
  private let refreshNotifications: RefreshNotifications

  /// Creates the flows and shows the first screen.
  ///
  /// - Parameters:
  ///   - sources: The sources that the user can choose from.
  ///   - units: The initial units of numbers.
  ///   - environment: The environment variables of the process.
  ///   - timestamps: The format of dates.
  ///   - memory: The state with which the next session begins; `nil` to save nothing.
  ///   - tour: A closure that plays the tour, and returns when it has ended; `nil` if there is no tour.
  ///   - quit: A closure that ends the program. If uploads are running, it is called after confirmation.
  package init(
    window: Window, catalog: LiveCatalog, uploads: LiveUploads, sources: SourceChoices, units: UnitSystem,
    environment: [String: String], timestamps: TimestampFormatting = TimestampFormatting(),
    memory: SessionMemory? = nil,
    tour: (@MainActor () -> Void)? = nil, quit: @escaping @MainActor () -> Void
  ) {
    self.window = window
    let navigation = NavigationStack()
    window.root.content = navigation
    settings = ScreenSettings(window, units: units, costs: catalog.costs, memory: memory)
    let report = CopyReport()
    let context = ScreenContext(
      window: window, navigation: navigation, catalog: catalog, uploads: uploads, sources: sources,
      formatting: settings.formatting, timestamps: timestamps, environment: environment, memory: memory,
      copyReport: report, tour: tour)
    uploadNotifications = UploadNotifications(window: window, uploads: uploads, titleBar: navigation.titleBar)
    refreshNotifications = RefreshNotifications(
      window: window, catalog: catalog,
      refreshingBy: CarListView.commands.bindings.first { $0.id == CarListView.refresh },
      showingChangesBy: CarListView.commands.bindings.first { $0.id == CarListView.changes })
    let quitGuard = QuitGuard(window: window, uploads: uploads, quit: quit)
    flow = AppFlow(context) { quitGuard.request() }
    // A note may have been changed while the uploads were finishing.
    disposeBag.collect { quitGuard.finished.bind(with: flow) { flow, _ in flow.requestQuit(isByUser: false) } }
    coordinator.coordinate(flow: flow, with: flow.stepper())
    window.titleFormat = { $0.isEmpty ? "Showroom" : "\($0) - Showroom" }
    disposeBag.collect {
      refreshNotifications.refreshRequested.bind(with: self) { navigation, _ in
        navigation.coordinator.navigate(to: CatalogStep.refreshRequested)
      }
      refreshNotifications.changesRequested.bind(with: self) { navigation, view in
        navigation.coordinator.navigate(to: CatalogStep.changesRequested(in: view))
      }
      window.textCopied.bind(with: window) { window, copied in
        report.show(copied.outcome, counted(copied.text.count, "character"), in: window)
      }
    }
    guard let memory else { return }
    let start = uploads.folderOfFiles
    disposeBag.collect {
      window.chrome.bind(with: memory) { [weak navigation, weak uploads] memory, _ in
        memory.update { state in
          state.link = navigation?.top.flatMap { ShowroomLink(to: $0)?.text }
          if let folder = uploads?.folderOfFiles, folder != start { state.pickerFolder = folder.string }
        }
      }
    }
    if let folder = memory.restored.pickerFolder { uploads.folderOfFiles = FilePath(folder) }
  }

  /// Opens a link once the list is shown, so that the linked screen leads back to the list. If the car does not exist,
  /// reports that.
  ///
  /// - Parameter then: A closure that receives whether the linked screen was reached.
  package func open(_ link: ShowroomLink, then: (@MainActor (Bool) -> Void)? = nil) {
    disposeBag.collect {
      flow.isBrowsing.filter(\.self).take(1).bind(with: self) { navigation, _ in navigation.follow(link, then) }
    }
  }

  /// Refreshes the catalog once the list is shown.
  package func refresh() {
    disposeBag.collect {
      flow.isBrowsing.filter(\.self).take(1).bind(with: self) { navigation, _ in
        navigation.coordinator.navigate(to: CatalogStep.refreshRequested)
      }
    }
  }

  private func follow(_ link: ShowroomLink, _ then: (@MainActor (Bool) -> Void)?) {
    coordinator.navigate(to: link.path) { [weak window] outcome in
      if case .rejected(let step) = outcome, case .carLinked(let id) = step as? CatalogStep {
        window?.toast("Car \(id) is not in the catalog", kind: .warning)
      }
      if case .completed = outcome { then?(true) } else { then?(false) }
    }
  }
}

extension ShowroomLink {
  /// Creates the link to a screen; `nil` for the list, and for screens that only make sense after another screen.
  @MainActor
  init?(to screen: Screen) {
    switch screen {
    case let view as CarDetailView:
      guard let id = view.reactor?.currentState.requestedID else { return nil }
      self = .car(id)
    case is UploadView: self = .uploads
    default: return nil
    }
  }

  /// The steps from the list to the linked screen.
  fileprivate var path: [any Step] {
    switch self {
    case .car(let id): [CatalogStep.carLinked(id)]
    case .upload(let id): [CatalogStep.carLinked(id), CatalogStep.uploadRequested(id)]
    case .search(let words): [CatalogStep.searchLinked(words)]
    case .uploads: [AppStep.uploadsRequested]
    }
  }
}
