import ReactorCore

extension Window {
  /// The commands that every program has: help, the palette, redraw, suspend, quit.
  ///
  /// - Parameter quit: ends the program. Asked for with `q` where there is nothing to go back to, and with Ctrl-C always.
  public func installStandardCommands(quit: @escaping @MainActor () -> Void) {
    let section = "General"
    root.keys("?", .f1, id: "app.help", title: "Help", section: section).bind { [weak self] in
      guard let self else { return }
      present(HelpSheet(activeBindings))
    }
    root.keys(":", .control("p"), id: "app.commands", title: "Commands", section: section).bind { [weak self] in
      guard let self else { return }
      present(CommandPalette(activeCommands))
    }
    root.keys("q", id: "app.quit", title: "Quit", section: section).bind(quit)
    root.keys(.control("c"), id: "app.interrupt", title: "Quit at once", section: section, isHidden: true).bind(quit)
    root.keys(.control("l"), id: "app.redraw", title: "Redraw", section: section, isHidden: true).bind { [weak self] in
      self?.redraw()
    }
    root.keys(.control("z"), id: "app.suspend", title: "Suspend", section: section, isHidden: true).bind {
      [weak self] in
      self?.suspendRequested.send(())
    }
    root.worksWhenTooSmall = ["app.quit", "app.interrupt"]
    root.worksInDialogs = ["app.help", "app.interrupt", "app.redraw", "app.suspend"]
  }
}
