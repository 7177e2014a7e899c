import Foundation
import ReactorCore
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct WritingFlowsTests {
  let terminal = TestScreen(40, 12)
  let window: Window
  let kitchen = Kitchen()
  let coordinator = FlowCoordinator()

  init() {
    let window = terminal.window
    self.window = window
    let flow = DinerFlow(window: window, kitchen: kitchen)
    Flows.use(flow, when: .created) { stack in window.root.content = stack }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: DinerStep.opened))
    window.render()
  }

  /// The visible text, without trailing spaces and empty lines.
  private var screen: [String] { terminal.rows.filter { !$0.isEmpty } }

  @Test func `keys lead from one screen to a modal flow and back`() {
    #expect(screen.first == " Menu")
    terminal.type("b")
    #expect(screen.first == " Menu › Bibimbap")
    terminal.type("o")
    #expect(
      screen == [
        " Menu › Bibimbap",
        "        ╭─ How many? ──────────╮",
        "        │ ▸ One                │",
        "        │   Two                │",
        "        ╰──────────────────────╯",
        " Enter Choose  Esc Cancel",
      ])
    terminal.press(.down, .enter)
    #expect(window.modals.isEmpty)
    #expect(screen.contains { $0.contains("Ordered: 2 × Bibimbap") })
  }

  @Test func `a step is presented before its key has been handled, even if effects run on other threads`() {
    EffectExecutor.$current.withValue(BackgroundExecutor()) { terminal.type("bo") }
    #expect(screen.first == " Menu › Bibimbap")
    #expect(window.modals.count == 1)
  }

  @Test func `Esc dismisses the dialog and ends its flow, which can be opened again`() {
    terminal.type("bo")
    terminal.press(.escape)
    #expect(window.modals.isEmpty)
    #expect(screen.first == " Menu › Bibimbap")
    terminal.type("o")
    #expect(window.modals.count == 1)
  }

  @Test func `a closed kitchen replaces the order with a message before the key has been handled`() {
    kitchen.isOpen = false
    terminal.type("bo")
    #expect(window.modals.isEmpty)
    #expect(screen.contains { $0.contains("The kitchen is closed") })
  }

  @Test func `a link opens the dialog over its screen, with a back stack below`() {
    coordinator.navigate(to: [DinerStep.dishPicked("Japchae"), DinerStep.orderRequested("Japchae")])
    #expect(screen.first == " Menu › Japchae")
    #expect(window.modals.count == 1)
  }

  @Test func `a saved path shows the same screens at the next start`() throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appending(path: "path.json")
    terminal.type("bo")
    try savePath(of: coordinator, to: file)
    #expect(folder.text("path.json") == #"[{"dishPicked":{"_0":"Bibimbap"}},{"orderRequested":{"_0":"Bibimbap"}}]"#)

    let next = WritingFlowsTests()
    try restorePath(of: next.coordinator, from: file)

    #expect(next.screen == screen)
  }

  @Test func `a step that is no longer allowed ends the restored path`() throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appending(path: "path.json")
    terminal.type("bo")
    try savePath(of: coordinator, to: file)

    let next = WritingFlowsTests()
    next.kitchen.isOpen = false
    try restorePath(of: next.coordinator, from: file)

    #expect(next.window.modals.isEmpty)
    #expect(next.screen.first == " Menu › Bibimbap")
  }

  @Test func `a test screen starts the program`() {
    let screen = TestScreen(40, 12)
    let coordinator = screen.start { window in startDiner(in: window) }

    screen.press("b")
    #expect(screen.rows.first == " Menu › Bibimbap")

    coordinator.navigate(to: DinerStep.orderRequested("Bibimbap"))
    #expect(screen.window.modals.count == 1)
  }
}
