import ReactorCore
import ReactorTerminal
import Uploads

/// The screen on which credentials are typed. What is secret is drawn as stars, and goes nowhere but to the destination.
public final class AuthorisationView: ReactorView<AuthorisationReactor> {
  private let heading = Label(wraps: true)
  private var form = FormView()
  private let name = TextField()
  private let secrets: [AuthorisationReactor.Kind: TextField]
  private let session = TextField(placeholder: "only of temporary keys")
  private let saved = ToggleField("Keep them in a file that only you can read")
  private let problem = Label(role: .error, wraps: true)
  private let spinner = Spinner("Asking the destination")

  /// A screen without a destination yet.
  public override init() {
    secrets = Dictionary(uniqueKeysWithValues: AuthorisationReactor.Kind.allCases.map { ($0, TextField()) })
    super.init()
    title = "Sign in"
    for field in secrets.values { field.isSecret = true }
    session.isSecret = true
    for view in [heading, form, problem, spinner] { addSubview(view) }
  }

  public override var preferredFocus: View? { name.isHidden ? secrets.values.first { !$0.isHidden } : name }

  public override func layoutSubviews() {
    let inside = bounds.inset(top: 1, left: 2, bottom: 0, right: 2)
    let lines = min(3, heading.sizeThatFits(inside.size).height)
    heading.frame = Rect(x: inside.x, y: inside.y, width: inside.width, height: lines)
    let formHeight = form.sizeThatFits(inside.size).height
    form.frame = Rect(x: inside.x, y: heading.frame.maxY + 1, width: inside.width, height: formHeight)
    let rest = form.frame.maxY + 1
    problem.frame = Rect(x: inside.x, y: rest, width: inside.width, height: max(0, bounds.height - rest))
    spinner.frame = Rect(x: inside.x, y: rest, width: inside.width, height: 1)
  }

  /// Whoever asked for credentials hears that there are none.
  public override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Types, tries, and says why it was not taken.
  public override func bind(reactor: AuthorisationReactor) {
    let state = reactor.currentState
    heading.spans = [Span("\(state.destination)", .accent), Span(" wants to know who you are.")]
    makeForm(state.kinds, reactor)

    // Action
    name.changed.asObservable().map { .setName($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    for field in secrets.values {
      field.changed.asObservable().map { .setSecret(Secret($0)) }.bind(to: reactor.action).disposed(by: disposeBag)
    }
    session.changed.asObservable().map { .setSession(Secret($0)) }.bind(to: reactor.action).disposed(by: disposeBag)
    saved.changed.asObservable().map { .setSaved($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    keys(.enter, id: "authorisation.submit", title: "Sign in", section: "Sign in").asObservable()
      .compactMap { [weak self] in self?.goOn() == true ? nil : .submit }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys(.escape, id: "navigation.back", title: "Go on without", section: "Sign in").map { .cancel }
      .bind(to: reactor.action).disposed(by: disposeBag)

    // State
    reactor.state(\.kind).bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.isTrying).bind(to: spinner, \.isAnimating).disposed(by: disposeBag)
    reactor.state(\.problem).bind { [weak self] in self?.problem.text = $0 ?? "" }.disposed(by: disposeBag)
  }

  private func makeForm(_ kinds: [AuthorisationReactor.Kind], _ reactor: AuthorisationReactor) {
    form.removeFromSuperview()
    form = FormView()
    addSubview(form)
    if kinds.count > 1 {
      let choice = form.add("With", ChoiceField(kinds.map(\.title)))
      choice.changed.asObservable()
        .bind { [weak self, weak reactor] index in
          reactor?.action.send(.setKind(kinds[index]))
          reactor?.action.send(.setSecret(Secret(self?.secrets[kinds[index]]?.text ?? "")))
        }.disposed(by: disposeBag)
    }
    form.add(kinds.contains(.accessKey) ? "Access key" : "User", name)
    for kind in kinds {
      if let field = secrets[kind] { form.add(kind.secretTitle, field) }
    }
    if kinds.contains(.accessKey) { form.add("Session token", session) }
    form.add("", saved)
  }

  /// Moves to the first field that has to be filled and is not; false when there is none, or it has the keyboard already.
  private func goOn() -> Bool {
    let secret = (reactor?.currentState.kind).flatMap { secrets[$0] }
    let empty = [name, secret].compactMap(\.self).first { !$0.isHidden && $0.text.isEmpty }
    guard let empty, !empty.isFocused else { return false }
    window?.focus(empty)
    return true
  }

  private func show(_ kind: AuthorisationReactor.Kind) {
    name.isHidden = kind == .token
    for (other, field) in secrets { field.isHidden = other != kind }
    form.setNeedsLayout()
    setNeedsLayout()
  }
}

extension AuthorisationReactor.Kind {
  fileprivate var title: String {
    switch self {
    case .password: "User and password"
    case .token: "Token"
    case .accessKey: "Access key"
    }
  }

  fileprivate var secretTitle: String {
    switch self {
    case .password: "Password"
    case .token: "Token"
    case .accessKey: "Secret"
    }
  }
}
