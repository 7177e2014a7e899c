import ReactorCore
import ShowroomCatalog
import ShowroomSettings
import ShowroomUploads

/// The sign-in to a destination: credentials are entered, verified, and used for this run or saved for later ones.
///
/// The state contains the credentials as they are entered, because the fields of the screen are bound to it. They are
/// wrapped in ``Secret``, so that they appear in no log, report or recording.
package final class AuthorizationReactor: Reactor {
  /// An action of the user.
  package enum Action: Sendable, Hashable {
    /// Sets the kind of credentials to enter.
    case setKind(Kind)
    /// Sets the user name or the ID of an access key.
    case setName(String)
    /// Sets the password, the token or the secret of an access key.
    case setSecret(Secret)
    /// Sets the session token of a temporary access key.
    case setSessionToken(Secret)
    /// Sets whether the credentials are saved to a file.
    case setSaved(Bool)
    /// Signs in with the credentials. Incomplete ones are not sent.
    case submit
    /// Leaves the screen without signing in.
    case cancel
  }

  /// A change of the state.
  package enum Mutation: Sendable, Hashable {
    case setKind(Kind)
    case setName(String)
    case setSecret(Secret)
    case setSessionToken(Secret)
    case setSaved(Bool)
    /// Marks the beginning or the end of a sign-in.
    case setSigningIn(Bool)
    /// Sets or clears the reason why the sign-in failed.
    case setErrorMessage(String?)
    /// Reports that the destination accepted the credentials.
    case authorized
    /// Reports that the user left without signing in.
    case canceled
  }

  /// A kind of credentials.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// A user name and a password.
    case password
    /// A bearer token.
    case token
    /// An S3 access key.
    case accessKey

    /// Returns the kinds of credentials that a destination supports, the usual one first.
    static func supported(by destination: Destination) -> [Kind] {
      if case .s3 = destination { [.accessKey] } else { [.password, .token] }
    }
  }

  /// The state of the screen.
  package struct State: Sendable {
    /// The destination that requires sign-in.
    package let destination: Destination
    /// The kind of credentials being entered.
    package internal(set) var kind: Kind
    /// The user name or the ID of an access key.
    package internal(set) var name = ""
    /// The password, the token or the secret of an access key.
    package internal(set) var secret = Secret("")
    /// The session token of a temporary access key.
    package internal(set) var sessionToken = Secret("")
    /// Whether the credentials are saved to a file.
    package internal(set) var isSaved = false
    /// Whether a sign-in is in progress.
    package internal(set) var isSigningIn = false
    /// The reason why the sign-in failed.
    package internal(set) var errorMessage: String?
    /// The destination that accepted the credentials.
    @Pulse package internal(set) var authorized: Destination?
    /// Whether the user left without signing in.
    @Pulse package internal(set) var canceled: Bool = false

    /// Creates a state with empty fields.
    package init(destination: Destination) {
      self.destination = destination
      kind = Kind.supported(by: destination)[0]
    }

    /// The credentials as entered; `nil` while they are incomplete.
    var credentials: Credentials? {
      guard !secret.text.isEmpty else { return nil }
      switch kind {
      case .password: return name.isEmpty ? nil : .password(user: name, password: secret.text)
      case .token: return .token(secret.text)
      case .accessKey:
        return name.isEmpty
          ? nil
          : .accessKey(id: name, secret: secret.text, session: sessionToken.text.isEmpty ? nil : sessionToken.text)
      }
    }
  }

  package let store: Store<AuthorizationReactor>
  private let car: Car.ID
  private let uploads: LiveUploads

  /// - Parameters:
  ///   - destination: The destination that requires sign-in.
  ///   - car: The car whose files are listed at the destination to verify the credentials.
  ///   - uploads: The uploads whose destination requires sign-in.
  package init(destination: Destination, car: Car.ID?, uploads: LiveUploads) {
    // Any ID works, because the listing only verifies the credentials.
    self.car = car ?? 0
    self.uploads = uploads
    store = Store(State(destination: destination))
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .setKind(let kind): return .just(.setKind(kind))
    case .setName(let name): return .just(.setName(name))
    case .setSecret(let secret): return .just(.setSecret(secret))
    case .setSessionToken(let token): return .just(.setSessionToken(token))
    case .setSaved(let isSaved): return .just(.setSaved(isSaved))
    case .submit: return submit(currentState)
    case .cancel: return .just(.canceled)
    }
  }

  /// Applies a mutation. Changing a required field clears the error message.
  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setKind(let kind):
      state.kind = kind
      state.errorMessage = nil
    case .setName(let name):
      state.name = name
      state.errorMessage = nil
    case .setSecret(let secret):
      state.secret = secret
      state.errorMessage = nil
    case .setSessionToken(let token): state.sessionToken = token
    case .setSaved(let isSaved): state.isSaved = isSaved
    case .setSigningIn(let isSigningIn): state.isSigningIn = isSigningIn
    case .setErrorMessage(let errorMessage): state.errorMessage = errorMessage
    case .authorized: state.authorized = state.destination
    case .canceled: state.canceled = true
    }
  }

  private enum Effect: Hashable, Sendable { case signIn }

  /// Verifies the credentials with the destination, and saves them only if it accepts them.
  private func submit(_ state: State) -> Observable<Mutation> {
    guard let credentials = state.credentials else { return .empty }
    return .concat(
      .just(.setErrorMessage(nil)),
      signIn(credentials, state).bracketed(by: .setSigningIn(true), and: .setSigningIn(false)),
      .just(.authorized)
    )
    .catch { .just(.setErrorMessage("\($0)")) }
    .cancellable(id: Effect.signIn, whenRunning: .ignoreNew)
  }

  private func signIn(_ credentials: Credentials, _ state: State) -> Observable<Mutation> {
    .run { [uploads, car] _ in
      try await uploads.authorize(state.destination, with: credentials, saved: false)
      _ = try await uploads.destinationInfo(state.destination, car: car)
      if state.isSaved { try await uploads.authorize(state.destination, with: credentials, saved: true) }
    }
  }
}
