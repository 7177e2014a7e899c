import ReactorTerminal

/// The commands of the gallery. Function keys work while a widget takes the letters.
enum GalleryCommands: String, CommandSet {
  case nextState = "gallery.nextState"
  case previousState = "gallery.previousState"
  case nextWidget = "gallery.nextWidget"
  case previousWidget = "gallery.previousWidget"
  case theme = "gallery.theme"
  case width = "gallery.width"
  case source = "gallery.source"
  case alone = "gallery.alone"
  case list = "gallery.list"

  static let section: String? = "Gallery"

  var binding: KeyBinding {
    switch self {
    case .nextState: keys("]", Key(.function(8)), title: "Next state")
    case .previousState: keys("[", Key(.function(7)), title: "Previous state", isHidden: true)
    case .nextWidget: keys(.f10, title: "Next widget", isHidden: true)
    case .previousWidget: keys(Key(.function(9)), title: "Previous widget", isHidden: true)
    case .theme: keys("t", .f2, title: "Theme")
    case .width: keys("w", .f3, title: "Width")
    case .source: keys("s", .f5, title: "Source")
    case .alone: keys("z", .f4, title: "Widget alone", isHidden: true)
    case .list: keys(.escape, title: "Back to the list", isHidden: true)
    }
  }
}
