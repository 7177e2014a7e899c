/// The stream of everything that happens in a program: input, commands, actions, mutations, states, effects, steps of
/// flows, views that have to be drawn, and frames.
///
/// ```swift
/// Instrumentation.events.bind { event in
///   if case .action = event.kind { logger.debug("\(event)") }
/// }.disposed(by: bag)
/// ```
///
/// Events are delivered synchronously, where they happen, so a listener sees them in order and must be quick. Without a
/// listener, events are not even created; each costs only one additional comparison.
///
/// Events that follow each other synchronously belong to one *turn*: a key, its command, the actions, mutations and
/// states that result, and the start of their effects. An element that an effect emits later begins a turn of its own.
///
/// A listener may send actions, but not in response to every event: that action is an event, too. A view that shows
/// events must leave out its own reactor and, because it is drawn, frames.
@MainActor
public enum Instrumentation {
  static let relay = Relay<ProgramEvent>()
  private static var count = 0
  private static var turn = 0
  /// The owner of the current turn; `nil` between turns.
  private static var turnOwner: ObjectIdentifier?

  /// A stream of the events from now on.
  public static var events: Observable<ProgramEvent> { relay.asObservable() }

  /// The subscribers to ``events``.
  @usableFromInline static var listeners: SubscriptionList<ProgramEvent> { relay.subscriptions }

  /// Whether ``events`` has a listener.
  package static var isObserved: Bool { !relay.subscriptions.isEmpty }

  private static var isSilent = false

  /// Runs `body` without delivering events.
  package static func silently(_ body: () -> Void) {
    let before = isSilent
    isSilent = true
    body()
    isSilent = before
  }

  /// Delivers an event to all listeners.
  package static func emit(_ kind: ProgramEvent.Kind, from source: ProgramEvent.Source, isOwnAction: Bool = false) {
    guard !isSilent else { return }
    count += 1
    relay.send(ProgramEvent(number: count, turn: turn, kind: kind, source: source, isOwnAction: isOwnAction))
  }

  /// Delivers an event, as a turn of its own unless a turn is in progress.
  package static func emitTurn(_ kind: ProgramEvent.Kind, from source: ProgramEvent.Source) {
    if turnOwner == nil { turn += 1 }
    emit(kind, from: source)
  }

  /// Begins a turn unless one is in progress. Only the same owner can end it.
  package static func beginTurn(_ owner: ObjectIdentifier) {
    guard turnOwner == nil else { return }
    turnOwner = owner
    turn += 1
  }

  /// Ends the turn that `owner` began.
  package static func endTurn(_ owner: ObjectIdentifier) {
    if turnOwner == owner { turnOwner = nil }
  }
}
