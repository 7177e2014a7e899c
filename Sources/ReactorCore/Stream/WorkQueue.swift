/// First in, first out. A head index in place of `removeFirst`, which would shift what is left at every step.
///
/// An element is moved out when it is taken, so that emptying the array releases nothing: no `deinit` runs inside.
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
