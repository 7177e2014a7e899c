/// The stream of everything that happens in a program: actions, mutations, states, effects, steps of flows, and frames.
///
/// ```swift
/// Instrumentation.events.bind { event in
///   if case .action = event.kind { logger.debug("\(event)") }
/// }.disposed(by: bag)
/// ```
///
/// Events are delivered synchronously, where they happen, so a listener sees them in order and must be quick. While
/// nobody listens, an event is not even created: one action of a reactor then costs one comparison more per event.
///
/// A listener may send actions, but not in response to every event: that action is an event, too. A view that shows
/// events must leave out its own reactor and, because it is drawn, frames.
@MainActor
public enum Instrumentation {
  static let relay = Relay<ProgramEvent>()
  private static var count = 0

  /// A stream of the events from now on.
  public static var events: Observable<ProgramEvent> { relay.asObservable() }

  /// The subscribers to ``events``.
  @usableFromInline static var listeners: SubscriptionList<ProgramEvent> { relay.subscriptions }

  /// Whether anyone listens to ``events``.
  package static var isObserved: Bool { !relay.subscriptions.isEmpty }

  /// Delivers an event to all listeners.
  package static func emit(_ kind: ProgramEvent.Kind, from source: ProgramEvent.Source) {
    count += 1
    relay.send(ProgramEvent(number: count, kind: kind, source: source))
  }
}
