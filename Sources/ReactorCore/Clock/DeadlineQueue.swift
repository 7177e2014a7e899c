/// A priority queue of sleepers by deadline. Sleepers with equal deadlines are ordered by their IDs.
///
/// Implemented as a binary heap. A sleeper that is removed early leaves an empty entry in the heap, which is removed
/// when it reaches the top, or when half of the entries are empty.
package struct DeadlineQueue<Deadline: Comparable & Sendable, Sleeper: Sendable>: Sendable {
  private struct Entry: Sendable {
    let deadline: Deadline
    let id: Int

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.id) < (right.deadline, right.id)
    }
  }

  private var heap: [Entry] = []
  private var sleepers: [Int: Sleeper] = [:]

  /// Creates an empty queue.
  package init() {}

  /// The number of sleepers.
  var count: Int { sleepers.count }
  /// The earliest deadline, or `nil` if there is no sleeper.
  package var nextDeadline: Deadline? { heap.first?.deadline }

  /// Inserts a sleeper.
  ///
  /// - Parameter id: An ID that no other sleeper has. Of two sleepers with the same deadline, the one with the smaller
  ///   ID comes first.
  /// - Complexity: O(log *n*)
  package mutating func insert(_ sleeper: Sleeper, id: Int, deadline: Deadline) {
    sleepers[id] = sleeper
    heap.append(Entry(deadline: deadline, id: id))
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index] < heap[parent] else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  /// Removes and returns the sleeper with the earliest deadline.
  package mutating func popFirst() -> (id: Int, sleeper: Sleeper)? {
    guard let id = heap.first?.id, let sleeper = remove(id: id) else { return nil }
    return (id, sleeper)
  }

  /// Removes and returns a sleeper before its deadline.
  package mutating func remove(id: Int) -> Sleeper? {
    guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
    while let first = heap.first, sleepers[first.id] == nil { removeTop() }
    if heap.count > 2 * sleepers.count {
      // A sorted array is a valid heap.
      heap = heap.filter { sleepers[$0.id] != nil }.sorted(by: <)
    }
    return sleeper
  }

  private mutating func removeTop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
