import Testing

@testable import ReactorTerminal

@Suite struct TableLayoutTests {
  private func widths(_ width: Int, _ requests: [TableLayout.Request]) -> [Int: Int] {
    let layout = TableLayout(requests, left: 2, width: width, spacing: 2)
    return Dictionary(uniqueKeysWithValues: layout.columns.map { ($0.index, $0.width) })
  }

  private let requests: [TableLayout.Request] = [
    .init(width: .flexible(min: 6, ideal: 10, weight: 1), priority: 2),
    .init(width: .flexible(min: 8, ideal: 20, weight: 3), priority: 3),
    .init(width: .fixed(4), priority: 1),
    .init(width: .fixed(5), priority: 1),
  ]

  @Test(arguments: [
    (31, [0: 6, 1: 8, 2: 4, 3: 5]), (47, [0: 10, 1: 20, 2: 4, 3: 5]), (67, [0: 15, 1: 35, 2: 4, 3: 5]),
    (39, [0: 8, 1: 14, 2: 4, 3: 5]),
  ])
  func `columns receive their minimum, then their ideal width, then the rest by weight`(
    width: Int, expected: [Int: Int]
  ) {
    #expect(widths(width, requests) == expected)
  }

  @Test func `the last column of the lowest priority is removed first, and one column always stays`() {
    #expect(widths(30, requests).keys.sorted() == [0, 1, 2])
    #expect(widths(23, requests).keys.sorted() == [0, 1])
    #expect(widths(17, requests).keys.sorted() == [1])
    #expect(widths(6, requests) == [1: 4])
    #expect(widths(0, requests) == [1: 0])
  }

  @Test func `a flexible column is removed only by its priority, not because its minimum does not fit`() {
    let fixed = TableLayout.Request(width: .fixed(6), priority: 0)
    let flexible = TableLayout.Request(width: .flexible(min: 12, ideal: 20, weight: 1), priority: 0)

    #expect(widths(24, [fixed, fixed, flexible]) == [0: 6, 2: 14])
    #expect(widths(10, [fixed, fixed, flexible]) == [2: 8])
    #expect(widths(10, [fixed, flexible, fixed]) == [1: 8])

    var unimportant = flexible
    unimportant.priority = -1
    #expect(widths(18, [fixed, fixed, unimportant]) == [0: 6, 1: 6])
  }

  @Test func `a column is shown when those of the highest priority have the width that it requires`() {
    let make = TableLayout.Request(width: .fixed(6), priority: 2)
    var range = TableLayout.Request(width: .flexible(min: 4, ideal: 8, weight: 0), priority: 1, requires: .leading(14))
    let model = TableLayout.Request(width: .flexible(min: 10, ideal: 20, weight: 1), priority: 2)

    #expect(widths(29, [make, model, range]) == [0: 6, 1: 14], "what it would lose stays empty")
    #expect(widths(30, [make, model, range]) == [0: 6, 1: 14, 2: 4])
    #expect(widths(38, [make, model, range]) == [0: 6, 1: 20, 2: 6])
    range.requires = .ideals
    #expect(widths(35, [make, model, range]) == [0: 6, 1: 20])
    #expect(widths(36, [make, model, range]) == [0: 6, 1: 20, 2: 4])
    #expect(widths(42, [make, model, range]) == [0: 6, 1: 22, 2: 8])
  }

  @Test func `in a wider table, the columns of the highest priority are never narrower`() {
    let requests: [TableLayout.Request] = [
      .init(width: .flexible(min: 12, ideal: 40, weight: 2), priority: 9),
      .init(width: .flexible(min: 5, ideal: 9, weight: 1), priority: 9, requires: .leading(12)),
      .init(width: .fixed(4), priority: 8, requires: .leading(14)),
      .init(width: .flexible(min: 6, ideal: 14, weight: 0), priority: 7, requires: .leading(20)),
      .init(width: .flexible(min: 8, ideal: 20, weight: 0), priority: 6, requires: .leading(20)),
      .init(width: .fixed(6), priority: 5, requires: .ideals), .init(width: .fixed(9), priority: 4, requires: .ideals),
    ]
    for width in 0..<200 {
      let (narrow, wide) = (widths(width, requests), widths(width + 1, requests))
      for index in [0, 1] { #expect(narrow[index] ?? 0 <= wide[index] ?? 0, "column \(index) at \(width)") }
    }
  }

  @Test(arguments: 0..<90)
  func `columns never exceed the width of the table`(width: Int) {
    let layout = TableLayout(requests, left: 2, width: width, spacing: 2)
    let end = layout.columns.last.map { $0.x + $0.width } ?? 0

    #expect(end <= max(2, width))
    #expect(
      layout.columns.count == 1
        || zip(layout.columns, layout.columns.dropFirst()).allSatisfy { $0.x + $0.width + 2 == $1.x })
  }

  @Test(arguments: [
    (100, 10, 0, 0, 1), (100, 10, 1, 0, 1), (100, 10, 89, 8, 1), (100, 10, 90, 9, 1), (20, 10, 5, 2, 5),
  ])
  func `the thumb of a scrollbar touches an end only at that end`(
    count: Int, visible: Int, top: Int, start: Int, length: Int
  ) {
    let thumb = ScrollThumb(count: count, visible: visible, top: top, track: 10)

    #expect(thumb.start == start)
    #expect(thumb.length == length)
  }

  @Test func `there is no thumb if all lines are visible`() {
    #expect(ScrollThumb(count: 10, visible: 10, top: 0, track: 10).length == 0)
    #expect(ScrollThumb(count: 0, visible: 10, top: 0, track: 10).length == 0)
  }
}
