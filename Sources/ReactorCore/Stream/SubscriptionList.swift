/// The subscribers of a hot stream, in subscription order.
///
/// Subscribing and ending from inside a delivery are both safe: a newcomer is told from the next element on, and one
/// that has ended is skipped at once and swept out when no delivery is under way.
@MainActor
@usableFromInline
final class SubscriptionList<Element: Sendable> {
  @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Subscription<Element>> = []
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) @usableFromInline var hasEnded = false

  @usableFromInline nonisolated init() {}

  var count: Int { entries.reduce(into: 0) { count, entry in if entry.next != nil { count += 1 } } }

  @inlinable
  func send(_ element: Element) {
    depth += 1
    let snapshot = entries
    for entry in snapshot { entry.next?(element) }
    depth -= 1
    if hasEnded, depth == 0 { sweep() }
  }

  @inlinable
  func add(_ next: @escaping @MainActor (Element) -> Void) -> any Disposable {
    let entry = Subscription(list: self, next: next)
    entries.append(entry)
    return entry
  }

  @usableFromInline
  func entryEnded() {
    if depth == 0 { sweep() } else { hasEnded = true }
  }

  @usableFromInline
  func sweep() {
    hasEnded = false
    entries.removeAll { $0.next == nil }
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
