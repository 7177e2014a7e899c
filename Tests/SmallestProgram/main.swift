import ReactorCore
import ReactorTerminal

final class CounterReactor: Reactor {
  enum Action { case add(Int) }
  struct State { var value = 0 }

  let store = Store<CounterReactor>(State())

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .add(let difference): state.value += difference
    }
  }
}

final class CounterView: ReactorView<CounterReactor> {
  nonisolated static let commands = Commands<CounterView> {
    Command("counter.increase", "+", .up, title: "Increase") { _ in .add(1) }
    Command("counter.decrease", "-", .down, title: "Decrease") { _ in .add(-1) }
  }

  private let value = Label()

  override init() {
    super.init()
    title = "Counter"
    addSubview(value)
  }

  override func bind(reactor: CounterReactor) {
    Self.commands.install(in: self)
    reactor.state(\.value).map { "\($0)" }.bind(to: value, \.text)
  }

  override func layoutSubviews() {
    value.frame = bounds
  }
}

let view = CounterView()
view.reactor = CounterReactor()
TerminalApplication.main(view)
