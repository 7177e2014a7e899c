import Testing

@testable import ReactorInspector

extension InspectorTests {
  /// The memory of a recording, with a measure written in the test.
  @MainActor
  final class MemoryBudgetTests {
    private var bytes = 1_000
    private var forgotten = 0

    private func enforce(_ budget: inout MemoryBudget, releasing released: Int) {
      budget.enforce {
        forgotten += 1
        bytes -= released
      }
    }

    @Test func `what exceeds the limit is discarded`() {
      var budget = MemoryBudget(limit: 160) { [unowned self] in bytes }
      bytes = 1_160
      enforce(&budget, releasing: 40)
      #expect(forgotten == 0)

      bytes = 1_161
      enforce(&budget, releasing: 40)
      #expect(forgotten == 1)
    }

    @Test func `memory that discarding does not release belongs to the program`() {
      var budget = MemoryBudget(limit: 160) { [unowned self] in bytes }
      bytes = 5_000
      enforce(&budget, releasing: 9)
      enforce(&budget, releasing: 9)
      #expect(forgotten == 1)

      bytes += 161
      enforce(&budget, releasing: 9)
      #expect(forgotten == 2)
    }

    @Test func `a recording that takes too much memory discards its oldest epochs`() async throws {
      let tape = "Down@1ms 150\n"
      let budget = MemoryBudget(limit: 1) { [unowned self] in
        bytes += 100
        return bytes
      }

      let all = try await RecordedSession.counter(tape).log
      let some = try await RecordedSession.counter(tape, budget: budget).log

      #expect(some.epochCount == all.epochCount && all.epochs.count == all.epochCount)
      #expect(some.epochs.count < all.epochs.count)
      #expect(some.epochs.first?.items.isEmpty == false && some.epochs.last?.number == all.epochs.last?.number)
      #expect(some.epoch(1) == nil)
    }
  }
}
