import Foundation
import ReactorCore
import ReactorFlow
import ReactorTerminal

// The code of the article "Flows". A test compares them.

// MARK: One screen

enum DinerStep: Step {
  case opened
  case dishPicked(String)
  case orderRequested(String)
  case ordered(String)
  case kitchenClosed
}

final class MenuReactor: Reactor, Stepper {
  enum Action { case pick(String) }
  struct State { let dishes = ["Bibimbap", "Japchae"] }

  let store = Store<MenuReactor>(State())
  let steps = Relay<DinerStep>()

  func mutate(action: Action) -> Observable<Action> {
    switch action {
    case .pick(let dish): steps.send(.dishPicked(dish))
    }
    return .empty
  }
}

final class MenuScreen: ReactorView<MenuReactor> {
  override init() {
    super.init()
    title = "Menu"
  }

  override func bind(reactor: MenuReactor) {
    keys("b", id: CommandID("menu.bibimbap"), title: "Bibimbap").map { .pick("Bibimbap") }.bind(to: reactor.action)
  }
}

// MARK: A second screen, whose reactor has no steps

final class DishReactor: Reactor {
  enum Action { case order }
  enum Output { case ordered(String) }
  struct State { let dish: String }

  let store: Store<DishReactor>

  init(_ dish: String) {
    store = Store(State(dish: dish))
  }

  func mutate(action: Action) -> Observable<Action> {
    output(.ordered(currentState.dish))
  }
}

final class DishScreen: ReactorView<DishReactor> {
  override func bind(reactor: DishReactor) {
    title = reactor.currentState.dish
    keys("o", id: CommandID("dish.order"), title: "Order").map { .order }.bind(to: reactor.action)
  }
}

// MARK: A modal flow with its own steps

enum OrderStep: Step {
  case quantityRequired
  case quantityChosen(Int)
  case confirmed(String)
}

final class OrderFlow: Flow {
  let root: PickerView
  private let dish: String

  init(dish: String) {
    self.dish = dish
    root = PickerView(
      title: "How many?", choices: [.init(id: "1", title: "One"), .init(id: "2", title: "Two")])
  }

  func navigate(to step: OrderStep) -> FlowContributors<OrderStep> {
    switch step {
    case .quantityRequired:
      .one(
        flowContributor: .contribute(
          withNextPresentable: root,
          withNextStepper: ObservableStepper(
            root.chosen.asObservable().compactMap { Int($0) }.map { .quantityChosen($0) })))
    case .quantityChosen(let count):
      .end(forwardToParentFlowWithStep: .confirmed("\(count) × \(dish)"))
    case .confirmed:
      .none
    }
  }
}

// MARK: Permissions

final class Kitchen {
  var isOpen = true
  var accepts: @MainActor (String) async throws -> Bool = { _ in true }
}

// MARK: The flow of the screens

final class DinerFlow: Flow {
  let root = NavigationStack()
  private let window: Window
  private let kitchen: Kitchen

  init(window: Window, kitchen: Kitchen) {
    self.window = window
    self.kitchen = kitchen
  }

  func navigate(to step: DinerStep) -> FlowContributors<DinerStep> {
    switch step {
    case .opened:
      let screen = MenuScreen()
      let reactor = MenuReactor()
      screen.reactor = reactor
      root.push(screen)
      return .one(flowContributor: .contribute(withNextPresentable: screen, withNextStepper: reactor))

    case .dishPicked(let dish):
      let screen = DishScreen()
      let reactor = DishReactor(dish)
      screen.reactor = reactor
      root.push(screen)
      let stepper = ObservableStepper<DinerStep>(
        reactor.outputs.map { output in
          switch output {
          case .ordered(let dish): .orderRequested(dish)
          }
        })
      return .one(flowContributor: .contribute(withNextPresentable: screen, withNextStepper: stepper))

    case .orderRequested(let dish):
      let order = OrderFlow(dish: dish)
      Flows.use(order, when: .ready) { [window] picker in window.present(picker) }
      return .one(
        flowContributor: .contribute(
          withNextPresentable: order, withNextStepper: OneStepper(withSingleStep: .quantityRequired),
          mapping: { step in
            if case .confirmed(let text) = step { .ordered(text) } else { nil }
          }))

    case .ordered(let text):
      window.toast("Ordered: \(text)", kind: .success)
      return .none

    case .kitchenClosed:
      window.toast("The kitchen is closed", kind: .error)
      return .none
    }
  }

  func adapt(step: DinerStep) async throws -> DinerStep? {
    switch step {
    case .orderRequested where !kitchen.isOpen: .kitchenClosed
    case .ordered(let text): try await kitchen.accepts(text) ? step : nil
    default: step
    }
  }
}

@MainActor
func startDiner(in window: Window) -> FlowCoordinator {
  let flow = DinerFlow(window: window, kitchen: Kitchen())
  let coordinator = FlowCoordinator()
  Flows.use(flow, when: .created) { stack in window.root.content = stack }
  coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: DinerStep.opened))
  return coordinator
}

// MARK: The saved path

extension DinerStep: Codable {}

@MainActor
func savePath(of coordinator: FlowCoordinator, to file: URL) throws {
  let path = coordinator.path.compactMap { $0 as? DinerStep }
  try JSONEncoder().encode(path).write(to: file, options: .atomic)
}

@MainActor
func restorePath(of coordinator: FlowCoordinator, from file: URL) throws {
  let path = try JSONDecoder().decode([DinerStep].self, from: Data(contentsOf: file))
  coordinator.navigate(to: path) { outcome in
    if case .rejected(let step) = outcome { print("The step \(step) was not followed again.") }
  }
}
