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
    content = value
  }

  override func bind(reactor: CounterReactor) {
    Self.commands.install(in: self)
    show(\.value) { $0.value.text = "\($1)" }
  }
}

let view = CounterView()
view.reactor = CounterReactor()
TerminalApplication.main(view)
