/// A collection that is edited around one place: inserting and removing there cost what they change, however long the
/// rest is.
///
/// Two stacks meet at the gap. Compared with a gap inside one array, no element has to stand for nothing.
struct GapBuffer<Element>: RandomAccessCollection {
  private var before: [Element] = []
  /// What follows the gap, the nearest last.
  private var after: [Element] = []

  init() {}

  init(_ elements: some Sequence<Element>) { before = Array(elements) }

  var startIndex: Int { 0 }
  var endIndex: Int { before.count + after.count }

  subscript(position: Int) -> Element {
    position < before.count ? before[position] : after[endIndex - 1 - position]
  }

  /// Puts `elements` in the place of those in `range`, and moves the gap behind them.
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
