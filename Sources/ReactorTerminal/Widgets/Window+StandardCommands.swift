import ReactorCore

/// The names of the commands that every program has.
enum StandardCommand {
  static let help = "app.help"
  static let commands = "app.commands"
  static let quit = "app.quit"
  static let interrupt = "app.interrupt"
  static let redraw = "app.redraw"
  static let suspend = "app.suspend"
}

extension Window {
  /// The commands that every program has: help, the palette, redraw, suspend, quit.
  ///
  /// Where somebody listens to ``helpRequested``, ``paletteRequested`` or ``quitRequested``, that is all that happens; so a
  /// program's flows can answer.
  ///
  /// - Parameter quit: ends the program. Asked for with `q` where there is nothing to go back to, and with Ctrl-C always.
  public func installStandardCommands(quit: @escaping @MainActor () -> Void) {
    let section = "General"
    root.keys("?", .f1, id: StandardCommand.help, title: "Help", section: section).bind { [weak self] in
      self?.ask(\.helpRequested) { $0.present(HelpSheet($0.activeBindings)) }
    }
    root.keys(":", .control("p"), id: StandardCommand.commands, title: "Commands", section: section).bind {
      [weak self] in
      self?.ask(\.paletteRequested) { $0.present(CommandPalette($0.activeCommands)) }
    }
    root.keys("q", id: StandardCommand.quit, title: "Quit", section: section).bind { [weak self] in
      self?.ask(\.quitRequested) { _ in quit() }
    }
    root.keys(.control("c"), id: StandardCommand.interrupt, title: "Quit at once", section: section, isHidden: true)
      .bind {
        [weak self] in
        self?.ask(\.quitRequested) { _ in quit() }
      }
    root.keys(.control("l"), id: StandardCommand.redraw, title: "Redraw", section: section, isHidden: true).bind {
      [weak self] in
      self?.redraw()
    }
    root.keys(.control("z"), id: StandardCommand.suspend, title: "Suspend", section: section, isHidden: true).bind {
      [weak self] in
      self?.suspendRequested.send(())
    }
    root.worksWhenTooSmall = [StandardCommand.quit, StandardCommand.interrupt]
    root.worksInDialogs = [
      StandardCommand.help, StandardCommand.interrupt, StandardCommand.redraw, StandardCommand.suspend,
    ]
  }

  private func ask(_ relay: KeyPath<Window, Relay<Void>>, otherwise answer: @MainActor (Window) -> Void) {
    if self[keyPath: relay].observerCount > 0 { self[keyPath: relay].send(()) } else { answer(self) }
  }
}
