import ReactorCore
import ReactorFlow
import ReactorTerminal

// Features of an app that the counter does not use: a state with custom types, an event, and steps.

nonisolated enum Order { case name, price }

/// A model that no stream compares, so it needs no `nonisolated`.
struct Offer {
  var title = ""
  var price: Int?
  var isNew = false
}

enum SortingStep: Step { case orderChosen(Order) }

final class SortingReactor: Reactor {
  enum Action { case choose(Order), load(Offer), stop }
  private enum Effect: Hashable { case load, show(Order) }

  struct State {
    var order: Order?
    var offer = Offer()
    var title = ""
    @Pulse var chosen: Order?
  }

  let store = Store<SortingReactor>(State())

  func mutate(action: Action) -> Observable<Action> {
    switch action {
    case .choose(let order): .just(action).cancellable(id: Effect.show(order))
    case .load: .just(action).cancellable(id: Effect.load, whenRunning: .ignoreNew)
    case .stop: .cancel(id: Effect.load)
    }
  }

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .load(let offer): state.offer = offer
    case .stop: break
    case .choose(let order):
      state.order = order
      state.title = "\(order)"
      state.chosen = order
    }
  }
}

final class SortingView: ReactorView<SortingReactor> {
  private let label = Label()

  override func bind(reactor: SortingReactor) {
    keys("n", id: CommandID("sorting.name"), title: "Name").map { .choose(.name) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    reactor.state(\.order).bind { [weak self] in self?.status = $0.map { "\($0)" } ?? "" }.disposed(by: disposeBag)
    let offers = reactor.state.map(\.offer)
    offers.filter(\.isNew).map(\.title).distinctUntilChanged().bind(to: label, \.text).disposed(by: disposeBag)
    offers.compactMap(\.price).bind { [weak self] in self?.status = "$\($0)" }.disposed(by: disposeBag)
    offers.distinctUntilChanged(at: \.title).bind { _ in }.disposed(by: disposeBag)
    reactor.state(\.title).bind(to: label, \.text).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$chosen).map { "\($0)" }.bind(to: self, \.title).disposed(by: disposeBag)
  }
}

final class SortingFlow: Flow {
  let root = NavigationStack()

  func navigate(to step: SortingStep) -> FlowContributors<SortingStep> {
    let (screen, reactor) = (SortingView(), SortingReactor())
    screen.reactor = reactor
    root.push(screen)
    return .one(
      flowContributor: .contribute(
        withNextPresentable: screen,
        withNextStepper: ObservableStepper(reactor.pulse(unwrapping: \.$chosen).map { .orderChosen($0) })))
  }
}
