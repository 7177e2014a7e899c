import Testing

@testable import ReactorTerminalCore

@Suite struct GeometryTests {
  @Test func `separate rectangles have an empty intersection`() {
    let left = Rect(x: 0, y: 0, width: 4, height: 4)
    #expect(left.intersection(Rect(x: 4, y: 0, width: 4, height: 4)).isEmpty)
    #expect(left.intersection(Rect(x: 3, y: 2, width: 4, height: 4)) == Rect(x: 3, y: 2, width: 1, height: 2))
  }

  @Test func `a union ignores empty rectangles`() {
    let some = Rect(x: 5, y: 6, width: 2, height: 1)
    #expect(some.union(.zero) == some)
    #expect(Rect.zero.union(some) == some)
    #expect(some.union(Rect(x: 0, y: 0, width: 1, height: 1)) == Rect(x: 0, y: 0, width: 7, height: 7))
  }

  @Test func `insets larger than a rectangle leave an empty one`() {
    #expect(Rect(x: 1, y: 1, width: 3, height: 3).inset(by: 2).isEmpty)
    #expect(Rect(x: 1, y: 1, width: 4, height: 3).inset(by: 1) == Rect(x: 2, y: 2, width: 2, height: 1))
  }
}
