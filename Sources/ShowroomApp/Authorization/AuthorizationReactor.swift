import ReactorCore
import ReactorFlow
import ShowroomCatalog
import ShowroomUploads

/// The steps of a sign-in to a destination.
package enum AuthorizationStep: Step {
  case started
  /// The destination has accepted the credentials.
  case authorized
  /// The user has left without signing in.
  case canceled
  /// The screen has been removed, for any reason.
  case left
}

/// The sign-in to a destination. Credentials are entered, verified, and used for this run or saved for later runs.
///
/// The state contains the credentials as entered, because the fields of the screen are bound to it. They are wrapped in
/// ``Secret``, so that they do not appear in logs, reports or recordings.
package final class AuthorizationReactor: Reactor {
  /// An action of the user.
  package enum Action: Assigning, Hashable {
    /// Sets a field of the form.
    case set(Assignment<State>)
    /// Signs in with the credentials, unless they are incomplete.
    case submit
    /// Leaves the screen without signing in.
    case cancel
  }

  /// A change of the state.
  package enum Mutation: Assigning, Hashable {
    /// Sets a property of the state.
    case set(Assignment<State>)
  }

  /// The events that the screen reports to its flow.
  package typealias Output = AuthorizationStep

  /// A kind of credentials.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// A user name and a password.
    case password
    /// A bearer token.
    case token
    /// An S3 access key.
    case accessKey

    /// Returns the kinds of credentials that a destination supports, starting with the most common one.
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
    /// The user name, or the ID of an access key.
    package internal(set) var name = ""
    /// The password, the token, or the secret of an access key.
    package internal(set) var secret = Secret("")
    /// The session token of a temporary access key.
    package internal(set) var sessionToken = Secret("")
    /// Whether the credentials are saved to a file.
    package internal(set) var isSaved = false
    /// Whether a sign-in is in progress.
    package internal(set) var isSigningIn = false
    /// The reason why the sign-in failed.
    package internal(set) var errorMessage: String?

    /// Creates a state with empty fields.
    package init(destination: Destination) {
      self.destination = destination
      kind = Kind.supported(by: destination)[0]
    }

    /// Returns whether a property is a field that may be required.
    static func isRequired(_ property: PartialKeyPath<State>) -> Bool {
      [\State.kind, \State.name, \State.secret].contains(property)
    }

    /// The credentials as entered; `nil` while they are incomplete.
    var credentials: Credentials? {
      guard !secret.value.isEmpty else { return nil }
      switch kind {
      case .password: return name.isEmpty ? nil : .password(user: name, password: secret.value)
      case .token: return .token(secret.value)
      case .accessKey:
        return name.isEmpty
          ? nil
          : .accessKey(id: name, secret: secret.value, session: sessionToken.value.isEmpty ? nil : sessionToken.value)
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
    // Any ID works, because the file list is requested only to verify the credentials.
    self.car = car ?? 0
    self.uploads = uploads
    store = Store(State(destination: destination))
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .set(let assignment): .just(.set(assignment))
    case .submit: submit(currentState)
    case .cancel: output(.canceled)
    }
  }

  /// Applies a mutation. Changing a required field clears the error message.
  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .set(let assignment):
      assignment.apply(to: &state)
      if State.isRequired(assignment.keyPath) { state.errorMessage = nil }
    }
  }

  private enum Effect: Hashable, Sendable { case signIn }

  /// Verifies the credentials with the destination. They are saved only if the destination accepts them.
  private func submit(_ state: State) -> Observable<Mutation> {
    guard let credentials = state.credentials else { return .empty }
    return .concat(
      .just(.set(\.errorMessage, nil)),
      signIn(credentials, state).bracketed(by: .set(\.isSigningIn, true), and: .set(\.isSigningIn, false)),
      output(.authorized)
    )
    .catch { .just(.set(\.errorMessage, "\($0)")) }
    .cancellable(id: Effect.signIn, whenRunning: .ignoreNew)
  }

  private func signIn(_ credentials: Credentials, _ state: State) -> Observable<Mutation> {
    .run { [uploads, car] _ in
      try await uploads.authorize(state.destination, with: credentials, saved: false)
      _ = try await uploads.destinationInfo(state.destination, car: car, includingFolders: false)
      if state.isSaved { try await uploads.authorize(state.destination, with: credentials, saved: true) }
    }
  }
}
