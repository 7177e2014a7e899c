import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

/// A node of an endless tree.
private struct Node: Identifiable, Sendable {
  let id: Int

  static let items = TreeItems((1...9).map(Node.init)) { node in
    switch node.id % 4 {
    case 0: .none
    case 1: .unloaded
    default: .loaded((0..<node.id % 4).map { Node(id: node.id &* 10 &+ $0) })
    }
  }
}

/// A widget of random content with random changes.
@MainActor
private struct RandomWidget {
  let view: View
  var change: @MainActor () -> Void = {}

  init(_ kind: Int, _ dice: Dice) {
    var dice = dice
    let choices = ["Kia", "현대", "BMW", "e\u{301}"].map { PickerView.Choice(id: $0, title: $0, detail: "\($0)…") }
    let day = CalendarDate(dayNumber: .random(in: 0..<3_000_000, using: &dice))
    switch kind {
    case 0:
      let tree = TreeView<Node>(items: Node.items) { TableCell("항목 \($0.id)", role: .accent) }
      view = tree
      change = { tree.expandedIDs.formSymmetricDifference([Int.random(in: 1..<100, using: &dice)]) }
    case 1:
      let log = LogView(capacity: 20)
      log.searchText = "a"
      view = log
      change = { log.append("로그 a \(Int.random(in: 0..<1_000_000, using: &dice))\nsecond\u{1B}[31m") }
    case 2: view = SegmentedControl(choices.map(\.title))
    case 3: view = CheckList(choices)
    case 4: view = MultiChoiceField(title: "Makes", choices: choices)
    case 5: view = DateField(title: "Due", today: day)
    default:
      let calendar = CalendarView(date: day, today: day, firstWeekday: .sunday)
      view = calendar
      change = { calendar.firstWeekday = Weekday.allCases.randomElement(using: &dice) ?? .monday }
    }
  }
}

@MainActor
@Suite struct WidgetSoak {
  private static let keys: [Key] = [
    "j", "k", "h", "l", "g", "G", "n", "N", "a", "A", "t", "[", "]", "{", "}", "1", "2", .up, .down, .left, .right,
    .space, .enter, .escape, .pageUp, .pageDown, .home, .end, .backspace, .control("d"),
  ]

  @Test(arguments: 0..<7, 1...6 as ClosedRange<UInt64>)
  func `partial drawing after any events equals drawing everything`(kind: Int, seed: UInt64) {
    var dice = Dice(state: seed)
    let stage = TestScreen(24, 8, ascii: seed % 3 == 0, theme: seed % 2 == 0 ? .mono : .light)
    let widget = RandomWidget(kind, dice)
    stage.show(widget.view)
    for _ in 0..<100 {
      let (x, y) = (Int.random(in: 0..<30, using: &dice), Int.random(in: 0..<12, using: &dice))
      switch Int.random(in: 0..<14, using: &dice) {
      case 0: stage.mouse(.wheelDown, x, y, steps: Int.random(in: 1...4, using: &dice))
      case 1: stage.mouse(.wheelUp, x, y)
      case 2: stage.click(x, y)
      case 3: stage.mouse(.press, x, y, clicks: 2)
      case 4: stage.mouse(.drag, x, y)
      case 5: stage.resize(max(1, x), max(1, y))
      case 6, 7: widget.change()
      default: stage.press(Self.keys.randomElement(using: &dice) ?? "j")
      }
      stage.window.render()
      let partial = stage.terminal.rows
      stage.window.redraw()
      stage.window.render()
      #expect(partial == stage.terminal.rows)
    }
  }
}
