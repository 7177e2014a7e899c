import ReactorTerminal

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
