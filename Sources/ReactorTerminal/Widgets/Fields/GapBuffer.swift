/// A collection for edits that cluster around one position. An edit at the gap takes time proportional to its own size,
/// regardless of the size of the collection.
///
/// The elements before and after the gap are stored in two arrays, the second in reverse order. A gap inside a single
/// array would need placeholder elements.
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

  /// Replaces the elements in `range`, and moves the gap to the end of the new ones.
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
