/// A hot stream with a current value, which a new subscriber receives first. The stream never ends, even when the relay
/// is released.
@MainActor
public final class StateRelay<Element: Sendable>: ObservableConvertible, TrackedRelay {
  @exclusivity(unchecked) @usableFromInline var storage: Element
  @exclusivity(unchecked) @usableFromInline var waiting = WorkQueue<Element>()
  @exclusivity(unchecked) @usableFromInline var acceptedCount = 0
  /// Whether new subscribers do not receive the current value.
  @usableFromInline var withholdsValue = false
  @usableFromInline let subscriptions = SubscriptionList<Element>()

  /// Creates a relay with an initial value.
  public init(_ value: Element) {
    storage = value
  }

  /// The current value. During a delivery, this is the value being delivered.
  @inlinable
  public var value: Element { storage }

  /// The number of active subscriptions.
  public var observerCount: Int { subscriptions.count }

  /// Sets the current value and delivers it to every subscriber.
  ///
  /// If a subscriber calls this method during a delivery, the new value waits until all subscribers have received the
  /// previous one, so that every subscriber ends with the latest value.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscribers.
  @inlinable
  public func accept(_ value: Element) {
    if subscriptions.isSending { return waiting.append(value) }
    deliver(value)
    while let next = waiting.popFirst() { deliver(next) }
  }

  @inlinable
  func deliver(_ value: Element) {
    // The values are swapped so that the old one is released after the access to the storage, because its `deinit` may
    // read the storage.
    var replaced = value
    swap(&storage, &replaced)
    acceptedCount &+= 1
    withholdsValue = false
    if DisposeBag.collecting == nil {
      subscriptions.send(value)
    } else {
      DisposeBag.withoutCollecting { subscriptions.send(value) }
    }
  }

  /// Returns a stream of the current value and every value accepted later.
  public nonisolated func asObservable() -> Observable<Element> {
    Observable { self.connect($0) }
  }

  @usableFromInline
  func connect(_ observer: Observer<Element>) {
    let replays = observer.lifetime.context?.replays
    subscriptions.add(replays?.noting(observer, of: self) ?? observer)
    if withholdsValue { return }
    if let replays {
      replays.deliverValue(of: self) { observer.next(storage) }
    } else {
      observer.next(storage)
    }
  }

  func watch(during lifetime: Lifetime, for tracker: ReplayTracker) {
    subscriptions.add(Observer(lifetime: lifetime, next: { [weak tracker] _ in tracker?.wake() }, end: { _ in }))
  }
}
