import ReactorCore

extension Window {
  /// Installs the commands of every program: help, the command palette, redraw, suspend and quit.
  ///
  /// If ``helpRequested``, ``paletteRequested`` or ``quitRequested`` has an observer, the command only emits there, so
  /// that the program's flows can respond. ``shouldQuit`` is asked before the program ends.
  ///
  /// - Parameter quit: ends the program. Runs for ``quit()``, for `q` if there is nothing to go back to, and for Ctrl-C
  ///   everywhere. The second of two Ctrl-C runs it without a question, even if ``quitRequested`` has an observer.
  public func installStandardCommands(quit: @escaping @MainActor () -> Void) {
    program.quit = quit
    root.addCommand(Commands.help).bind { [weak self] in
      self?.request(\.helpRequested) { $0.present(HelpSheet($0.activeBindings, pages: [.mouse])) }
    }
    root.addCommand(Commands.palette).bind { [weak self] in
      self?.request(\.paletteRequested) { $0.present(CommandPalette($0.activeCommands)) }
    }
    root.addCommand(Commands.quit).bind { [weak self] in self?.requestQuit() }
    root.addCommand(Commands.interrupt).bind { [weak self] in self?.interrupt() }
    root.addCommand(Commands.redraw).bind { [weak self] in self?.redraw() }
    root.addCommand(Commands.suspend).bind { [weak self] in self?.suspendRequested.send(()) }
    root.commandsBelowMinimumSize = [Commands.quit.id, Commands.interrupt.id]
    root.commandsUnderDialogs = [Commands.help.id, Commands.interrupt.id, Commands.redraw.id, Commands.suspend.id]
  }

  private func request(_ relay: KeyPath<Window, Relay<Void>>, otherwise perform: @MainActor (Window) -> Void) {
    if self[keyPath: relay].observerCount > 0 { self[keyPath: relay].send(()) } else { perform(self) }
  }
}
