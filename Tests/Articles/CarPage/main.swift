// The program of the article "Finding a stale answer": the page of a car, with a bug, and the reactor without it.
import ReactorCore
import ReactorInspector
import ReactorTerminal

struct Car: Equatable {
  var name = "Ioniq 5"
  var price = 42_000
  var isFavorite = false
}

/// The page of a car, with a bug: an answer brings back the car from before the question.
final class CarReactor: Reactor {
  enum Action { case loadPrice, toggleFavorite }

  enum Mutation {
    case setCar(Car)
    case setFavorite(Bool)
  }

  struct State {
    var car = Car()
  }

  let store = Store<CarReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) { self.clock = clock }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .loadPrice:
      .run { [car = currentState.car, clock] emit in
        var car = car
        car.price = try await price(of: car, clock)
        emit(.setCar(car))
      }
    case .toggleFavorite: .just(.setFavorite(!currentState.car.isFavorite))
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setCar(let car): state.car = car
    case .setFavorite(let isFavorite): state.car.isFavorite = isFavorite
    }
  }
}

/// Returns the price of a car. The answer takes half a second.
private func price(of car: Car, _ clock: any Clock<Duration>) async throws -> Int {
  try await clock.sleep(for: .milliseconds(500))
  return 39_900
}

final class CarView: ReactorView<CarReactor> {
  private let label = Label()

  override init() {
    super.init()
    title = "Car"
    addSubview(label)
  }

  override func bind(reactor: CarReactor) {
    keys("p", id: CommandID("car.price"), title: "Price").map { .loadPrice }
      .bind(to: reactor.action)
    keys("f", id: CommandID("car.favorite"), title: "Favorite").map { .toggleFavorite }
      .bind(to: reactor.action)
    reactor.state(\.car).map { "\($0.name)  $\($0.price)  \($0.isFavorite ? "★" : "")" }
      .bind(to: label, \.text)
  }

  override func layoutSubviews() { label.frame = Rect(x: 1, y: 1, width: bounds.width - 2, height: 1) }
}

/// The page without the bug: the answer is only what was asked for.
final class FixedCarReactor: Reactor {
  typealias Action = CarReactor.Action
  typealias State = CarReactor.State

  enum Mutation {
    case setPrice(Int)
    case setFavorite(Bool)
  }

  let store = Store<FixedCarReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) { self.clock = clock }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .loadPrice:
      .run { [car = currentState.car, clock] emit in
        emit(.setPrice(try await price(of: car, clock)))
      }
    case .toggleFavorite: .just(.setFavorite(!currentState.car.isFavorite))
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setPrice(let price): state.car.price = price
    case .setFavorite(let isFavorite): state.car.isFavorite = isFavorite
    }
  }
}

let view = CarView()
view.reactor = CarReactor(clock: ContinuousClock())
TerminalApplication.main(view) { try Inspector.install(in: $0, arguments: CommandLine.arguments.dropFirst()) }
