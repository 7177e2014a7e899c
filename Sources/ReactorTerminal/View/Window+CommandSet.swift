extension Window {
  /// The commands of every program, installed by ``installStandardCommands(quit:)``.
  public enum Commands: String, CommandSet, Sendable {
    /// Shows the keys that work now.
    case help = "app.help"
    /// Shows the command palette.
    case palette = "app.commands"
    /// Quits the program.
    case quit = "app.quit"
    /// Quits the program from anywhere, even from a dialog or a text field.
    case interrupt = "app.interrupt"
    /// Draws the screen again.
    case redraw = "app.redraw"
    /// Suspends the program.
    case suspend = "app.suspend"

    /// The heading in the help sheet.
    public static let section: String? = "General"

    /// The command with its default keys and its title.
    public var binding: KeyBinding {
      switch self {
      case .help: keys("?", .f1, title: "Help", help: "Lists the keys that work now and explains them.")
      case .palette: keys(":", .control("p"), title: "Commands", help: "Finds any command by its name and runs it.")
      case .quit: keys("q", title: "Quit", help: "Ends the program, after a question if something is not finished.")
      case .interrupt:
        keys(
          .control("c"), title: "Quit now", help: "Ends the program from any screen; twice, it ends at once.",
          isHidden: true)
      case .redraw: keys(.control("l"), title: "Redraw", help: "Draws the whole screen again.", isHidden: true)
      case .suspend:
        keys(
          .control("z"), title: "Suspend", help: "Returns to the shell until it resumes the program.", isHidden: true)
      }
    }
  }
}
