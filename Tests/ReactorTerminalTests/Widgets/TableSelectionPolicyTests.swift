import ReactorTerminal
import Testing

@Suite struct TableSelectionPolicyTests {
  private struct Order: ReversibleOrder {
    var field: String
    var isAscending = true
    var reversed: Order { Order(field: field, isAscending: !isAscending) }
  }

  private typealias Policy = TableSelectionPolicy<Int, String, Order>
  private let byMake = Order(field: "make")
  private let anchor = TableAnchor(id: 47, line: 6)

  /// A policy for a table that shows all rows by make.
  private func policy() -> Policy {
    var policy = Policy()
    _ = policy.selection(for: nil, sortedBy: byMake, from: nil)
    return policy
  }

  @Test func `the first rows and rows that come and go on their own keep the selection`() {
    var policy = Policy()

    #expect(policy.selection(for: nil, sortedBy: byMake, from: nil) == .same)
    #expect(policy.selection(for: nil, sortedBy: byMake, from: anchor) == .same)
  }

  @Test func `a new query selects the first row, and the end of the search restores the selection`() {
    var policy = policy()

    #expect(policy.selection(for: "k", sortedBy: byMake, from: anchor) == .first)
    #expect(policy.selection(for: "ki", sortedBy: byMake, from: TableAnchor(id: 3, line: 0)) == .first)
    #expect(policy.selection(for: "ki", sortedBy: byMake, from: TableAnchor(id: 5, line: 1)) == .same)
    #expect(policy.selection(for: nil, sortedBy: byMake, from: TableAnchor(id: 5, line: 1)) == .restored(anchor))
  }

  @Test func `each search restores the selection from before it`() {
    var policy = policy()
    _ = policy.selection(for: "k", sortedBy: byMake, from: anchor)
    _ = policy.selection(for: nil, sortedBy: byMake, from: nil)

    _ = policy.selection(for: "b", sortedBy: byMake, from: TableAnchor(id: 1, line: 1))

    #expect(policy.selection(for: nil, sortedBy: byMake, from: nil) == .restored(TableAnchor(id: 1, line: 1)))
  }

  @Test func `a search that started with an empty table restores nothing`() {
    var policy = policy()
    _ = policy.selection(for: "k", sortedBy: byMake, from: nil)

    #expect(policy.selection(for: nil, sortedBy: byMake, from: anchor) == .same)
  }

  @Test func `another order selects the first row, and the reversed order keeps the screen line`() {
    var policy = policy()

    #expect(policy.selection(for: nil, sortedBy: Order(field: "year"), from: anchor) == .first)
    #expect(policy.selection(for: nil, sortedBy: Order(field: "year").reversed, from: anchor) == .sameLine)
    #expect(policy.selection(for: nil, sortedBy: byMake, from: anchor) == .first)
  }
}
