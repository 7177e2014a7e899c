/// The commands shared by tables, lists and scrolling text.
public enum ListCommands: String, CaseIterable, Sendable {
  /// Opens the selected row.
  case open = "list.open"
  /// Marks or unmarks the selected row.
  case mark = "list.mark"
  /// Selects the row above, or scrolls up by a line.
  case up = "list.up"
  /// Selects the row below, or scrolls down by a line.
  case down = "list.down"
  /// Goes to the first row.
  case top = "list.top"
  /// Goes to the last row.
  case bottom = "list.bottom"
  /// Moves up by a page.
  case pageUp = "list.pageUp"
  /// Moves down by a page.
  case pageDown = "list.pageDown"
  /// Moves up by half a page.
  case halfPageUp = "list.halfPageUp"
  /// Moves down by half a page.
  case halfPageDown = "list.halfPageDown"

  /// The bindings of all commands.
  public static let bindings = allCases.map(\.binding)

  /// The name of the command.
  public var id: CommandID { CommandID(rawValue) }

  /// The binding of the command: its default keys and its title.
  public var binding: KeyBinding {
    switch self {
    case .open: keys(.enter, title: "Open", help: "Opens the selected row.")
    case .mark: keys(.space, title: "Mark", help: "Marks the selected row, or removes its mark.")
    case .up: keys(.up, "k", title: "Up", help: "Selects the row above.", isHidden: true)
    case .down: keys(.down, "j", title: "Down", help: "Selects the row below.", isHidden: true)
    case .top: keys("g", .home, title: "First", help: "Goes to the first row.", isHidden: true)
    case .bottom: keys("G", .end, title: "Last", help: "Goes to the last row.", isHidden: true)
    case .pageUp: keys(.pageUp, .control("b"), title: "Page up", help: "Moves up by a page.", isHidden: true)
    case .pageDown: keys(.pageDown, .control("f"), title: "Page down", help: "Moves down by a page.", isHidden: true)
    case .halfPageUp: keys(.control("u"), title: "Half page up", help: "Moves up by half a page.", isHidden: true)
    case .halfPageDown: keys(.control("d"), title: "Half page down", help: "Moves down by half a page.", isHidden: true)
    }
  }
}

extension View {
  /// Moves the selection of a list with a key that a text field above it does not handle. Only keys that type no text
  /// by default, such as the arrow keys, move it.
  ///
  /// ```swift
  /// override func handle(key: Key) -> Bool { field.isFocused && table.moveSelection(with: key) }
  /// ```
  ///
  /// - Returns: Whether the key moves the selection.
  public func moveSelection(with key: Key) -> Bool {
    let moves: [ListCommands] = [.up, .down, .pageUp, .pageDown]
    guard let command = command(for: key), moves.contains(where: { $0.id == command.binding.id }) else { return false }
    command.trigger()
    return true
  }

  /// Sets a title and a help text for a list command that say what it does in this view.
  package func rename(_ name: ListCommands, _ title: String, help: String) {
    guard let command = command(name) else { return }
    (command.binding.title, command.binding.help) = (title, help)
  }
}

extension ListCommands {
  private func keys(_ keys: Key..., title: String, help: String, isHidden: Bool = false) -> KeyBinding {
    KeyBinding(id: id, keys: keys, title: title, help: help, section: "List", isHidden: isHidden)
  }

  /// The commands of a view that scrolls but has no rows to select.
  package static let scrolling: [ListCommands] = allCases.filter { $0 != .open && $0 != .mark }

  /// The binding in a view that scrolls but has no rows to select. There, the space bar pages down.
  package var scrollingBinding: KeyBinding {
    var binding = binding
    switch self {
    case .up: (binding.title, binding.help) = ("Scroll up", "Moves up by a line.")
    case .down: (binding.title, binding.help) = ("Scroll down", "Moves down by a line.")
    case .top: (binding.title, binding.help) = ("Go to the top", "Shows the first lines.")
    case .bottom: (binding.title, binding.help) = ("Go to the end", "Shows the last lines.")
    case .pageDown: binding.keys.append(.space)
    case .open, .mark, .pageUp, .halfPageUp, .halfPageDown: break
    }
    return binding
  }

  /// Returns the line that this command scrolls to, or `nil` if it does not scroll.
  ///
  /// - Parameters:
  ///   - top: The first line on the screen.
  ///   - page: The number of lines of a page.
  ///   - count: The total number of lines.
  package func target(from top: Int, page: Int, count: Int) -> Int? {
    switch self {
    case .open, .mark: nil
    case .up: top - 1
    case .down: top + 1
    case .top: 0
    case .bottom: count
    case .pageUp: top - max(1, page)
    case .pageDown: top + max(1, page)
    case .halfPageUp: top - max(1, page / 2)
    case .halfPageDown: top + max(1, page / 2)
    }
  }

  /// Returns the line that this command scrolls to after a count: that many lines or pages further, or the line with
  /// that number. Returns `nil` if the command does not scroll.
  package func target(from top: Int, page: Int, count: Int, repeated: Int) -> Int? {
    switch self {
    case .top, .bottom: repeated - 1
    default: target(from: 0, page: page, count: count).map { top + $0 * repeated }
    }
  }
}
