import ReactorCore
import ReactorTerminal
import ShowroomSettings
import Uploads

/// The sign-in screen of a destination. Secrets are shown as asterisks and sent only to the destination.
package final class AuthorizationView: ReactorView<AuthorizationReactor> {
  /// The commands of the screen, with their default keys.
  enum Commands: String, CommandSet {
    case submit = "authorization.submit"

    static let section: String? = "Sign in"

    var binding: KeyBinding {
      switch self {
      case .submit: keys(.enter, title: "Sign in")
      }
    }
  }

  private let heading = Label(wraps: true)
  private var form = FormView()
  private let name = TextField()
  private let secrets: [AuthorizationReactor.Kind: TextField]
  private let sessionToken = TextField(placeholder: "for temporary keys only")
  private let saved = ToggleField("Save to a file that only you can read")
  private let errorMessage = Label(role: .error, wraps: true)
  private let spinner = Spinner("Signing in")

  /// Creates a screen without a reactor.
  package override init() {
    secrets = Dictionary(uniqueKeysWithValues: AuthorizationReactor.Kind.allCases.map { ($0, TextField()) })
    super.init()
    title = "Sign in"
    for field in secrets.values { field.isSecret = true }
    sessionToken.isSecret = true
    for view in [heading, form, errorMessage, spinner] { addSubview(view) }
  }

  package override var preferredFocus: View? { name.isHidden ? secrets.values.first { !$0.isHidden } : name }

  package override func layoutSubviews() {
    let inside = bounds.inset(top: 1, left: 2, bottom: 0, right: 2)
    let lines = min(3, heading.sizeThatFits(inside.size).height)
    heading.frame = Rect(x: inside.x, y: inside.y, width: inside.width, height: lines)
    let formHeight = form.sizeThatFits(inside.size).height
    form.frame = Rect(x: inside.x, y: heading.frame.maxY + 1, width: inside.width, height: formHeight)
    let rest = form.frame.maxY + 1
    errorMessage.frame = Rect(x: inside.x, y: rest, width: inside.width, height: max(0, bounds.height - rest))
    spinner.frame = Rect(x: inside.x, y: rest, width: inside.width, height: 1)
  }

  /// Cancels the sign-in; the flow then leaves the screen.
  package override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  package override func bind(reactor: AuthorizationReactor) {
    let state = reactor.currentState
    heading.spans = [Span("Sign in to "), Span("\(state.destination)", .accent), Span(".")]
    makeForm(state.kinds, reactor)

    // Action
    name.changed.asObservable().map { .setName($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    for field in secrets.values {
      field.changed.asObservable().map { .setSecret(Secret($0)) }.bind(to: reactor.action).disposed(by: disposeBag)
    }
    sessionToken.changed.asObservable().map { .setSessionToken(Secret($0)) }.bind(to: reactor.action).disposed(
      by: disposeBag)
    saved.changed.asObservable().map { .setSaved($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.submit).asObservable()
      .compactMap { [weak self] in self?.focusEmptyField() == true ? nil : .submit }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys(.escape, id: NavigationStack.Commands.back.id, title: "Cancel", section: Commands.section).map { .cancel }
      .bind(to: reactor.action).disposed(by: disposeBag)

    // State
    reactor.state(\.kind).bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.isSigningIn).bind(to: spinner, \.isAnimating).disposed(by: disposeBag)
    reactor.state(\.errorMessage).bind { [weak self] in self?.errorMessage.text = $0 ?? "" }.disposed(by: disposeBag)
  }

  private func makeForm(_ kinds: [AuthorizationReactor.Kind], _ reactor: AuthorizationReactor) {
    form.removeFromSuperview()
    form = FormView()
    addSubview(form)
    if kinds.count > 1 {
      let choice = form.add("Method", ChoiceField(kinds.map(\.title)))
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
    if kinds.contains(.accessKey) { form.add("Session token", sessionToken) }
    form.add("", saved)
  }

  /// Focuses the first required field that is empty, and returns whether the focus moved.
  private func focusEmptyField() -> Bool {
    let secret = (reactor?.currentState.kind).flatMap { secrets[$0] }
    let empty = [name, secret].compactMap(\.self).first { !$0.isHidden && $0.text.isEmpty }
    guard let empty, !empty.isFocused else { return false }
    window?.focus(empty)
    return true
  }

  private func show(_ kind: AuthorizationReactor.Kind) {
    name.isHidden = kind == .token
    for (other, field) in secrets { field.isHidden = other != kind }
    form.setNeedsLayout()
    setNeedsLayout()
  }
}

extension AuthorizationReactor.Kind {
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
