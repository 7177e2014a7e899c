import ReactorCore
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("The article's app")
struct ArticleTests {
  let terminal = HeadlessTerminal(size: Size(width: 40, height: 12))
  let window: Window
  let coordinator = FlowCoordinator()

  init() {
    let window = Window(size: terminal.size, surface: terminal, clock: VirtualClock())
    terminal.attach(handle: { window.handle($0) }, afterBatch: { window.render() })
    self.window = window
    let flow = DinerFlow(window: window)
    Flows.use(flow, when: .created) { stack in window.root.content = stack }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: DinerStep.opened))
    window.render()
  }

  @Test("leads from one screen to a modal flow and back, by keys alone")
  func fromScreenToModalFlow() {
    terminal.type("b")
    #expect(terminal.rows[0] == " Menu › Bibimbap")
    terminal.type("o")
    #expect(window.modals.count == 1)
    terminal.feed([.key(.down), .key(.enter)])
    #expect(window.modals.isEmpty)
    #expect(terminal.rows.contains { $0.contains("Ordered: 2 × Bibimbap") })
  }
}
