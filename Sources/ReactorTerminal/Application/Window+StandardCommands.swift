import ReactorCore

extension Window {
  /// The commands of every program, installed by ``installStandardCommands(quit:)``.
  nonisolated public static let commands = Commands<Window>("General") {
    Command(help, "?", .f1, title: "Help", help: "Lists the keys that work now and explains them.") {
      $0.owner.request(\.helpRequested) { $0.present(HelpSheet($0.activeBindings, pages: [.mouse])) }
    }
    Command(
      "app.commands", ":", .control("p"), title: "Commands", help: "Finds any command by its name and runs it."
    ) { $0.owner.request(\.paletteRequested) { $0.present(CommandPalette($0.activeCommands)) } }
    Command(quit, "q", title: "Quit", help: "Quits, after confirmation if work is unfinished.") {
      $0.owner.requestQuit()
    }
    Command(
      interrupt, .control("c"), title: "Quit now", help: "Quits from any screen; twice, it quits immediately.",
      isHidden: true
    ) { $0.owner.interrupt() }
    Command(redraw, .control("l"), title: "Redraw", help: "Draws the whole screen again.", isHidden: true) {
      $0.owner.redraw()
    }
    Command(
      suspend, .control("z"), title: "Suspend", help: "Suspends the program and returns to the shell.",
      isHidden: true
    ) { $0.owner.suspendRequested.send(()) }
  }

  /// The command that shows the keys that currently work.
  nonisolated public static let help: CommandID = "app.help"
  /// The command that quits the program.
  nonisolated public static let quit: CommandID = "app.quit"
  /// The command that quits the program from anywhere, even from a dialog or a text field.
  nonisolated public static let interrupt: CommandID = "app.interrupt"
  nonisolated private static let redraw: CommandID = "app.redraw"
  nonisolated private static let suspend: CommandID = "app.suspend"

  /// Installs the commands of every program: help, the command palette, redraw, suspend and quit.
  ///
  /// If ``helpRequested``, ``paletteRequested`` or ``quitRequested`` has an observer, the command only emits there, so
  /// that the program's flows can respond. ``shouldQuit`` is called before the program ends.
  ///
  /// - Parameter quit: A closure that ends the program. It runs for ``quit()``, for `q` if there is nothing to go back
  ///   to, and for Ctrl-C everywhere. A second Ctrl-C in a row runs it without confirmation, even if ``quitRequested``
  ///   has an observer.
  public func installStandardCommands(quit: @escaping @MainActor () -> Void) {
    program.quit = quit
    Self.commands.install(in: root, for: self)
    root.commandsBelowMinimumSize = [Self.quit, Self.interrupt]
    root.commandsUnderDialogs = [Self.help, Self.interrupt, Self.redraw, Self.suspend]
  }

  private func request(_ relay: KeyPath<Window, Relay<Void>>, otherwise perform: @MainActor (Window) -> Void) {
    if self[keyPath: relay].observerCount > 0 { self[keyPath: relay].send(()) } else { perform(self) }
  }
}

extension KeyBinding {
  /// The bindings of the commands of the library's screens, lists and dialogs, with their default keys.
  ///
  /// Together with the bindings of a program's screens, the list contains every name to which a configuration file may
  /// assign keys. A program that uses tabs, a tree, a calendar or another widget with its own commands adds those, too:
  /// `TabView.commands.bindings`.
  public static let builtIn: [KeyBinding] =
    Window.commands.bindings + Window.settingCommands().bindings + NavigationStack.commands.bindings
    + ListCommands.bindings
    + SearchBar.commands.bindings + HelpSheet.commands.bindings + CommandPalette.commands.bindings
    + AlertView.commands.bindings + PickerView.commands.bindings + PromptView.commands.bindings
    + ToastStack.commands.bindings
}
