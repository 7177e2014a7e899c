/// A hot stream with a current value, which a new subscriber is told first. It never ends, not even when released.
@MainActor
public final class StateRelay<Element: Sendable>: Repeatable {
  @exclusivity(unchecked) @usableFromInline var storage: Element
  @exclusivity(unchecked) @usableFromInline var waiting = WorkQueue<Element>()
  @exclusivity(unchecked) @usableFromInline var acceptedCount = 0
  /// Whether nobody is told the current value, because it is not meant for subscribers.
  @usableFromInline var isUntold = false
  @usableFromInline let subscriptions = SubscriptionList<Element>()

  /// - Parameter value: what the first subscriber is told.
  @inlinable
  public init(_ value: Element) {
    storage = value
  }

  /// The current value. Subscribers that are being told of a value read that same value here.
  @inlinable
  public var value: Element { storage }

  /// How many subscriptions are alive.
  public var observerCount: Int { subscriptions.count }

  /// How many values everybody has been told of.
  var toldCount: Int { subscriptions.isSending ? acceptedCount - 1 : acceptedCount }

  /// Makes `value` the current one and tells every subscriber. From inside a subscriber, both wait until every other has
  /// been told of the value before, so that nobody is left with an old one.
  @inlinable
  public func accept(_ value: Element) {
    if subscriptions.isSending { return waiting.append(value) }
    tell(value)
    while let next = waiting.popFirst() { tell(next) }
  }

  @inlinable
  func tell(_ value: Element) {
    // Swapped, so that the old value is released when the access to the storage is over: a `deinit` may read it.
    var replaced = value
    swap(&storage, &replaced)
    acceptedCount &+= 1
    isUntold = false
    subscriptions.send(value)
  }

  /// The current value, then every value accepted.
  @inlinable
  public nonisolated func asObservable() -> Observable<Element> {
    Observable { self.connect($0) }
  }

  @usableFromInline
  func connect(_ observer: Observer<Element>) {
    subscriptions.add(observer)
    if isUntold { return }
    if let repeats = observer.lifetime.context?.repeats {
      repeats.attribute(to: self) { observer.next(storage) }
    } else {
      observer.next(storage)
    }
  }
}
