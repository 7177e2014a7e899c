import ReactorTerminal
import ReactorTesting

/// A window on a terminal in memory, with a clock that the test controls.
@MainActor
struct Stage {
  let clock = VirtualClock()
  let terminal: HeadlessTerminal
  let window: Window

  init(_ width: Int, _ height: Int, showing view: View) {
    terminal = HeadlessTerminal(size: Size(width: width, height: height))
    let window = Window(size: terminal.size, surface: terminal, clock: clock)
    window.minimumSize = Size(width: 1, height: 1)
    window.root.content = view
    terminal.attach(handle: { window.handle($0) }, afterBatch: { window.render() })
    window.render()
    self.window = window
  }
}
