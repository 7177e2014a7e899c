/// A first-in, first-out queue. Uses a head index, because `removeFirst` would shift the remaining elements.
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
    }
    return element
  }
}
