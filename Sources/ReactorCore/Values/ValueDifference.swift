/// The difference between two values, as lines of text.
///
/// ```
///   State(
/// -   isLoading: false
/// +   isLoading: true
///     … 3 more are equal
///   )
/// ```
@MainActor
package struct ValueDifference {
  /// The lines, each with the prefix `- ` (expected), `+ ` (actual), or two spaces. Empty if both values read the same.
  package private(set) var lines: [String] = []

  package init(expected: ValueTree, actual: ValueTree) {
    compare(expected, actual, depth: 0)
  }

  /// Returns the lines of one value with a mark, for a value that is missing or unexpected.
  package static func lines(of value: ValueTree, mark: String) -> [String] {
    var difference = ValueDifference()
    difference.add(value, mark: mark, depth: 0)
    return difference.lines
  }

  private init() {}

  private mutating func compare(_ expected: ValueTree, _ actual: ValueTree, depth: Int) {
    if expected == actual { return }
    guard expected.kind == actual.kind, expected.kind != .leaf, expected.label == actual.label else {
      add(expected, mark: "-", depth: depth)
      add(actual, mark: "+", depth: depth)
      return
    }
    line((expected.label.map { "\($0): " } ?? "") + expected.opening, mark: " ", depth: depth)
    switch expected.kind {
    case .list: compareElements(expected.children, actual.children, depth: depth + 1)
    case .dictionary: compareEntries(expected.children, actual.children, depth: depth + 1)
    default: comparePairs(expected.children, actual.children, depth: depth + 1)
    }
    line(expected.closing, mark: " ", depth: depth)
  }

  private mutating func comparePairs(_ expected: [ValueTree], _ actual: [ValueTree], depth: Int) {
    guard expected.count == actual.count else { return compareElements(expected, actual, depth: depth) }
    var equal = 0
    for (left, right) in zip(expected, actual) {
      if left == right { equal += 1 } else { compare(left, right, depth: depth) }
    }
    addEqual(equal, depth: depth)
  }

  private mutating func compareEntries(_ expected: [ValueTree], _ actual: [ValueTree], depth: Int) {
    let left = Dictionary(expected.map { ($0.label, $0) }) { first, _ in first }
    let right = Dictionary(actual.map { ($0.label, $0) }) { first, _ in first }
    var equal = 0
    for label in Set(left.keys).union(right.keys).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
      switch (left[label], right[label]) {
      case (let old?, let new?) where old == new: equal += 1
      case (let old?, let new?): compare(old, new, depth: depth)
      case (let old?, nil): add(old, mark: "-", depth: depth)
      case (nil, let new?): add(new, mark: "+", depth: depth)
      case (nil, nil): break
      }
    }
    addEqual(equal, depth: depth)
  }

  /// Matches elements like the lines of a text. An element replaced at its position is compared recursively.
  private mutating func compareElements(_ expected: [ValueTree], _ actual: [ValueTree], depth: Int) {
    let difference = actual.difference(from: expected)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var left = 0
    var right = 0
    var equal = 0
    while left < expected.count || right < actual.count {
      switch (removed.contains(left), inserted.contains(right)) {
      case (true, true):
        addEqual(equal, depth: depth)
        equal = 0
        compare(expected[left], actual[right], depth: depth)
        left += 1
        right += 1
      case (true, false):
        addEqual(equal, depth: depth)
        equal = 0
        add(expected[left], mark: "-", depth: depth)
        left += 1
      case (false, true):
        addEqual(equal, depth: depth)
        equal = 0
        add(actual[right], mark: "+", depth: depth)
        right += 1
      case (false, false):
        equal += 1
        left += 1
        right += 1
      }
    }
    addEqual(equal, depth: depth)
  }

  private mutating func addEqual(_ count: Int, depth: Int) {
    guard count > 0 else { return }
    line(count == 1 ? "… 1 more is equal" : "… \(count) more are equal", mark: " ", depth: depth)
  }

  private mutating func add(_ value: ValueTree, mark: String, depth: Int) {
    let inline = value.inline
    guard inline.count > 90, !value.children.isEmpty else { return line(inline, mark: mark, depth: depth) }
    line((value.label.map { "\($0): " } ?? "") + value.opening, mark: mark, depth: depth)
    for child in value.children { add(child, mark: mark, depth: depth + 1) }
    line(value.closing, mark: mark, depth: depth)
  }

  private mutating func line(_ text: String, mark: String, depth: Int) {
    lines.append(mark + " " + String(repeating: "  ", count: depth) + text)
  }
}
