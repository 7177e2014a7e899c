/// The subscribers of a hot stream, in subscription order.
///
/// Subscribing and ending from inside a delivery are both safe: a newcomer is told from the next element on, and one
/// that has ended is skipped at once and swept out when no delivery is under way.
@MainActor
@usableFromInline
final class SubscriptionList<Element: Sendable> {
  @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Subscription<Element>> = []
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// How many entries have ended and not been swept out yet.
  @exclusivity(unchecked) @usableFromInline var ended = 0

  @usableFromInline nonisolated init() {}

  var count: Int { entries.count - ended }

  @inlinable var isSending: Bool { depth > 0 }

  @inlinable
  func send(_ element: Element) {
    depth += 1
    let snapshot = entries
    for entry in snapshot { entry.next?(element) }
    depth -= 1
    if ended > 0 { sweep() }
  }

  @inlinable
  func add(_ next: @escaping @MainActor (Element) -> Void) -> any Disposable {
    let entry = Subscription(list: self, next: next)
    entries.append(entry)
    return entry
  }

  @usableFromInline
  func entryEnded() {
    ended += 1
    sweep()
  }

  /// Not before half of the entries have ended: ending a thousand one by one must not look at each a thousand times.
  @usableFromInline
  func sweep() {
    guard depth == 0, ended * 2 >= entries.count else { return }
    if ended == entries.count {
      entries.removeAll(keepingCapacity: true)
    } else {
      entries.removeAll { $0.next == nil }
    }
    ended = 0
  }
}

/// One subscriber of a ``SubscriptionList``.
@MainActor
@usableFromInline
final class Subscription<Element: Sendable>: Disposable {
  @exclusivity(unchecked) @usableFromInline var next: (@MainActor (Element) -> Void)?
  private weak var list: SubscriptionList<Element>?

  @usableFromInline
  init(list: SubscriptionList<Element>, next: @escaping @MainActor (Element) -> Void) {
    self.list = list
    self.next = next
  }

  @usableFromInline
  func dispose() {
    guard next != nil else { return }
    next = nil
    list?.entryEnded()
  }
}
