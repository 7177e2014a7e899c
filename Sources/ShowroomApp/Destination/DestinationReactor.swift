import Catalogue
import ReactorCore
import Uploads

/// Where files go: one of the known destinations or one that is typed, looked at before it is taken.
public final class DestinationReactor: Reactor {
  /// What can be asked for.
  public enum Action: Sendable, Hashable {
    /// Look at the destination that is written: sent when the screen appears.
    case load
    /// This is written now.
    case edit(String)
    /// Write the known destination at a place of the list.
    case select(Int)
    /// Take the destination that is written; asks when files cannot be put there.
    case confirm
    /// Take it all the same.
    case confirmAnyway
    /// Give credentials to the destination, which wants some.
    case signIn
    /// A destination has credentials now: look once more.
    case authorised(Destination)
    /// Leave everything as it is.
    case cancel
  }

  /// A step of change.
  public enum Mutation: Sendable, Hashable {
    /// What is written, and what it means.
    case setText(String, Reading)
    /// What is known of the destination that is written.
    case setGround(Ground)
    /// Something has to be answered before it is taken.
    case ask(Question)
    /// This one is taken.
    case chosen(Destination)
    /// It wants credentials.
    case authorisationRequired(Destination)
    /// Everything stays as it is.
    case cancelled
  }

  /// What a text means.
  public enum Reading: Sendable, Hashable {
    /// A destination.
    case destination(Destination)
    /// None, and why.
    case mistake(DestinationError)
  }

  /// What is known of a destination.
  public typealias Ground = UploadReactor.State.Ground

  /// Why a destination should not be taken without a word.
  public struct Question: Sendable, Hashable {
    /// The destination.
    public var destination: Destination
    /// What it says, or why it says nothing.
    public var reason: String
  }

  /// What the screen shows.
  public struct State: Sendable {
    /// The destinations to choose from.
    public let known: [Known]
    /// What is written.
    public internal(set) var text: String
    /// What that means.
    public internal(set) var reading: Reading
    /// What is known of it.
    public internal(set) var ground = Ground.blank
    /// Something has to be answered before it is taken.
    @Pulse public internal(set) var question: Question?
    /// This destination is taken.
    @Pulse public internal(set) var chosen: Destination?
    /// This destination wants credentials.
    @Pulse public internal(set) var authorisationRequired: Destination?
    /// Nothing is to be changed.
    @Pulse public internal(set) var cancelled: Bool = false

    /// Before anything was asked, with `destination` written.
    public init(known: [Known], destination: Destination) {
      self.known = known
      text = "\(destination)"
      reading = .destination(destination)
    }

    /// The destination that is written.
    public var destination: Destination? {
      if case .destination(let destination) = reading { destination } else { nil }
    }
    /// The place of what is written in the list.
    public var selected: Int? {
      destination.flatMap { destination in known.firstIndex { $0.destination == destination } }
    }
  }

  /// A destination to choose from.
  public struct Known: Sendable, Hashable {
    /// The destination.
    public var destination: Destination
    /// What is to be said of it: `default`, `on this machine`, `used before`.
    public var origin: String
  }

  /// How long nothing is typed before the destination is asked.
  static let pause: Duration = .milliseconds(300)

  /// The state and the pipeline.
  public let store: Store<DestinationReactor>
  private let car: Car.ID?
  private let uploads: LiveUploads
  private let clock: any Clock<Duration>

  /// - Parameter car: the car that files are to be uploaded to; without one, destinations are not asked what they hold.
  public init(car: Car.ID?, uploads: LiveUploads, clock: any Clock<Duration> = ContinuousClock()) {
    self.car = car
    self.uploads = uploads
    self.clock = clock
    let places = uploads.places
    let known = uploads.knownDestinations.map { destination in
      Known(
        destination: destination,
        origin: destination == places.configured
          ? "default" : destination == places.localFolder ? "on this machine" : "used before")
    }
    store = Store(State(known: known, destination: uploads.destination.value))
  }

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load: return look(at: state.reading, after: .zero)
    case .edit(let text): return text == state.text ? .empty : write(text, after: Self.pause)
    case .select(let index):
      guard state.known.indices.contains(index), index != state.selected else { return .empty }
      return write("\(state.known[index].destination)", after: Self.pause)
    case .confirm: return confirm(state)
    case .confirmAnyway: return state.destination.map { take($0) } ?? .empty
    case .signIn:
      guard case .failed(let failure) = state.ground, failure.cause == .unauthorised else { return .empty }
      return state.destination.map { .just(.authorisationRequired($0)) } ?? .empty
    case .authorised(let destination):
      return destination == state.destination ? look(at: state.reading, after: .zero) : .empty
    case .cancel: return .just(.cancelled)
    }
  }

  /// The state after a mutation.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setText(let text, let reading):
      state.text = text
      if reading != state.reading { state.ground = .blank }
      state.reading = reading
    case .setGround(let ground): state.ground = ground
    case .ask(let question): state.question = question
    case .chosen(let destination): state.chosen = destination
    case .authorisationRequired(let destination): state.authorisationRequired = destination
    case .cancelled: state.cancelled = true
    }
  }

  // MARK: Effects

  private enum Effect: Hashable, Sendable { case look }

  private func write(_ text: String, after pause: Duration) -> Observable<Mutation> {
    let reading = read(text)
    return .concat(.just(.setText(text, reading)), look(at: reading, after: pause))
  }

  private func read(_ text: String) -> Reading {
    do throws(DestinationError) {
      return .destination(try uploads.places.parse(text))
    } catch {
      return .mistake(error)
    }
  }

  /// Asks the destination, once nothing more is typed. The latest wins: an answer never appears under another text.
  private func look(at reading: Reading, after pause: Duration) -> Observable<Mutation> {
    .run { [uploads, clock, car] emit in
      guard case .destination(let destination) = reading, let car else { return }
      if pause > .zero { try await clock.sleep(for: pause) }
      async let _: Void = Self.sayAsking(after: clock, emit)
      do throws(UploadFailure) {
        emit(.setGround(.known(try await uploads.survey(destination, car: car))))
      } catch {
        emit(.setGround(.failed(error)))
      }
    }
    .cancellable(id: Effect.look, whenRunning: .cancelPrevious)
  }

  private static func sayAsking(after clock: any Clock<Duration>, _ emit: Emitter<Mutation>) async {
    guard (try? await clock.sleep(for: UploadReactor.patience)) != nil else { return }
    emit(.setGround(.asking))
  }

  private func confirm(_ state: State) -> Observable<Mutation> {
    guard let destination = state.destination else { return .empty }
    switch state.ground {
    case .failed(let failure) where failure.cause == .unauthorised: return .just(.authorisationRequired(destination))
    case .failed(let failure): return .just(.ask(Question(destination: destination, reason: failure.withStatus)))
    case .known(let survey):
      return survey.refusal.map { .just(.ask(Question(destination: destination, reason: $0))) } ?? take(destination)
    case .blank, .asking: return take(destination)
    }
  }

  private func take(_ destination: Destination) -> Observable<Mutation> {
    .deferred { [uploads] in
      uploads.choose(destination)
      return .just(.chosen(destination))
    }
  }
}
