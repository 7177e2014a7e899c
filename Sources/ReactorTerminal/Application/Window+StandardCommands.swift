import ReactorCore

extension Window {
  /// Installs the commands of every program: help, the command palette, redraw, suspend and quit.
  ///
  /// If ``helpRequested``, ``paletteRequested`` or ``quitRequested`` has an observer, the command only emits there, so
  /// that the program's flows can respond.
  ///
  /// - Parameter quit: ends the program. Runs for `q` if there is nothing to go back to, and for Ctrl-C everywhere.
  public func installStandardCommands(quit: @escaping @MainActor () -> Void) {
    root.addCommand(Commands.help).bind { [weak self] in
      self?.request(\.helpRequested) { $0.present(HelpSheet($0.activeBindings)) }
    }
    root.addCommand(Commands.palette).bind { [weak self] in
      self?.request(\.paletteRequested) { $0.present(CommandPalette($0.activeCommands)) }
    }
    for command in [Commands.quit, .interrupt] {
      root.addCommand(command).bind { [weak self] in self?.request(\.quitRequested) { _ in quit() } }
    }
    root.addCommand(Commands.redraw).bind { [weak self] in self?.redraw() }
    root.addCommand(Commands.suspend).bind { [weak self] in self?.suspendRequested.send(()) }
    root.commandsBelowMinimumSize = [Commands.quit.id, Commands.interrupt.id]
    root.commandsUnderDialogs = [Commands.help.id, Commands.interrupt.id, Commands.redraw.id, Commands.suspend.id]
  }

  private func request(_ relay: KeyPath<Window, Relay<Void>>, otherwise perform: @MainActor (Window) -> Void) {
    if self[keyPath: relay].observerCount > 0 { self[keyPath: relay].send(()) } else { perform(self) }
  }
}
