import ReactorCore

extension Window {
  /// The commands of every program, installed by ``installStandardCommands(quit:)``.
  nonisolated public static let commands = Commands<Window>("General") {
    Command(help, "?", .f1, title: "Help", help: "Lists the keys that work now and explains them.") {
      $0.owner.request($0.owner.helpRequested) { $0.presentHelp() }
    }
    Command(
      palette, ":", .control("p"), title: "Commands", help: "Finds any command by its name and runs it."
    ) { $0.owner.request($0.owner.paletteRequested) { $0.presentPalette() } }
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
  nonisolated private static let palette: CommandID = "app.commands"
  nonisolated private static let redraw: CommandID = "app.redraw"
  nonisolated private static let suspend: CommandID = "app.suspend"

  /// Installs the commands of every program: help, the command palette, redraw, suspend and quit.
  ///
  /// If ``helpRequested``, ``paletteRequested`` or ``quitRequested`` has an observer, the command only emits there, so
  /// that the program's flows can respond. ``shouldQuit`` is called before the program ends. In a program without the
  /// dialogs of `ReactorTerminal`, the help and the palette are available only while they have an observer.
  ///
  /// - Parameter quit: A closure that ends the program. It runs for ``quit()``, for `q` if there is nothing to go back
  ///   to, and for Ctrl-C everywhere. A second Ctrl-C in a row runs it without confirmation, even if ``quitRequested``
  ///   has an observer.
  public func installStandardCommands(quit: @escaping @MainActor () -> Void) {
    program.quit = quit
    Self.commands.install(in: root, for: self)
    if !Self.hasDialogs {
      showOnlyIfObserved(Self.help, helpRequested)
      showOnlyIfObserved(Self.palette, paletteRequested)
    }
    root.commandsBelowMinimumSize = [Self.quit, Self.interrupt]
    root.commandsUnderDialogs = [Self.help, Self.interrupt, Self.redraw, Self.suspend]
  }

  private func request(_ relay: Relay<Void>, otherwise perform: @MainActor (any DialogPresenting) -> Void) {
    if relay.observerCount > 0 { relay.send(()) } else if let dialogs { perform(dialogs) }
  }

  /// Shows a command only while the program responds to it, because the window has no dialog for it.
  private func showOnlyIfObserved(_ id: CommandID, _ relay: Relay<Void>) {
    guard let command = root.command(id) else { return }
    command.update = { [weak command] in
      guard let command else { return }
      let isObserved = relay.observerCount > 0
      CommandStatus(isApplicable: isObserved, isHidden: !isObserved).apply(to: command, isHiddenByDefault: false)
    }
    command.update?()
  }
}
