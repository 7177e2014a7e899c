import Catalogue
import ReactorCore
import ReactorFlow
import ReactorTerminal

/// The flows of the program, in a window; they end with it.
@MainActor
public final class AppNavigation {
  private let window: Window
  private let coordinator = FlowCoordinator()

  /// Shows the first screen over `catalogue` in `window`.
  public init(window: Window, catalogue: LiveCatalogue, units: UnitSystem) {
    self.window = window
    let navigation = NavigationStack()
    window.root.content = navigation
    let context = ScreenContext(
      window: window, navigation: navigation, catalogue: catalogue,
      formatting: CarFormatting(units: units, ascii: window.capabilities.isASCII))
    coordinator.coordinate(flow: AppFlow(context), with: OneStepper(withSingleStep: .started))
  }

  /// Goes to a place, with what leads back from it. One that is no longer there is said to be missing.
  public func open(_ link: DeepLink) {
    coordinator.navigate(to: link.path) { [weak window] outcome in
      guard case .refused(let step) = outcome, case .carLinked(let id) = step as? CatalogueStep else { return }
      window?.toast("The catalogue has no car \(id) (any more)", kind: .warning)
    }
  }
}

extension DeepLink {
  /// The steps that lead there from the list.
  fileprivate var path: [any Step] {
    switch self {
    case .car(let id), .upload(let id): [CatalogueStep.carLinked(id)]
    case .search(let words): [CatalogueStep.searchLinked(words)]
    case .uploads: []
    }
  }
}
