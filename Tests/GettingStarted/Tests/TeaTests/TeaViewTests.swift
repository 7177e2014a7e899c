import ReactorTerminal
import ReactorTesting
import Testing

@testable import tea

@MainActor
@Suite struct TeaViewTests {
  private let clock = VirtualClock()
  private let terminal = HeadlessTerminal(size: Size(width: 40, height: 10))
  private let window: Window

  init() {
    let window = Window(size: terminal.size, surface: terminal, clock: clock)
    terminal.attach(handle: { window.handle($0) }, afterBatch: { window.render() })
    let view = TeaView()
    view.reactor = TeaReactor(clock: clock)
    window.root.content = NavigationStack(root: view)
    self.window = window
  }

  @Test func `Space starts the countdown, and another Space stops it`() async {
    terminal.press("-", .space)
    await clock.advance(by: .seconds(2))
    window.render()

    expectScreen(
      terminal,
      equals: """
         Tea




                          2:28



         Space Stop
        """)

    terminal.press(.space)

    #expect(terminal.rows.last == " Space Start  + Longer  - Shorter")
  }

  @Test func `a message reports that the tea is ready`() async {
    terminal.press(.space)
    await clock.advance(by: .seconds(180))
    window.render()

    #expect(terminal.rows.contains { $0.contains("The tea is ready") })
  }
}
