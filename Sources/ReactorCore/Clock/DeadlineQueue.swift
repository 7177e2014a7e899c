/// Sleepers by their deadlines, those of one deadline in the order in which they came.
///
/// A binary heap: ten thousand sleepers cost little more each than ten. One that is woken before its time leaves its
/// place in the heap, which is taken away when it comes to the top, or when half of the places are empty.
struct DeadlineQueue<Deadline: Comparable & Sendable, Sleeper: Sendable>: Sendable {
  private struct Place: Sendable {
    let deadline: Deadline
    let id: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.deadline, left.id) < (right.deadline, right.id)
    }
  }

  private var heap: [Place] = []
  private var sleepers: [Int: Sleeper] = [:]

  /// How many sleep.
  var count: Int { sleepers.count }
  /// When the next one is to wake; nil when none sleeps.
  var nextDeadline: Deadline? { heap.first?.deadline }

  /// - Parameter id: greater than those of all who came before.
  mutating func insert(_ sleeper: Sleeper, id: Int, deadline: Deadline) {
    sleepers[id] = sleeper
    heap.append(Place(deadline: deadline, id: id))
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index] < heap[parent] else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  /// Takes out the sleeper with the earliest deadline.
  mutating func popFirst() -> (id: Int, sleeper: Sleeper)? {
    guard let id = heap.first?.id, let sleeper = remove(id: id) else { return nil }
    return (id, sleeper)
  }

  /// Takes out a sleeper before its time.
  mutating func remove(id: Int) -> Sleeper? {
    guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
    while let first = heap.first, sleepers[first.id] == nil { removeTop() }
    if heap.count > 2 * sleepers.count {
      // In order, and so a heap.
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
