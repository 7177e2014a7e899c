import Testing

@testable import ReactorCore

@Suite struct WorkQueueTests {
  @Test(arguments: [1, 100]) func `a queue that is never empty uses few more slots than it has elements`(backlog: Int) {
    var queue = WorkQueue<Int>()
    for number in 0..<backlog { queue.append(number) }

    var taken: [Int] = []
    var slotCount = 0
    for number in backlog..<10_000 {
      queue.append(number)
      if let first = queue.popFirst() { taken.append(first) }
      slotCount = max(slotCount, queue.elements.count)
    }
    while let first = queue.popFirst() { taken.append(first) }

    #expect(taken == Array(0..<10_000))
    #expect(slotCount <= 64 + 2 * backlog)
  }
}
