import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct HintLineTests {
  /// Shows a hint line for a window with the commands.
  private func stage(_ width: Int, ascii: Bool = false, _ bindings: [KeyBinding]) -> TestScreen {
    let stage = TestScreen(width, 1, ascii: ascii)
    for binding in bindings { stage.window.root.addCommand(binding) }
    stage.show(HintLine())
    return stage
  }

  @Test(arguments: [
    (40, " Enter Open  r Refresh  q Quit"), (31, " Enter Open  r Refresh  q Quit"),
    (30, " Enter Open  r Refresh  +1"), (16, " Enter Open  +2"), (15, " +3"), (3, "+3"), (1, ""),
  ])
  func `a sign counts the hints that do not fit`(width: Int, expected: String) {
    let stage = stage(
      width,
      [
        KeyBinding(id: CommandID("open"), keys: [.enter], title: "Open"),
        KeyBinding(id: CommandID("refresh"), keys: ["r"], title: "Refresh"),
        KeyBinding(id: CommandID("quit"), keys: ["q"], title: "Quit"),
      ])

    #expect(stage.text == expected)
  }

  @Test(arguments: [
    (40, " Enter Open  r Refresh  q Quit   ? Help"), (39, " Enter Open  r Refresh  q Quit  ? Help"),
    (38, " Enter Open  r Refresh  +1     ? Help"), (20, " +3          ? Help"), (8, " ? Help"), (4, " ? H"),
  ])
  func `the hint of the help is at the right end`(width: Int, expected: String) {
    let stage = stage(
      width,
      [
        KeyBinding(id: CommandID("open"), keys: [.enter], title: "Open"),
        KeyBinding(id: CommandID("refresh"), keys: ["r"], title: "Refresh"),
        KeyBinding(id: Window.help, keys: ["?"], title: "Help"),
        KeyBinding(id: CommandID("quit"), keys: ["q"], title: "Quit"),
      ])

    #expect(stage.text == expected)
  }

  @Test func `a click on the sign opens the help`() {
    let stage = TestScreen(40, 8)
    stage.window.installStandardCommands {}
    let screen = Screen()
    for key in ["a", "b", "c", "d"] {
      screen.keys(Key(.character(Character(key))), id: CommandID(key), title: "Command")
    }
    stage.show(NavigationStack(root: screen))
    let x =
      stage.rows[7].firstIndex(of: "+").map { stage.rows[7].distance(from: stage.rows[7].startIndex, to: $0) } ?? 0

    stage.click(x, 7)

    #expect(stage.window.modals.map(\.title) == ["Help: Keys"])
  }

  @Test func `an unavailable command has a faint hint, and the others stay where they are`() throws {
    let stage = stage(
      40,
      [
        KeyBinding(id: CommandID("open"), keys: [.enter], title: "열기"),
        KeyBinding(id: CommandID("undo"), keys: ["u"], title: "Undo"),
        KeyBinding(id: CommandID("quit"), keys: ["q"], title: "Quit"),
      ])
    let undo = try #require(stage.window.root.command(CommandID("undo")))

    undo.isEnabled = false

    #expect(stage.text == " Enter 열기  u Undo  q Quit")
    let faint = stage.window.theme[.hint].dim
    #expect([13, 15, 18].map { stage.window.grid.style(at: Point(x: $0, y: 0)) } == [faint, faint, faint])
    #expect(stage.window.grid.style(at: Point(x: 21, y: 0)) == stage.window.theme[.hintKey])
    stage.click("Undo")
    #expect(stage.window.activeBindings.map(\.title) == ["열기", "Quit"])
  }

  @Test func `an unavailable command whose key belongs to another one is left out`() {
    var clear = KeyBinding(id: CommandID("clear"), keys: [.escape], title: "Clear")
    clear.isEnabled = false

    let stage = stage(40, [clear, KeyBinding(id: CommandID("close"), keys: [.escape, "c"], title: "Close")])

    #expect(stage.text == " Esc Close")
  }

  @Test func `the hint of the most important command comes before all others`() {
    var cancel = KeyBinding(id: CommandID("cancel"), keys: ["x"], title: "Cancel")
    cancel.isHintedFirst = true

    let stage = stage(
      40,
      [
        KeyBinding(id: CommandID("open"), keys: [.enter], title: "Open"), cancel,
        KeyBinding(id: CommandID("quit"), keys: ["q"], title: "Quit"),
      ])

    #expect(stage.text == " x Cancel  Enter Open  q Quit")
  }

  @Test func `a hint line anywhere follows the commands of the window`() {
    let stage = TestScreen(30, 2)
    let stack = StackView(.vertical)
    let tile = stack.add(Tile("t", focusable: true), .share())
    stack.add(HintLine())
    stage.show(stack)
    let command = tile.keys("r", id: CommandID("refresh"), title: "Refresh")
    #expect(stage.text == "tttttttttttttttttttttttttttttt\n r Refresh")

    command.title = "Cancel"

    #expect(stage.rows[1] == " r Cancel")
  }

  @Test func `keys and symbols are ASCII on an ASCII terminal`() {
    let stage = stage(
      24, ascii: true,
      [
        KeyBinding(id: CommandID("up"), keys: [.up], title: "Up"),
        KeyBinding(id: CommandID("next"), keys: [.backTab], title: "Previous field"),
      ])

    #expect(stage.text == " Up Up  +1")
  }
}
