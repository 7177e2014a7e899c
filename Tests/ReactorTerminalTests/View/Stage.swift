import ReactorTerminal
import ReactorTesting

/// A window on a terminal in memory with a virtual clock.
@MainActor
final class Stage {
  let clock = VirtualClock()
  let terminal: HeadlessTerminal
  let window: Window

  init(_ width: Int = 40, _ height: Int = 10, ascii: Bool = false, theme: Theme = .dark) {
    terminal = HeadlessTerminal(
      size: Size(width: width, height: height), capabilities: Capabilities(isASCII: ascii))
    window = Window(size: terminal.size, surface: terminal, theme: theme, clock: clock)
    window.minimumSize = Size(width: 1, height: 1)
    terminal.attach(handle: { [window] in window.handle($0) }, afterBatch: { [window] in window.render() })
  }

  /// Fills the window with `view` and draws a frame.
  @discardableResult
  func show<V: View>(_ view: V) -> V {
    window.root.content = view
    window.render()
    return view
  }

  /// Presses each key and draws a frame after it.
  func press(_ keys: Key...) {
    for key in keys { terminal.feed([.key(key)]) }
  }

  func type(_ text: String) { terminal.type(text) }

  func mouse(
    _ kind: MouseEvent.Kind, _ x: Int, _ y: Int, button: MouseEvent.Button = .left, clicks: Int? = nil, steps: Int = 1
  ) {
    terminal.feed([
      .mouse(MouseEvent(kind, button: button, at: Point(x: x, y: y), clickCount: clicks, steps: steps))
    ])
  }

  func click(_ x: Int, _ y: Int) {
    mouse(.press, x, y)
    mouse(.release, x, y)
  }

  func resize(_ width: Int, _ height: Int) { terminal.resize(to: Size(width: width, height: height)) }

  /// Advances the clock and draws a frame.
  func wait(_ duration: Duration) async {
    await clock.advance(by: duration)
    window.render()
  }

  /// The text of the screen, without trailing spaces and trailing empty lines.
  var screen: String {
    window.render()
    var rows = terminal.rows
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// Returns the text of a row.
  func row(_ index: Int) -> String {
    window.render()
    return terminal.rows[index]
  }

  /// Returns the cell where `text` first appears on the screen.
  func position(of text: String) -> Point? {
    window.render()
    for (y, row) in terminal.rows.enumerated() {
      if let range = row.firstRange(of: text) {
        return Point(x: displayWidth(of: row[..<range.lowerBound]), y: y)
      }
    }
    return nil
  }

  /// Returns the roles of the cells of a row as letters: `.` for the plain style, `?` for a role that is not in the
  /// legend.
  func styles(row: Int, _ legend: [Character: Role]) -> String {
    window.render()
    let text = (0..<window.size.width).map { x -> Character in
      let style = window.grid.style(at: Point(x: x, y: row))
      if style == .plain { return "." }
      return legend.first { window.theme[$0.value] == style }?.key ?? "?"
    }
    return String(text)
  }
}

/// A view that fills itself with a letter and logs the events that it receives.
@MainActor
final class Tile: View {
  let letter: Character
  var isFocusable: Bool
  var style = Style.plain
  var received: [String] = []
  var takes: Set<Key> = []
  var typing = false

  init(_ letter: Character, focusable: Bool = false) {
    self.letter = letter
    isFocusable = focusable
    super.init()
  }

  override var canBecomeFocused: Bool { isFocusable }
  override var takesTyping: Bool { typing }

  override func draw(in canvas: Canvas) {
    for y in bounds.rows {
      canvas.write(
        String(repeating: letter, count: bounds.width), at: Point(x: 0, y: y), style: style, maxWidth: bounds.width)
    }
  }

  override func intercept(key: Key) -> Bool {
    guard typing, let character = key.typedCharacter else { return false }
    received.append("typed \(character)")
    return true
  }

  override func handle(key: Key) -> Bool {
    guard takes.contains(key) else { return false }
    received.append("\(key)")
    return true
  }

  override func handle(mouse: MouseEvent) -> Bool {
    received.append("\(mouse.kind) \(mouse.position.x),\(mouse.position.y)")
    return true
  }

  override func handle(paste: Paste) -> Bool {
    guard typing else { return false }
    received.append("paste \(paste.text)")
    return true
  }
}
