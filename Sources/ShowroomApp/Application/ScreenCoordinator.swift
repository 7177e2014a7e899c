import Catalogue
import ReactorCore
import ReactorTerminal

/// Makes the screens and decides which one follows what happened on another; the screens know nothing of each other.
@MainActor
public final class ScreenCoordinator {
  /// The screens.
  public let navigation = NavigationStack()
  private let window: Window
  private let catalogue: LiveCatalogue
  private let formatting: CarFormatting
  private let list: CarListReactor
  private var bags: [ObjectIdentifier: DisposeBag] = [:]
  private let bag = DisposeBag()

  /// Prepares the screens over `catalogue` in `window`; the list is shown.
  public init(window: Window, catalogue: LiveCatalogue, units: UnitSystem) {
    self.window = window
    self.catalogue = catalogue
    formatting = CarFormatting(units: units, ascii: window.capabilities.isASCII)
    list = CarListReactor(catalogue: catalogue, pageSize: max(1, window.size.height))
    navigation.popped.asObservable().bind { [weak self] in self?.bags[ObjectIdentifier($0)] = nil }.disposed(by: bag)
    window.root.content = navigation
    showList()
  }

  private func showList() {
    let view = CarListView(formatting: formatting, source: catalogue.sourceDescription)
    view.reactor = list
    show(view) { [weak self, list] bag in
      list.pulse(unwrapping: \.$opened).bind { self?.showCar($0.id, in: $0.cars) }.disposed(by: bag)
      list.pulse(unwrapping: \.$compareRequested).bind { self?.showComparison($0) }.disposed(by: bag)
    }
  }

  private func showCar(_ id: Car.ID, in cars: CarSequence) {
    let reactor = CarDetailReactor(id: id, in: cars, catalogue: catalogue, clock: window.clock)
    let view = CarDetailView(formatting: formatting)
    view.reactor = reactor
    show(view) { [weak self, list] bag in
      reactor.pulse(unwrapping: \.$noteRequested).bind { self?.showNote($0) }.disposed(by: bag)
      // Who goes on to the next car finds that one selected on coming back.
      reactor.state(\.requestedID).map { .reveal($0) }.bind(to: list.action).disposed(by: bag)
    }
  }

  private func showComparison(_ ids: [Car.ID]) {
    let reactor = CompareReactor(ids: ids, catalogue: catalogue)
    let view = CompareView(formatting: formatting)
    view.reactor = reactor
    show(view) { [weak self, weak view] bag in
      reactor.pulse(unwrapping: \.$opened)
        .bind { [weak reactor] id in
          self?.showCar(id, in: CarSequence(reactor?.currentState.columns.map(\.id) ?? [id]))
        }.disposed(by: bag)
      reactor.pulse(unwrapping: \.$closed).bind { if let view { self?.close(view) } }.disposed(by: bag)
    }
  }

  private func showNote(_ request: NoteRequest) {
    let reactor = NoteReactor(request, catalogue: catalogue)
    let view = NoteView()
    view.reactor = reactor
    show(view) { [weak self, weak view] bag in
      reactor.pulse(unwrapping: \.$closed)
        .bind { outcome in
          if let view { self?.close(view) }
          if let message = outcome.message { self?.window.toast(message, kind: .success) }
        }.disposed(by: bag)
    }
  }

  private func show(_ screen: Screen, bind: (DisposeBag) -> Void) {
    let bag = DisposeBag()
    bags[ObjectIdentifier(screen)] = bag
    bind(bag)
    navigation.push(screen)
  }

  private func close(_ screen: Screen) {
    guard let index = navigation.screens.firstIndex(where: { $0 === screen }), index > 0 else { return }
    navigation.pop(to: navigation.screens[index - 1])
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
