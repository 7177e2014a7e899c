// A minimal app with an asynchronous effect: a number and two keys.
import ReactorCore
import ReactorInspector
import ReactorTerminal

final class CounterReactor: Reactor {
  enum Action {
    case increase, decrease
  }

  enum Mutation {
    case setLoading(Bool)
    case add(Int)
  }

  struct State {
    var value = 0
    var isLoading = false
  }

  let store = Store<CounterReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  func mutate(action: Action) -> Observable<Mutation> {
    let difference = action == .increase ? 1 : -1
    return after(.milliseconds(500), .add(difference))
      .bracketed(by: .setLoading(true), and: .setLoading(false))
      .cancellable(id: "change", whenRunning: .ignoreNew)
  }

  private func after(_ delay: Duration, _ mutation: Mutation) -> Observable<Mutation> {
    .run { [clock] emit in
      try await clock.sleep(for: delay)
      emit(mutation)
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .add(let difference): state.value += difference
    }
  }
}

final class CounterView: ReactorView<CounterReactor> {
  nonisolated static let commands = Commands<CounterView> {
    Command("counter.increase", "+", .up, title: "Increase", help: "Counts up.") { _ in .increase }
    Command("counter.decrease", "-", .down, title: "Decrease", help: "Counts down.") { _ in .decrease }
  }

  private let value = Label()
  private let spinner = Spinner()

  override init() {
    super.init()
    title = "Counter"
    addSubview(value)
    addSubview(spinner)
  }

  override func bind(reactor: CounterReactor) {
    Self.commands.install(in: self)
    reactor.state(\.value).map { "\($0)" }.bind(to: value, \.text)
    show(\.isLoading, in: spinner, \.isAnimating)
  }

  override func layoutSubviews() {
    value.frame = Rect(x: bounds.width / 2 - 3, y: bounds.height / 2, width: 8, height: 1)
    spinner.frame = Rect(x: bounds.width / 2 - 6, y: bounds.height / 2, width: 2, height: 1)
  }
}

let view = CounterView()
view.reactor = CounterReactor()
TerminalApplication.main(view) { try Inspector.install(in: $0, arguments: CommandLine.arguments.dropFirst()) }
