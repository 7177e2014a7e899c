import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

/// A window with random screens, dialogs and events.
@MainActor
private final class RandomWindow {
  private let stage: TestScreen
  private let stack: NavigationStack
  private var decoder = InputDecoder()
  private var chance: SeededChance

  init(seed: UInt64) {
    chance = SeededChance(seed: seed)
    stage = TestScreen(80, 24)
    stage.window.minimumSize = Size(width: 20, height: 5)
    stack = NavigationStack(root: Screen())
    stage.window.installStandardCommands {}
    stage.show(stack)
    for _ in 0..<2 { stack.push(screen()) }
  }

  private func number(_ range: Range<Int>) -> Int { .random(in: range, using: &chance) }

  private func text() -> String {
    let pieces = ["a", "Kia K5", "한글", "e\u{301}", "\u{1B}[31m", "\n", "🚗", "\u{200D}", "\u{301}", " ", "word word"]
    return (0..<number(0..<8)).map { _ in pieces[number(0..<pieces.count)] }.joined()
  }

  private func table() -> View {
    let table = TableView<CarRow>.cars(CarRow.numbered(0..<number(0..<50)))
    table.allowsMarking = true
    table.refreshControl = RefreshControl()
    table.placeholder = EmptyState(EmptyState.Content(.noMatches, title: text()))
    table.selectionChanged.subscribe { [weak self, weak table] _ in
      guard let self, number(0..<8) == 0 else { return }
      table?.rows = TableRows(CarRow.numbered(0..<number(0..<90)))
    }.disposed(by: stage.window.disposeBag)
    return table
  }

  private func view(depth: Int = 0) -> View {
    switch number(0..<(depth < 3 ? 14 : 9)) {
    case 0: return table()
    case 1: return TextField(text(), placeholder: text(), prefix: "/")
    case 2: return TextArea(text())
    case 3: return ToggleField(text())
    case 4: return ChoiceField(["a", text(), "c"])
    case 5: return ScrollText(wrapped(text(), width: 9).map { [Span($0)] })
    case 6: return Label(text(), wraps: true)
    case 7: return ButtonView(text(), key: "k")
    case 8: return Spinner(text())
    default: return container(depth: depth + 1)
    }
  }

  private func container(depth: Int) -> View {
    switch number(0..<6) {
    case 0: return BoxView(text(), view(depth: depth), padding: Insets(left: number(0..<3)))
    case 1:
      let axis: Axis = number(0..<2) == 0 ? .horizontal : .vertical
      return SplitView(axis, view(depth: depth), view(depth: depth), collapseBelow: number(0..<40))
    case 2:
      let tabs = TabView()
      for _ in 0..<number(0..<5) { tabs.add(text(), view(depth: depth)).badge = text() }
      return tabs
    case 3:
      let grid = GridView(columns: [.fitting, .share(minimum: 4)], padding: 1)
      for _ in 0..<number(0..<4) { grid.addRow(Label(text()), view(depth: depth)) }
      return ScrollView(grid)
    case 4:
      let form = FormView(submit: "Save")
      form.addHeading(text())
      for _ in 0..<number(0..<5) {
        let field = view(depth: depth)
        form.add(text(), field, height: number(0..<4), help: text()) { field.isFocused ? "Wrong." : nil }
      }
      return ScrollView(form)
    default:
      let stack = StackView(.horizontal, spacing: number(0..<3), padding: 1, alignment: .center)
      for _ in 0..<number(0..<4) { stack.add(view(depth: depth), .percent(number(0..<100), minimum: 2)) }
      return stack
    }
  }

  private func screen() -> Screen {
    let screen = Screen()
    screen.title = text()
    let form = StackView(.vertical)
    for _ in 0..<number(1..<5) { form.add(view(), number(0..<2) == 0 ? .share(1) : .fitting) }
    screen.addSubview(form)
    form.frame = Rect(x: 0, y: 0, width: number(0..<90), height: number(0..<30))
    return screen
  }

  /// Performs a random action and draws a frame.
  func step() {
    switch number(0..<12) {
    case 0: stage.resize(number(1..<130), number(1..<50))
    case 1: stage.terminal.feed([.paste(Paste(text(), isTruncated: number(0..<2) == 0))])
    case 2: stage.window.toast(text(), kind: .error, action: Toast.Action("Undo", key: "z") {})
    case 3: stack.push(screen())
    case 4: if number(0..<2) == 0 { stack.goBack() } else { stack.replaceTop(with: screen()) }
    case 5: present()
    case 6: stage.mouse(.press, number(0..<130), number(0..<50), clicks: number(1..<3))
    case 7: stage.mouse([.wheelUp, .wheelDown, .drag, .release][number(0..<4)], number(0..<130), number(0..<50))
    default:
      let events = decoder.decode(RandomBytes.next(&chance))
      stage.terminal.feed(events + (number(0..<3) == 0 ? decoder.flush() : []))
    }
    if stack.screens.count > 12 { stack.pop(to: stack.screens[1]) }
    while stage.window.modals.count > 5, let modal = stage.window.modals.first { stage.window.dismiss(modal) }
  }

  private func present() {
    switch number(0..<5) {
    case 0: stage.window.alert(text(), text(), buttons: [.close, AlertButton(text(), key: "x", role: .destructive)])
    case 1: stage.window.present(CommandPalette(stage.window.activeCommands))
    case 2: stage.window.present(HelpSheet(stage.window.activeBindings))
    case 3: stage.window.present(PromptView(title: text(), text: text(), confirm: "Save"))
    default:
      let choice = PickerView.Choice(id: "a", title: text())
      stage.window.present(PickerView(title: text(), choices: [choice]))
    }
  }

  /// Returns the first invariant that the screen violates, or `nil`.
  var fault: String? {
    stage.window.render()
    if let view = stage.window.focusedView, view.window !== stage.window {
      return "the keyboard is with a view outside"
    }
    if stage.window.focusedView?.isOnScreen == false { return "the keyboard is with a hidden view" }
    if let caret = stage.terminal.caret, !Rect(origin: .zero, size: stage.window.size).contains(caret) {
      return "the caret is outside"
    }
    return stage.terminal.rows.contains { $0.unicodeScalars.contains { $0.value < 0x20 } } ? "a control character" : nil
  }
}

@MainActor
@Suite struct WindowSoak {
  @Test func `windows with any widgets survive any events`() {
    for seed in SoakSeeds(60) {
      let window = RandomWindow(seed: seed)
      for number in 0..<120 {
        window.step()
        if let fault = window.fault {
          Issue.record("seed \(seed), step \(number): \(fault)")
          break
        }
      }
    }
  }
}
