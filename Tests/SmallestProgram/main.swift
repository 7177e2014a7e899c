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

extension CommandID {
  static let increase = CommandID("counter.increase")
  static let decrease = CommandID("counter.decrease")
}

final class CounterView: ReactorView<CounterReactor> {
  private let value = Label()

  override init() {
    super.init()
    title = "Counter"
    addSubview(value)
  }

  override func bind(reactor: CounterReactor) {
    // Action
    keys("+", .up, id: .increase, title: "Increase").map { .add(1) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("-", .down, id: .decrease, title: "Decrease").map { .add(-1) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    // State
    reactor.state(\.value).map { "\($0)" }.bind(to: value, \.text).disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    value.frame = bounds
  }
}

let view = CounterView()
view.reactor = CounterReactor()
TerminalApplication.main(view)
