import ReactorTerminal
import ReactorTesting
import Testing

extension HeadlessTerminal {
  /// The notifications that the program has requested, in order.
  var notifications: [TerminalRequest] { requests.filter { if case .notification = $0 { true } else { false } } }
}

/// A window with a navigation stack on an in-memory terminal.
@MainActor
final class Stage {
  let terminal: HeadlessTerminal
  let window: Window
  let navigation = NavigationStack()
  let clock = VirtualClock()

  init(_ width: Int = 80, _ height: Int = 24, ascii: Bool = false, theme: Theme = .dark) {
    let size = Size(width: width, height: height)
    terminal = HeadlessTerminal(size: size, capabilities: Capabilities(isASCII: ascii))
    window = Window(size: size, surface: terminal, theme: theme, clock: clock)
    window.root.content = navigation
    terminal.attach(handle: { [window] in window.handle($0) }, afterBatch: { [window] in window.render() })
    FrameCheck.watch(window)
  }

  /// Pushes a screen onto that of a list.
  func show(_ screen: Screen) {
    let list = Screen()
    list.title = "Cars"
    navigation.push(list)
    navigation.push(screen)
    window.render()
  }

  /// The text of the terminal.
  var text: String {
    window.render()
    return terminal.rows.joined(separator: "\n")
  }

  /// Expects the screen to show a text, and with `styles`, in these styles.
  func expect(_ text: String, styles: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    window.render()
    expectScreen(terminal, equals: text, styles: styles, theme: window.theme, sourceLocation: sourceLocation)
  }

  /// Returns the style of the first cell of a text on the screen.
  func style(of text: String) -> Style? {
    window.render()
    for (y, row) in terminal.rows.enumerated() {
      guard let range = row.range(of: text) else { continue }
      let x = displayWidth(of: row[..<range.lowerBound])
      return terminal.cells[y * window.size.width + x].style
    }
    return nil
  }
}
