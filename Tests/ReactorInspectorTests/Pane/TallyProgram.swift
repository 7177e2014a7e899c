import ReactorCore
import ReactorTerminal
import ReactorTesting

@testable import ReactorInspector

/// A tally with an effect, a pulse and a secret, for the tests of the inspector.
final class TallyReactor: Reactor {
  enum Action { case increase, increaseLater, save, sign(Secret<String>) }

  enum Mutation { case add(Int), setBusy(Bool), saved, sign(Secret<String>) }

  struct State {
    var value = 0
    var isBusy = false
    var password = Secret("")
    @Pulse var message: String?
  }

  let store = Store<TallyReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) { self.clock = clock }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .increase: .just(.add(1))
    case .increaseLater:
      Observable.run { [clock] emit in
        try await clock.sleep(for: .seconds(2))
        emit(.add(10))
      }.bracketed(by: .setBusy(true), and: .setBusy(false))
    case .save: .just(.saved)
    case .sign(let password): .just(.sign(password))
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .add(let number): state.value += number
    case .setBusy(let isBusy): state.isBusy = isBusy
    case .saved: state.message = "Saved"
    case .sign(let password): state.password = password
    }
  }
}

class TallyView: ReactorView<TallyReactor> {
  private let value = Label()
  private let busy = Label()

  override init() {
    super.init()
    title = "Tally"
    addSubview(value)
    addSubview(busy)
  }

  override func bind(reactor: TallyReactor) {
    keys("+", id: CommandID("tally.increase"), title: "Increase").map { .increase }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("l", id: CommandID("tally.later"), title: "Later").map { .increaseLater }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("s", id: CommandID("tally.save"), title: "Save").map { .save }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("t", id: CommandID("tally.sign"), title: "Sign").map { .sign(Secret("swordfish")) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    reactor.state(\.value).map { "Value \($0)" }.bind(to: value, \.text).disposed(by: disposeBag)
    reactor.state(\.isBusy).map { $0 ? "Working" : "" }.bind(to: busy, \.text).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$message).subscribe { [weak self] in self?.window?.toast($0) }.disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    value.frame = Rect(x: 1, y: 0, width: 20, height: 1)
    busy.frame = Rect(x: 1, y: 1, width: 20, height: 1)
  }
}

extension Key {
  static let f12 = Key(.function(12))
}

/// A tally with an inspector.
@MainActor
final class TallyProgram {
  let screen: TestScreen
  let reactor: TallyReactor
  let view: TallyView
  let inspector: Inspector

  init(
    _ width: Int = 80, _ height: Int = 24, ascii: Bool = false, options: Inspector.Options = .init(),
    view: TallyView = TallyView()
  ) {
    self.view = view
    screen = TestScreen(width, height, ascii: ascii) { clock in
      view.reactor = TallyReactor(clock: clock)
      return view
    }
    reactor = view.reactor ?? TallyReactor(clock: screen.clock)
    inspector = Inspector.install(in: screen.window, options: options)
    screen.window.render()
  }

  /// Presses keys in the program while the pane is open, and waits until the pane shows the result.
  func use(_ keys: Key...) async {
    screen.window.leaveDock()
    for key in keys { screen.press(key) }
    await screen.wait(InspectorPane.updateDelay)
  }

  /// Presses keys in the pane.
  func inspect(_ keys: Key...) {
    inspector.pane?.focus()
    for key in keys { screen.press(key) }
  }

  func shows(_ text: String) -> Bool { screen.text.contains(text) }

  /// The triggers of the recorded epochs.
  var triggers: [String] {
    guard let log = inspector.log else { return [] }
    let text = EpochText(isASCII: true, lanes: log.lanes)
    return log.epochs.map { text.trigger($0.trigger) }
  }
}
