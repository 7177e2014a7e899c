import Catalogue
import ReactorCore
import ReactorFlow
import ReactorTerminal

/// The flows of the program, in a window; they end with it.
@MainActor
public final class AppNavigation {
  private let window: Window
  private let coordinator = FlowCoordinator()
  private let flow: AppFlow
  private let chrome: UploadChrome
  private let disposeBag = DisposeBag()
  private let refreshChrome: RefreshChrome

  /// Shows the first screen over `catalogue` in `window`.
  ///
  /// - Parameters:
  ///   - sources: what an empty catalogue can be filled from.
  ///   - environment: the variables of the process.
  ///   - moments: how moments are written.
  ///   - quit: ends the program; uploads are asked about before.
  public init(
    window: Window, catalogue: LiveCatalogue, uploads: LiveUploads, sources: SourceChoices, units: UnitSystem,
    environment: [String: String], moments: MomentFormatting = MomentFormatting(),
    quit: @escaping @MainActor () -> Void
  ) {
    self.window = window
    let navigation = NavigationStack()
    window.root.content = navigation
    let context = ScreenContext(
      window: window, navigation: navigation, catalogue: catalogue, uploads: uploads, sources: sources,
      formatting: CarFormatting(units: units, ascii: window.capabilities.isASCII), moments: moments,
      environment: environment)
    chrome = UploadChrome(window: window, uploads: uploads, titleBar: navigation.titleBar)
    refreshChrome = RefreshChrome(window: window, catalogue: catalogue)
    let guardian = QuitGuard(window: window, uploads: uploads, quit: quit)
    flow = AppFlow(context) { guardian.request() }
    coordinator.coordinate(flow: flow, with: flow.commands())
  }

  /// Goes to a place, with what leads back from it, as soon as there are cars. A car that is no longer there is said to
  /// be missing.
  ///
  /// - Parameter then: told whether it led there.
  public func open(_ link: DeepLink, then: (@MainActor (Bool) -> Void)? = nil) {
    flow.isBrowsing.asObservable().filter { $0 }.take(1).bind { [weak self] _ in self?.follow(link, then) }
      .disposed(by: disposeBag)
  }

  private func follow(_ link: DeepLink, _ then: (@MainActor (Bool) -> Void)?) {
    coordinator.navigate(to: link.path) { [weak window] outcome in
      if case .refused(let step) = outcome, case .carLinked(let id) = step as? CatalogueStep {
        window?.toast("The catalogue has no car \(id) (any more)", kind: .warning)
      }
      if case .arrived = outcome { then?(true) } else { then?(false) }
    }
  }
}

extension DeepLink {
  /// The steps that lead there from the list.
  fileprivate var path: [any Step] {
    switch self {
    case .car(let id): [CatalogueStep.carLinked(id)]
    case .upload(let id): [CatalogueStep.carLinked(id), CatalogueStep.uploadRequested(id)]
    case .search(let words): [CatalogueStep.searchLinked(words)]
    case .uploads: [AppStep.uploadsRequested]
    }
  }
}
