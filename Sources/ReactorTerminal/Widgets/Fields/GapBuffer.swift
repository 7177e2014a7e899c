/// A collection for edits that cluster around one position: an edit at the gap takes time proportional to its own size,
/// however long the collection is.
///
/// The elements before and after the gap are two arrays, the second in reverse. A gap inside a single array would need
/// placeholder elements.
struct GapBuffer<Element>: RandomAccessCollection {
  private var before: [Element] = []
  /// The elements after the gap, in reverse order.
  private var after: [Element] = []

  init() {}

  init(_ elements: some Sequence<Element>) { before = Array(elements) }

  var startIndex: Int { 0 }
  var endIndex: Int { before.count + after.count }

  subscript(position: Int) -> Element {
    position < before.count ? before[position] : after[endIndex - 1 - position]
  }

  /// Replaces the elements in `range` and moves the gap behind the new ones.
  mutating func replace(_ range: Range<Int>, with elements: some Collection<Element>) {
    moveGap(to: range.lowerBound)
    after.removeLast(range.count)
    before.append(contentsOf: elements)
  }

  private mutating func moveGap(to position: Int) {
    if position < before.count {
      after.append(contentsOf: before[position...].reversed())
      before.removeSubrange(position...)
    } else if position > before.count {
      let count = position - before.count
      before.append(contentsOf: after.suffix(count).reversed())
      after.removeLast(count)
    }
  }
}
