import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("StackView")
struct StackViewTests {
  /// A view that prefers eight columns and two rows.
  private final class Eight: View {
    override func sizeThatFits(_ proposal: Size) -> Size {
      Size(width: min(8, proposal.width), height: min(2, proposal.height))
    }
  }

  private func lengths(_ sizings: [Sizing], in width: Int, spacing: Int = 0) -> [Int] {
    let stack = StackView(.horizontal, spacing: spacing)
    for sizing in sizings { stack.add(Eight(), sizing) }
    TestScreen(width, 3).show(stack)
    return stack.arrangedViews.map(\.frame.width)
  }

  @Test func `fixed and fitting views get their lengths and the rest is shared by weight`() {
    let stage = TestScreen(20, 3)
    let stack = StackView(.horizontal, spacing: 1)
    stack.add(Label("kia"))
    stack.add(Tile("f"), .fixed(2))
    stack.add(Tile("a"), .share(1))
    stack.add(Tile("b"), .share(3))
    stage.show(stack)
    #expect(stage.rows[0] == "kia ff aaa bbbbbbbbb")
  }

  @Test(
    arguments: [
      ([.share(1, minimum: 12), .share(1)], [12, 8]),
      ([.share(3, maximum: 5), .share(1)], [5, 15]),
      ([.share(1, minimum: 8), .share(1, maximum: 4), .share(2)], [8, 4, 8]),
      ([.percent(25), .share()], [5, 15]),
      ([.percent(10, minimum: 4), .percent(90, maximum: 10), .share()], [4, 10, 6]),
      ([.fitting, .fitting(maximum: 5), .fitting(minimum: 7, maximum: 3)], [8, 5, 7]),
      ([.share(.max, minimum: .min), .fixed(-3), .percent(.max, maximum: -1)], [20, 0, 0]),
    ] as [([Sizing], [Int])])
  func `minimums and maximums limit a length`(sizings: [Sizing], expected: [Int]) {
    #expect(lengths(sizings, in: 20) == expected)
  }

  @Test(
    arguments: [
      ([.fitting, .fixed(4)], [6, 4]),
      ([.fitting(minimum: 5), .percent(50, minimum: 3), .fixed(1)], [6, 3, 1]),
      ([.fixed(4), .share(minimum: 3), .fixed(4)], [4, 3, 3]),
      ([.fixed(6), .fixed(6), .fixed(6)], [6, 4, 0]),
      ([.fixed(.max), .share(minimum: .max)], [10, 0]),
    ] as [([Sizing], [Int])])
  func `too little space shrinks flexible views to their minimums first, and then the last ones to nothing`(
    sizings: [Sizing], expected: [Int]
  ) {
    #expect(lengths(sizings, in: 10) == expected)
  }

  @Test func `the lengths are never negative and never exceed the available space`() {
    let sizings: [Sizing] = [
      .fixed(0), .fixed(5), .fixed(.max), .fitting, .fitting(minimum: 3, maximum: 4), .share(), .share(7, minimum: 4),
      .share(2, maximum: 3), .percent(30), .percent(100, minimum: 2),
    ]
    for width in 0...14 {
      for first in sizings {
        for second in sizings {
          for third in sizings {
            let lengths = lengths([first, second, third], in: width, spacing: 1)
            #expect(lengths.allSatisfy { $0 >= 0 } && lengths.reduce(0, +) <= max(0, width - 2))
          }
        }
      }
    }
  }

  @Test func `a hidden view takes no space until it is shown`() {
    let stage = TestScreen(6, 3)
    let stack = StackView(.vertical)
    let first = stack.add(Tile("a"), .fixed(1))
    stack.add(Tile("b"), .share(1))
    stage.show(stack)
    first.isHidden = true
    #expect(stage.text == "bbbbbb\nbbbbbb\nbbbbbb")
    first.isHidden = false
    #expect(stage.text == "aaaaaa\nbbbbbb\nbbbbbb")
  }

  @Test func `views are aligned across the axis, all or one by one, inside the padding`() {
    let stage = TestScreen(12, 7)
    let stack = StackView(.vertical, spacing: 1, padding: 1, alignment: .trailing)
    stack.add(Label("기아"))
    stack.add(Label("BMW"), alignment: .center)
    stack.add(Label("VW"), alignment: .leading)

    stage.show(stack)

    #expect(stage.text == "\n       기아\n\n    BMW\n\n VW")
    stack.alignment = .leading
    stack.padding = .zero
    #expect(stage.text == "기아\n\n    BMW\n\nVW")
  }

  @Test func `views can be inserted, removed and given another length`() {
    let stage = TestScreen(9, 1)
    let stack = StackView(.horizontal)
    let first = stack.add(Tile("a"), .share())
    let second = stack.insert(Tile("b"), .fixed(2), at: 0)
    stack.insert(Tile("c"), .fixed(1), at: 99)
    stage.show(stack)
    #expect(stage.text == "bbaaaaaac")

    stack.setSizing(.fixed(4), of: second)
    stack.insert(first, .share(), at: -1)
    #expect(stage.text == "aaaabbbbc")
    #expect(stack.sizing(of: second) == .fixed(4))

    stack.remove(first)
    #expect(stage.text == "bbbbc")
    #expect(stack.arrangedViews.count == 2)

    second.removeFromSuperview()
    stack.spacing = 1
    #expect(stage.text == "c")
    #expect(stack.sizing(of: second) == nil)
    stack.axis = .vertical
    #expect(stage.text == "ccccccccc")
  }

  @Test func `the preferred size is the sum along the axis and the largest across, with padding`() {
    let stack = StackView(.vertical, spacing: 1)
    stack.add(Label("Hyundai"))
    stack.add(Label("Kia\nK5"))
    #expect(stack.sizeThatFits(Size(width: 40, height: 20)) == Size(width: 7, height: 4))
    stack.padding = Insets(horizontal: 2, vertical: 1)
    #expect(stack.sizeThatFits(Size(width: 40, height: 20)) == Size(width: 11, height: 6))
    #expect(stack.sizeThatFits(Size(width: 5, height: 3)) == Size(width: 5, height: 3))
    stack.add(Eight(), .share())
    #expect(stack.sizeThatFits(Size(width: .max, height: .max)) == Size(width: 12, height: 9))
  }

  @Test func `a row is as tall as its wrapped text requires at the width that it gets`() {
    let stack = StackView(.horizontal, spacing: 1)
    stack.add(Label("Note"))
    stack.add(Label("one two three four", wraps: true), .share())

    #expect(stack.sizeThatFits(Size(width: 14, height: 20)).height == 3)
  }

  @Test func `a deeply nested view that grows moves what follows`() {
    let stage = TestScreen(6, 4)
    let label = Label("one")
    let inner = StackView(.vertical)
    inner.add(label)
    let outer = StackView(.vertical)
    outer.add(BoxView("", inner))
    outer.add(Label("end"))
    stage.resize(6, 8)
    stage.show(outer)
    #expect(stage.rows[3] == "end")

    label.text = "one\ntwo"

    #expect(stage.rows[4] == "end")
  }

  @Test(arguments: [(80, 24), (20, 5), (1, 1), (0, 0)])
  func `any size can be drawn`(width: Int, height: Int) {
    let stage = TestScreen(width, height, ascii: true)
    let stack = StackView(.vertical, spacing: 3, padding: 2, alignment: .center)
    for _ in 0..<4 { stack.add(Label("한국어")) }

    stage.show(stack)

    #expect(stage.text.contains("한국어") == (height > 5))
  }
}
