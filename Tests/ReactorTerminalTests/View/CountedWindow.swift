import ReactorTerminal

/// A window for tests that count what is drawn. Unlike a test screen, it does not draw every frame a second time to
/// check it.
@MainActor
struct CountedWindow {
  let window: Window
  private let terminal: HeadlessTerminal

  init(_ width: Int, _ height: Int) {
    let size = Size(width: width, height: height)
    let terminal = HeadlessTerminal(size: size)
    let window = Window(size: size, surface: terminal)
    window.minimumSize = Size(width: 1, height: 1)
    terminal.attach(handle: { [weak window] in window?.handle($0) }, afterBatch: { [weak window] in window?.render() })
    self.window = window
    self.terminal = terminal
  }

  @discardableResult
  func show<V: View>(_ view: V) -> V {
    window.root.content = view
    window.render()
    return view
  }

  func press(_ key: Key) { terminal.press(key) }

  func click(_ x: Int, _ y: Int) {
    for kind in [MouseEvent.Kind.press, .release] { terminal.feed([.mouse(MouseEvent(kind, at: Point(x: x, y: y)))]) }
  }
}
