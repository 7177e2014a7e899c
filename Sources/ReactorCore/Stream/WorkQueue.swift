/// A first-in, first-out queue. Uses a head index, because `removeFirst` would shift the remaining elements. The slots
/// before it are removed when they are at least half of all, so that a queue that is never empty does not grow.
///
/// Taking an element moves it out of the array, so emptying the array releases no element, and no `deinit` runs during
/// the access.
@usableFromInline
package struct WorkQueue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
