import ShowroomTestSupport
import Testing

@testable import ReactorCore

@Suite struct DeadlineQueueTests {
  @Test func `the cost of a sleeper does not depend on their number, whether they wake or are removed`() {
    func cost(_ count: Int) -> Double {
      processorTime {
        var queue = DeadlineQueue<Int, Int>()
        for id in 0..<count { queue.insert(id, id: id, deadline: id * 7 % 10) }
        for id in count / 2..<count { _ = queue.remove(id: id) }
        var woken = 0
        while queue.popFirst() != nil { woken += 1 }
        #expect(woken == count / 2)
      }
    }
    let few = cost(1_250)
    let many = cost(20_000)
    // 16 times as many cost little more than 16 times as much, and if each depended on their number, 256 times.
    #expect(many / few < 64, "1,250 sleepers took \(few) s, 20,000 took \(many) s")
  }
}
