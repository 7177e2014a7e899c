/// A hot stream that never ends: actions, steps, key presses.
///
/// Subscribers receive the elements sent after they subscribed, in the order of their subscriptions.
@MainActor
public final class Relay<Element: Sendable>: ObservableConvertible, TrackedRelay {
  @usableFromInline let subscriptions = SubscriptionList<Element>()

  /// Creates a relay without subscribers.
  public nonisolated init() {}

  /// The number of active subscriptions.
  public var observerCount: Int { subscriptions.count }

  /// Delivers an element to every subscriber before it returns.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscribers.
  @inlinable
  public func send(_ element: Element) {
    if DisposeBag.collecting == nil {
      subscriptions.send(element)
    } else {
      DisposeBag.withoutCollecting { subscriptions.send(element) }
    }
  }

  /// Calls `next` with every element sent from now on, until the returned disposable is disposed of.
  @discardableResult
  public func subscribe(_ next: @escaping @MainActor (Element) -> Void) -> any Disposable {
    let lifetime = Lifetime()
    DisposeBag.join(lifetime) { subscriptions.add(Observer(lifetime: lifetime, next: next, end: { _ in })) }
    return lifetime
  }

  @usableFromInline
  func connect(_ observer: Observer<Element>) {
    subscriptions.add(observer.lifetime.context?.replays?.noting(observer, of: self) ?? observer)
  }

  var acceptedCount: Int { 0 }

  func watch(during lifetime: Lifetime, for tracker: ReplayTracker) {
    subscriptions.add(
      Observer(
        lifetime: lifetime, next: { [unowned self, weak tracker] in tracker?.wake(by: self, with: $0) }, end: { _ in }))
  }

  /// Returns the stream of the elements sent from now on.
  public nonisolated func asObservable() -> Observable<Element> {
    Observable(source: .relay(self))
  }
}
