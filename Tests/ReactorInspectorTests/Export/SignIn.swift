import ReactorCore
import ReactorTerminal

/// A reactor with a secret, a pulse, an object, a value that depends on the run, and values of many types.
final class SignInReactor: Reactor {
  enum Action { case setName(String), setPassword(Secret<String>), signIn, open }

  enum Mutation {
    case setName(String)
    case setPassword(Secret<String>)
    case welcome(Account, after: Duration)
    case open(Connection)
  }

  struct Account { var name: String, roles: Set<String> }

  final class Connection: Sendable {}

  /// Another number in every run.
  struct Visit: RunDependent { let number = UInt64.random(in: .min ... .max) }

  struct State {
    var name = ""
    var password = Secret("")
    var account: Account?
    var connection: Connection?
    var visit = Visit()
    @Pulse var notice: String?
  }

  let store = Store<SignInReactor>(State())

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .setName(let name): .just(.setName(name))
    case .setPassword(let password): .just(.setPassword(password))
    case .signIn:
      .just(.welcome(Account(name: currentState.name, roles: ["writer", "admin"]), after: .milliseconds(1_500)))
    case .open: .just(.open(Connection()))
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setName(let name): state.name = name
    case .setPassword(let password): state.password = password
    case .welcome(let account, _):
      state.account = account
      state.notice = "Welcome, \"\(account.name)\""
    case .open(let connection): state.connection = connection
    }
  }
}

/// A field for the name and, below, one for the password.
final class SignInView: ReactorView<SignInReactor> {
  private let name = TextField()
  private let password = TextField()
  private let notice = Label()

  override init() {
    super.init()
    title = "Sign in"
    password.isSecret = true
    for view in [name, password, notice] { addSubview(view) }
  }

  override func bind(reactor: SignInReactor) {
    name.changed.map { .setName($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    password.changed.map { .setPassword(Secret($0)) }.bind(to: reactor.action).disposed(by: disposeBag)
    keys("f2", id: CommandID("signIn"), title: "Sign in").map { .signIn }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("f4", id: CommandID("fixName"), title: "Fix the name").bind { [weak self] in self?.name.isHidden = true }
      .disposed(by: disposeBag)
    keys("f3", id: CommandID("open"), title: "Open").map { .open }.bind(to: reactor.action).disposed(by: disposeBag)
    reactor.state(\.notice).map { $0 ?? "" }.bind(to: notice, \.text).disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    for (row, view) in [name, password, notice].enumerated() {
      view.frame = Rect(x: 0, y: row, width: bounds.width, height: 1)
    }
  }
}
