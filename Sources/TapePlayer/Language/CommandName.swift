import ReactorTerminalCore

/// The words that start a command.
enum CommandName: String, CaseIterable {
  case enter = "Enter"
  case space = "Space"
  case backspace = "Backspace"
  case delete = "Delete"
  case insert = "Insert"
  case tab = "Tab"
  case escape = "Escape"
  case up = "Up"
  case down = "Down"
  case left = "Left"
  case right = "Right"
  case home = "Home"
  case end = "End"
  case pageUp = "PageUp"
  case pageDown = "PageDown"
  case f1 = "F1"
  case f2 = "F2"
  case f3 = "F3"
  case f4 = "F4"
  case f5 = "F5"
  case f6 = "F6"
  case f7 = "F7"
  case f8 = "F8"
  case f9 = "F9"
  case f10 = "F10"
  case f11 = "F11"
  case f12 = "F12"
  case scrollUp = "ScrollUp"
  case scrollDown = "ScrollDown"
  case control = "Ctrl"
  case alt = "Alt"
  case shift = "Shift"
  case type = "Type"
  case sleep = "Sleep"
  case wait = "Wait"
  case hide = "Hide"
  case show = "Show"
  case screenshot = "Screenshot"
  case copy = "Copy"
  case paste = "Paste"
  case environment = "Env"
  case require = "Require"
  case source = "Source"
  case output = "Output"
  case set = "Set"
  case subtitle = "Subtitle"

  /// The key that the command presses; `nil` if it is not a key.
  var key: Key.Code? {
    switch self {
    case .enter: .enter
    case .space: .character(" ")
    case .backspace: .backspace
    case .delete: .delete
    case .insert: .insert
    case .tab: .tab
    case .escape: .escape
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .home: .home
    case .end: .end
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .f1: .function(1)
    case .f2: .function(2)
    case .f3: .function(3)
    case .f4: .function(4)
    case .f5: .function(5)
    case .f6: .function(6)
    case .f7: .function(7)
    case .f8: .function(8)
    case .f9: .function(9)
    case .f10: .function(10)
    case .f11: .function(11)
    case .f12: .function(12)
    default: nil
    }
  }

  /// The modifier that the command holds; `nil` if it is not a modifier.
  var modifier: Key.Modifiers? {
    switch self {
    case .control: .control
    case .alt: .alt
    case .shift: .shift
    default: nil
    }
  }

  /// Returns the command that presses a key, if there is one.
  static func name(of code: Key.Code) -> CommandName? { allCases.first { $0.key == code } }
}
