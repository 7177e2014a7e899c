/// A hot stream that never ends and never fails: actions, steps, key presses.
///
/// Subscribers are told in the order in which they subscribed, and only of what is sent after that.
@MainActor
public final class Relay<Element: Sendable> {
  @usableFromInline let subscriptions = SubscriptionList<Element>()

  /// A relay without subscribers.
  public nonisolated init() {}

  /// How many subscriptions are alive.
  public var observerCount: Int { subscriptions.count }

  /// Tells every subscriber, before it returns.
  @inlinable
  public func send(_ element: Element) {
    subscriptions.send(element)
  }

  /// Tells `next` of everything sent from now on.
  @inlinable
  public func subscribe(_ next: @escaping @MainActor (Element) -> Void) -> any Disposable {
    let lifetime = Lifetime()
    subscriptions.add(Observer(lifetime: lifetime, next: next, end: { _ in }))
    return lifetime
  }

  /// The relay as a stream that can be transformed.
  @inlinable
  public nonisolated func asObservable() -> Observable<Element> {
    Observable(source: .relay(self))
  }
}
