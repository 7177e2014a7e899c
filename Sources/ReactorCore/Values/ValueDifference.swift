/// The difference between two values, as lines of text.
///
/// ```
///   State(
/// -   isLoading: false
/// +   isLoading: true
///     … 3 more are equal
///   )
/// ```
///
/// Long runs of lines and long texts are shortened.
@MainActor
package struct ValueDifference {
  /// The lines, each with the prefix `- ` (expected), `+ ` (actual), or two spaces. Empty if both values read the same.
  package private(set) var lines: [String] = []
  /// The current runs of lines with each mark, since the last line without a mark.
  private var runs = ["-": Run(), "+": Run()]
  /// The number of lines beyond the overall limit, which are not shown.
  private var rest = 0

  private struct Run {
    var count = 0
    var depth = 0
  }

  /// The maximum number of successive missing or unexpected lines that are shown.
  private static let mostLinesOfRun = 20
  /// The maximum number of lines that are shown in total.
  private static let mostLines = 400
  /// The maximum number of elements that are matched like the lines of a text, which takes quadratic time. Longer
  /// collections are compared element by element.
  private static let mostMatchedElements = 500

  package init(expected: ValueTree, actual: ValueTree) {
    compare(expected, actual, depth: 0)
    end()
  }

  /// Returns the lines of one value, each with a mark, for a value that is missing or unexpected.
  package static func lines(of value: ValueTree, mark: String) -> [String] {
    var difference = ValueDifference()
    difference.add(value, mark: mark, depth: 0)
    difference.end()
    return difference.lines
  }

  private init() {}

  private mutating func compare(_ expected: ValueTree, _ actual: ValueTree, depth: Int) {
    if expected == actual { return }
    guard expected.kind == actual.kind, expected.kind != .leaf, expected.label == actual.label else {
      guard expected.children.isEmpty, actual.children.isEmpty else {
        add(expected, mark: "-", depth: depth)
        add(actual, mark: "+", depth: depth)
        return
      }
      let texts = ShortText.difference(expected.inline, actual.inline)
      line(texts.left, mark: "-", depth: depth)
      line(texts.right, mark: "+", depth: depth)
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
    let shorter = min(expected.count, actual.count)
    let prefix = (0..<shorter).first { expected[$0] != actual[$0] } ?? shorter
    let suffix =
      (0..<shorter - prefix).first { expected[expected.count - 1 - $0] != actual[actual.count - 1 - $0] }
      ?? shorter - prefix
    let old = Array(expected[prefix..<expected.count - suffix])
    let new = Array(actual[prefix..<actual.count - suffix])
    var equal = prefix
    if max(old.count, new.count) <= Self.mostMatchedElements {
      match(old, new, &equal, depth: depth)
    } else {
      pair(old, new, &equal, depth: depth)
    }
    addEqual(equal + suffix, depth: depth)
  }

  private mutating func match(_ expected: [ValueTree], _ actual: [ValueTree], _ equal: inout Int, depth: Int) {
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var left = 0
    var right = 0
    while left < expected.count || right < actual.count {
      let (isRemoved, isInserted) = (removed.contains(left), inserted.contains(right))
      if isRemoved || isInserted {
        addEqual(equal, depth: depth)
        equal = 0
      } else {
        equal += 1
      }
      switch (isRemoved, isInserted) {
      case (true, true): compare(expected[left], actual[right], depth: depth)
      case (true, false): add(expected[left], mark: "-", depth: depth)
      case (false, true): add(actual[right], mark: "+", depth: depth)
      case (false, false): break
      }
      if isRemoved || !isInserted { left += 1 }
      if isInserted || !isRemoved { right += 1 }
    }
  }

  /// Compares elements at the same position.
  private mutating func pair(_ expected: [ValueTree], _ actual: [ValueTree], _ equal: inout Int, depth: Int) {
    for index in 0..<max(expected.count, actual.count) {
      if index < expected.count, index < actual.count, expected[index] == actual[index] {
        equal += 1
        continue
      }
      addEqual(equal, depth: depth)
      equal = 0
      switch (index < expected.count, index < actual.count) {
      case (true, true): compare(expected[index], actual[index], depth: depth)
      case (true, false): add(expected[index], mark: "-", depth: depth)
      default: add(actual[index], mark: "+", depth: depth)
      }
    }
  }

  private mutating func addEqual(_ count: Int, depth: Int) {
    guard count > 0 else { return }
    line(
      count == 1 ? "… 1 more is equal" : "… \(ShortText.grouped(count)) more are equal", mark: " ", depth: depth)
  }

  private mutating func add(_ value: ValueTree, mark: String, depth: Int) {
    guard !value.children.isEmpty, !value.fits(in: 90) else {
      return line(ShortText.beginning(of: value.inline, most: 400), mark: mark, depth: depth)
    }
    line((value.label.map { "\($0): " } ?? "") + value.opening, mark: mark, depth: depth)
    for child in value.children { add(child, mark: mark, depth: depth + 1) }
    line(value.closing, mark: mark, depth: depth)
  }

  private mutating func line(_ text: String, mark: String, depth: Int) {
    if runs[mark] == nil {
      endRuns()
    } else {
      runs[mark]?.count += 1
      if let run = runs[mark], run.count > Self.mostLinesOfRun {
        if run.count == Self.mostLinesOfRun + 1 { runs[mark]?.depth = depth }
        return
      }
    }
    append(text, mark: mark, depth: depth)
  }

  private mutating func append(_ text: String, mark: String, depth: Int) {
    guard lines.count < Self.mostLines else { return rest += 1 }
    lines.append(mark + " " + String(repeating: "  ", count: depth) + text)
  }

  private mutating func end() {
    endRuns()
    if rest > 0 { lines.append("  " + Self.more(rest)) }
  }

  private static func more(_ count: Int) -> String {
    count == 1 ? "… 1 more line" : "… \(ShortText.grouped(count)) more lines"
  }

  /// Adds lines that state how many lines are not shown.
  private mutating func endRuns() {
    for mark in ["-", "+"] {
      guard let run = runs[mark] else { continue }
      runs[mark] = Run()
      let hidden = run.count - Self.mostLinesOfRun
      guard hidden > 0 else { continue }
      append(Self.more(hidden), mark: mark, depth: run.depth)
    }
  }
}
