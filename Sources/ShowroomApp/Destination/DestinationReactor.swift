import ReactorCore
import ShowroomCatalog
import ShowroomFormatting
import ShowroomUploads

/// The screen for choosing the destination for new uploads: a known destination or a typed one, which is checked before
/// it is used.
package final class DestinationReactor: Reactor {
  /// An action of the user.
  package enum Action: Sendable, Hashable {
    /// Checks the current destination. Sent when the screen appears.
    case load
    /// Replaces the text of the field.
    case edit(String)
    /// Selects the known destination at an index.
    case select(Int)
    /// Uses the destination. Asks for confirmation if it does not accept files.
    case confirm
    /// Uses the destination without a further confirmation.
    case confirmAnyway
    /// Signs in to the destination.
    case signIn
    /// Checks a destination again after signing in to it.
    case authorized(Destination)
    /// Keeps the current destination.
    case cancel
  }

  /// A change of the state.
  package enum Mutation: Sendable, Hashable {
    /// Sets the text and the result of parsing it.
    case setText(String, ParseResult)
    /// Sets the status of the destination.
    case setDestinationStatus(DestinationStatus)
  }

  /// The events that the screen reports to its flow.
  package enum Output: MessageOutput, Hashable {
    case message(Message<Action>)
    /// A destination was chosen.
    case chosen(Destination)
    /// A destination requires sign-in.
    case authorizationRequired(Destination)
    /// The current destination is kept.
    case canceled

    package var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
  }

  /// The result of parsing the text of the field.
  package enum ParseResult: Sendable, Hashable {
    /// The text describes a destination.
    case destination(Destination)
    /// The text does not describe a destination.
    case invalid(DestinationError)
  }

  /// The state of the screen.
  package struct State: Sendable {
    /// The destinations to choose from.
    package let known: [KnownDestination]
    /// The text of the field.
    package internal(set) var text: String
    /// The result of parsing the text.
    package internal(set) var parsed: ParseResult
    /// The status of the destination.
    package internal(set) var destinationStatus = DestinationStatus.blank

    /// Creates a state with an unchecked destination in the field.
    package init(known: [KnownDestination], destination: Destination) {
      self.known = known
      text = "\(destination)"
      parsed = .destination(destination)
    }

    /// The destination in the field; `nil` if the text is invalid.
    package var destination: Destination? {
      if case .destination(let destination) = parsed { destination } else { nil }
    }
    /// The index of the destination in the list of known ones.
    package var selected: Int? {
      destination.flatMap { destination in known.firstIndex { $0.destination == destination } }
    }
  }

  /// A destination to choose from.
  package struct KnownDestination: Sendable, Hashable {
    /// The destination itself.
    package var destination: Destination
    /// A note about where the destination is from: `default`, `this computer` or `used before`.
    package var origin: String
  }

  /// The pause in typing after which the destination is checked.
  static let pause: Duration = .milliseconds(300)

  package let store: Store<DestinationReactor>
  private let car: Car.ID?
  private let uploads: LiveUploads
  private let clock: any Clock<Duration>

  /// - Parameter car: The car to upload files to; without one, destinations are not checked.
  package init(car: Car.ID?, uploads: LiveUploads, clock: any Clock<Duration> = ContinuousClock()) {
    self.car = car
    self.uploads = uploads
    self.clock = clock
    let destinations = uploads.destinations
    let known = uploads.knownDestinations.map { destination in
      KnownDestination(
        destination: destination,
        origin: destination == destinations.configured
          ? "default" : destination == destinations.localFolder ? "this computer" : "used before")
    }
    store = Store(State(known: known, destination: uploads.destination.value))
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load: return restartCheck(of: state.parsed, after: .zero)
    case .edit(let text): return text == state.text ? .empty : write(text, after: Self.pause)
    case .select(let index):
      guard state.known.indices.contains(index), index != state.selected else { return .empty }
      return write("\(state.known[index].destination)", after: Self.pause)
    case .confirm: return confirm(state)
    case .confirmAnyway: return state.destination.map { choose($0) } ?? .empty
    case .signIn:
      guard state.destinationStatus.requiresSignIn else { return .empty }
      return state.destination.map { output(.authorizationRequired($0)) } ?? .empty
    case .authorized(let destination):
      return destination == state.destination ? restartCheck(of: state.parsed, after: .zero) : .empty
    case .cancel: return output(.canceled)
    }
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setText(let text, let parsed):
      state.text = text
      if parsed != state.parsed { state.destinationStatus = .blank }
      state.parsed = parsed
    case .setDestinationStatus(let destinationStatus): state.destinationStatus = destinationStatus
    }
  }

  // MARK: Effects

  private enum Effect: Hashable, Sendable { case check }

  private func write(_ text: String, after pause: Duration) -> Observable<Mutation> {
    let parsed = parse(text)
    return .concat(.just(.setText(text, parsed)), restartCheck(of: parsed, after: pause))
  }

  private func parse(_ text: String) -> ParseResult {
    do throws(DestinationError) {
      return .destination(try uploads.destinations.parse(text))
    } catch {
      return .invalid(error)
    }
  }

  /// Checks the destination after a pause in typing. A new check cancels the previous one, so that a result is never
  /// shown with a different text.
  private func restartCheck(of parsed: ParseResult, after pause: Duration) -> Observable<Mutation> {
    check(parsed, after: pause).cancellable(id: Effect.check, whenRunning: .cancelPrevious)
  }

  private func check(_ parsed: ParseResult, after pause: Duration) -> Observable<Mutation> {
    guard case .destination(let destination) = parsed, let car else { return .empty }
    let check = Observable<Mutation>.run { [uploads] emit in
      do throws(UploadFailure) {
        emit(.setDestinationStatus(.known(try await uploads.destinationInfo(destination, car: car))))
      } catch {
        emit(.setDestinationStatus(.failed(error)))
      }
    }
    .indicatingProgress(with: .setDestinationStatus(.checking), clock: clock)
    guard pause > .zero else { return check }
    return .concat(.run { [clock] _ in try await clock.sleep(for: pause) }, check)
  }

  private func confirm(_ state: State) -> Observable<Mutation> {
    guard let destination = state.destination else { return .empty }
    switch state.destinationStatus {
    case .failed(let failure) where failure.cause == .unauthorized: return output(.authorizationRequired(destination))
    case .failed(let failure): return ask(about: failure.withStatus)
    case .known(let info): return info.readOnlyReason.map { ask(about: $0) } ?? choose(destination)
    case .blank, .checking: return choose(destination)
    }
  }

  /// Asks whether to use a destination that is currently unavailable.
  private func ask(about reason: String) -> Observable<Mutation> {
    ask(
      "Use anyway?", reason,
      answers: [.cancel("Choose another"), .init("Use anyway", key: "u", isDestructive: true, sends: .confirmAnyway)])
  }

  private func choose(_ destination: Destination) -> Observable<Mutation> {
    .deferred { [weak self, uploads] in
      uploads.choose(destination)
      return self?.output(.chosen(destination)) ?? .empty
    }
  }
}
