import ReactorCore
import ReactorFlow
import ReactorTerminal

final class SignInReactor: Reactor, Stepper {
  enum Action { case signIn(name: String, password: String) }
  enum Mutation { case setBusy(Bool) }
  enum Output: Equatable { case failed(String) }
  struct State { var isBusy = false }

  let store = Store<SignInReactor>(State())
  let steps = Relay<AppStep>()
  private let library: Library

  init(library: Library) {
    self.library = library
  }

  func mutate(action: Action) -> Observable<Mutation> {
    guard case .signIn(let name, let password) = action else { return .empty }
    return .run { [library, steps] _ in
      try await library.signIn(name: name, password: password)
      steps.send(.signedIn(name))
    }
    .bracketed(by: .setBusy(true), and: .setBusy(false))
    .catch { [weak self] in self?.output(.failed("\($0)")) ?? .empty }
    .cancellable(id: "sign-in", whenRunning: .ignoreNew)
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setBusy(let isBusy): state.isBusy = isBusy
    }
  }
}

final class SignInView: ReactorView<SignInReactor> {
  private let name = TextField()
  private let password = TextField()
  private let form = FormView(submit: "Sign in")
  private let spinner = Spinner("Signing in")

  override init() {
    super.init()
    title = "Library"
    password.isSecret = true
    form.add("Name", name, help: "Any name.") { [name] in name.text.isEmpty ? "Enter a name." : nil }
    form.add("Password", password, help: "It is “books”.") { [password] in
      password.text.isEmpty ? "Enter the password." : nil
    }
    content = Rows(spacing: 1, padding: Insets(horizontal: 1, vertical: 1)) {
      form
      spinner
    }
  }

  override func bind(reactor: SignInReactor) {
    // Action
    send(form.submitted) { [name, password] in .signIn(name: name.text, password: password.text) }
    // State
    show(\.isBusy, in: spinner, \.isAnimating)
    reactor.outputs.bind(with: self) { view, output in
      if case .failed(let message) = output { view.form.setError(message, for: view.password) }
    }
  }
}
