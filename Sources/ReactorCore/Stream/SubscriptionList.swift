/// Where a hot stream keeps its subscriptions; told when one is over.
@MainActor
@usableFromInline
class HotSource {
  @usableFromInline nonisolated init() {}

  /// The subscription kept at `slot` is over.
  func subscriptionEnded(at slot: Int) {}
}

/// The subscribers of a hot stream, in subscription order.
///
/// Subscribing and ending from inside a delivery are both safe: a newcomer is told from the next element on, and one
/// that has ended is skipped at once and swept out when no delivery is under way.
@MainActor
@usableFromInline
final class SubscriptionList<Element: Sendable>: HotSource {
  @usableFromInline
  struct Entry {
    @usableFromInline let lifetime: Lifetime
    /// Nil as soon as the subscription is over, so that nothing is kept for it.
    @usableFromInline var receive: (@MainActor (Element) -> Void)?

    @inlinable
    init(lifetime: Lifetime, receive: @escaping @MainActor (Element) -> Void) {
      self.lifetime = lifetime
      self.receive = receive
    }
  }

  @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Entry> = []
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// How many entries have ended and not been swept out yet.
  @exclusivity(unchecked) @usableFromInline var ended = 0

  @usableFromInline nonisolated override init() {}

  var count: Int { entries.count - ended }

  @inlinable var isSending: Bool { depth > 0 }

  @inlinable
  func send(_ element: Element) {
    depth += 1
    let snapshot = entries
    for entry in snapshot where entry.lifetime.isOpen { entry.receive?(element) }
    depth -= 1
    if ended > 0 { sweep() }
  }

  /// Keeps an observer until its lifetime is over.
  @inlinable
  func add(_ observer: Observer<Element>) {
    guard observer.isOpen else { return }
    observer.lifetime.registered(in: self, at: entries.count)
    entries.append(Entry(lifetime: observer.lifetime, receive: observer.receive))
  }

  override func subscriptionEnded(at slot: Int) {
    // Taken out: what the closure holds dies when the access to the entries is over, because a `deinit` may use them.
    let released = entries[slot].receive.take()
    ended += 1
    sweep()
    withExtendedLifetime(released) {}
  }

  /// Not before half of the entries have ended: ending a thousand one by one must not look at each a thousand times.
  @usableFromInline
  func sweep() {
    guard depth == 0, ended * 2 >= entries.count else { return }
    ended = 0
    var living: ContiguousArray<Entry> = []
    for entry in entries where entry.receive != nil {
      entry.lifetime.moved(to: living.count)
      living.append(entry)
    }
    entries = living
  }
}
