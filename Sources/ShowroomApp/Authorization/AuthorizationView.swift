import ReactorCore
import ReactorTerminal
import ShowroomUploads

/// The sign-in screen of a destination. Secrets are shown as asterisks and sent only to the destination.
package final class AuthorizationView: ReactorView<AuthorizationReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<AuthorizationView>("Sign in") {
    Command("authorization.submit", .enter, title: "Sign in", help: "Signs in with these credentials.") {
      $0.view.form.validate() ? .submit : nil
    }
    Command(NavigationStack.back, .escape, title: "Cancel", help: "Returns without signing in.") { _ in .cancel }
  }

  private let form = FormView()
  private let method: ChoiceField
  private let name = TextField()
  private let secrets: [(kind: AuthorizationReactor.Kind, field: TextField)]
  private let sessionToken = TextField(placeholder: "for temporary keys only")
  private let saved = ToggleField("Save to a file that only you can read")
  private let spinner = Spinner("Signing in")

  /// Creates a screen without a reactor.
  ///
  /// - Parameter destination: The destination that requires sign-in.
  package init(_ destination: Destination) {
    let kinds = AuthorizationReactor.Kind.supported(by: destination)
    method = ChoiceField(kinds.map(\.title))
    secrets = kinds.map { ($0, TextField()) }
    super.init()
    title = "Sign in"
    let heading = Label([Span("Sign in to "), Span("\(destination)", .accent), Span(".")], wraps: true)
    // The scrollbar of the form is placed in the second column of the right margin.
    content = Rows(spacing: 1, padding: Insets(top: 1, left: 2, right: 1)) {
      heading.fit(maximum: 3)
      ScrollView(form, margin: 0)
      spinner
    }
    method.isHidden = kinds.count < 2
    form.add("Method", method)
    add(kinds[0].nameTitle, name, required: kinds[0].nameRequest)
    for (kind, field) in secrets {
      field.isSecret = true
      add(kind.secretTitle, field, required: kind.secretRequest)
    }
    if kinds.contains(.accessKey) { form.add("Session token", sessionToken) }
    sessionToken.isSecret = true
    form.add("", saved)
  }

  private func add(_ title: String, _ field: TextField, required request: String) {
    form.add(title, field) { field.text.isEmpty ? request : nil }
  }

  package override var preferredFocus: View? { name.isHidden ? secret : name }

  /// The field for the secret of the current kind.
  private var secret: TextField? { secrets.lazy.map(\.field).first { !$0.isHidden } }

  /// Cancels the sign-in. The flow then removes the screen.
  package override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  package override func bind(reactor: AuthorizationReactor) {
    Self.commands.install(in: self)
    send(method.changed) { [secrets] in .set(\.kind, secrets[$0].kind) }
    send(method.changed) { [secrets] in .set(\.secret, Secret(secrets[$0].field.text)) }
    for (_, field) in secrets { send(field.changed) { .set(\.secret, Secret($0)) } }
    send(sessionToken.changed) { .set(\.sessionToken, Secret($0)) }
    bind(name, to: \.name)
    bind(saved, to: \.isSaved)
    show(\.kind) { $0.show($1) }
    show(\.isSigningIn, in: self, \.holdsInput)
    show(\.isSigningIn, in: spinner, \.isAnimating)
    show(\.errorMessage) { $0.show($1) }
  }

  private func show(_ kind: AuthorizationReactor.Kind) {
    name.isHidden = kind == .token
    for (other, field) in secrets { field.isHidden = other != kind }
  }

  private func show(_ errorMessage: String?) {
    guard let secret else { return }
    form.setError(errorMessage, for: secret)
    if errorMessage != nil { secret.reveal() }
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

  fileprivate var nameTitle: String { self == .accessKey ? "Access key" : "User" }

  fileprivate var nameRequest: String { self == .accessKey ? "Enter an access key." : "Enter a user name." }

  fileprivate var secretTitle: String {
    switch self {
    case .password: "Password"
    case .token: "Token"
    case .accessKey: "Secret key"
    }
  }

  fileprivate var secretRequest: String { "Enter a \(secretTitle.lowercased())." }
}
