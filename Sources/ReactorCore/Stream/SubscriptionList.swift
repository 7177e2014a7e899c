/// The owner of subscriptions to a hot stream.
@MainActor
@usableFromInline
class HotSource {
  @usableFromInline nonisolated init() {}

  /// Removes the ended subscription at `slot`.
  func subscriptionEnded(at slot: Int) {}
}

/// The subscribers of a hot stream, in subscription order.
///
/// It is safe to subscribe and to end a subscription during a delivery. A new subscriber receives the next element; an
/// ended one is skipped immediately and removed after the delivery.
@MainActor
@usableFromInline
final class SubscriptionList<Element: Sendable>: HotSource {
  @usableFromInline
  struct Entry {
    @usableFromInline let lifetime: Lifetime
    /// The closure of the observer. It is `nil` if the subscription is over, so that the closure is no longer retained.
    @usableFromInline var receive: (@MainActor (Element) -> Void)?

    @inlinable
    init(lifetime: Lifetime, receive: @escaping @MainActor (Element) -> Void) {
      self.lifetime = lifetime
      self.receive = receive
    }
  }

  @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Entry> = []
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// The number of ended entries that have not been removed.
  @exclusivity(unchecked) @usableFromInline var endedCount = 0

  @usableFromInline nonisolated override init() {}

  var count: Int { entries.count - endedCount }

  /// Whether there are no subscribers. During a delivery, ended subscriptions still count.
  @inlinable var isEmpty: Bool { entries.isEmpty }

  @inlinable var isSending: Bool { depth > 0 }

  @inlinable
  func send(_ element: Element) {
    depth += 1
    let snapshot = entries
    for entry in snapshot where entry.lifetime.isOpen { entry.receive?(element) }
    depth -= 1
    if endedCount > 0 { removeEnded() }
  }

  /// Retains an observer until its lifetime is over.
  @inlinable
  func add(_ observer: Observer<Element>) {
    guard observer.isOpen else { return }
    observer.lifetime.registered(in: self, at: entries.count)
    entries.append(Entry(lifetime: observer.lifetime, receive: observer.receive))
  }

  override func subscriptionEnded(at slot: Int) {
    // Taken out, so that the closure's captures are released after the access to the entries, because a `deinit` may
    // use the entries.
    let released = entries[slot].receive.take()
    endedCount += 1
    removeEnded()
    withExtendedLifetime(released) {}
  }

  /// Removes the ended entries when they make up at least half, so the cost of ending a subscription does not depend on
  /// the number of entries.
  @usableFromInline
  func removeEnded() {
    guard depth == 0, endedCount * 2 >= entries.count else { return }
    endedCount = 0
    var living: ContiguousArray<Entry> = []
    for entry in entries where entry.receive != nil {
      entry.lifetime.moved(to: living.count)
      living.append(entry)
    }
    entries = living
  }
}
