import Catalogue
import ReactorCore
import Uploads

/// Credentials for a destination: typed, tried, and kept for this run or for later ones.
///
/// What is typed stands in the state, because that is where the screen's fields are bound to; it is wrapped in
/// ``Secret``, so that it appears in no log, report or recording.
public final class AuthorisationReactor: Reactor {
  /// What can be asked for.
  public enum Action: Sendable, Hashable {
    /// Credentials of another kind are typed.
    case setKind(Kind)
    /// What names the user: a user, the id of an access key.
    case setName(String)
    /// What proves it: a password, a token, the secret of an access key.
    case setSecret(Secret)
    /// The token of a session, where an access key is a temporary one.
    case setSession(Secret)
    /// Whether they are written into the file.
    case setSaved(Bool)
    /// Try them.
    case submit
    /// Go on without.
    case cancel
  }

  /// A step of change.
  public enum Mutation: Sendable, Hashable {
    /// Credentials of another kind are typed.
    case setKind(Kind)
    /// What names the user.
    case setName(String)
    /// What proves it.
    case setSecret(Secret)
    /// The token of a session.
    case setSession(Secret)
    /// Whether they are written into the file.
    case setSaved(Bool)
    /// They are being tried, or no longer.
    case setTrying(Bool)
    /// Why they were not taken; nil: nothing is wrong yet.
    case setProblem(String?)
    /// The destination took them.
    case authorised
    /// There are none.
    case cancelled
  }

  /// Kinds of credentials.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// A user and a password.
    case password
    /// A token.
    case token
    /// An access key of S3.
    case accessKey
  }

  /// What the screen shows.
  public struct State: Sendable {
    /// The destination that wants them.
    public let destination: Destination
    /// The kinds that the destination can take.
    public let kinds: [Kind]
    /// What is typed.
    public internal(set) var kind: Kind
    /// What names the user.
    public internal(set) var name = ""
    /// What proves it.
    public internal(set) var secret = Secret("")
    /// The token of a session.
    public internal(set) var session = Secret("")
    /// Whether they are written into the file.
    public internal(set) var isSaved = false
    /// Whether they are being tried.
    public internal(set) var isTrying = false
    /// Why they were not taken.
    public internal(set) var problem: String?
    /// The destination took them.
    @Pulse public internal(set) var authorised: Destination?
    /// There are none.
    @Pulse public internal(set) var cancelled: Bool = false

    /// Nothing typed yet.
    public init(destination: Destination) {
      self.destination = destination
      if case .s3 = destination { kinds = [.accessKey] } else { kinds = [.password, .token] }
      kind = kinds[0]
    }

    /// What is typed, when it is whole.
    var credentials: Credentials? {
      guard !secret.text.isEmpty else { return nil }
      switch kind {
      case .password: return name.isEmpty ? nil : .password(user: name, password: secret.text)
      case .token: return .token(secret.text)
      case .accessKey:
        return name.isEmpty
          ? nil : .accessKey(id: name, secret: secret.text, session: session.text.isEmpty ? nil : session.text)
      }
    }
  }

  /// The state and the pipeline.
  public let store: Store<AuthorisationReactor>
  private let car: Car.ID
  private let uploads: LiveUploads

  /// - Parameters:
  ///   - destination: what wants credentials.
  ///   - car: the car that files are to be uploaded to: they are tried by asking what the destination holds of it.
  public init(destination: Destination, car: Car.ID?, uploads: LiveUploads) {
    // Any number will do to ask whether one may ask.
    self.car = car ?? 0
    self.uploads = uploads
    store = Store(State(destination: destination))
  }

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .setKind(let kind): return .just(.setKind(kind))
    case .setName(let name): return .just(.setName(name))
    case .setSecret(let secret): return .just(.setSecret(secret))
    case .setSession(let session): return .just(.setSession(session))
    case .setSaved(let isSaved): return .just(.setSaved(isSaved))
    case .submit: return submit(currentState)
    case .cancel: return .just(.cancelled)
    }
  }

  /// The state after a mutation. What is changed takes the blame of what was there before away.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setKind(let kind):
      state.kind = kind
      state.problem = nil
    case .setName(let name):
      state.name = name
      state.problem = nil
    case .setSecret(let secret):
      state.secret = secret
      state.problem = nil
    case .setSession(let session): state.session = session
    case .setSaved(let isSaved): state.isSaved = isSaved
    case .setTrying(let isTrying): state.isTrying = isTrying
    case .setProblem(let problem): state.problem = problem
    case .authorised: state.authorised = state.destination
    case .cancelled: state.cancelled = true
    }
  }

  private enum Effect: Hashable, Sendable { case trying }

  /// Uses them for this run, asks the destination, and writes them down only when it has taken them.
  private func submit(_ state: State) -> Observable<Mutation> {
    guard let credentials = state.credentials else {
      return .just(.setProblem(state.kind == .token ? "Type the token first." : "Type both first."))
    }
    return .concat(
      .just(.setProblem(nil)),
      trying(credentials, state).bracketed(by: .setTrying(true), and: .setTrying(false)),
      .just(.authorised)
    )
    .catch { .just(.setProblem("\($0)")) }
    .cancellable(id: Effect.trying, whenRunning: .ignoreNew)
  }

  private func trying(_ credentials: Credentials, _ state: State) -> Observable<Mutation> {
    .run { [uploads, car] _ in
      try await uploads.authorise(state.destination, with: credentials, saved: false)
      _ = try await uploads.survey(state.destination, car: car)
      if state.isSaved { try await uploads.authorise(state.destination, with: credentials, saved: true) }
    }
  }
}
