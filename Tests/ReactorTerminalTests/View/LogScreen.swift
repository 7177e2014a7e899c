import ReactorTerminal

@testable import ReactorTerminalCore

/// A screen that logs its keys. `o` opens another.
@MainActor
final class LogScreen: Screen {
  var log = ["shown"]
  var opened: () -> Void = {}
  private let tile = Tile("t", focusable: true)

  init(_ title: String) {
    super.init()
    self.title = title
    addSubview(tile)
  }

  override func handle(key: Key) -> Bool {
    guard key != "o" else {
      opened()
      return true
    }
    guard key.typedCharacter != nil else { return false }
    log.append("\(key.description)\(frames)")
    return true
  }

  override func handle(paste: Paste) -> Bool {
    log.append(paste.text)
    return true
  }

  private var frames: String {
    guard let terminal = window?.surface as? HeadlessTerminal, title == "car" else { return "" }
    return " after \(terminal.frameCount) frames"
  }
}
