import Foundation
import ReactorCore
import ReactorTerminal

// The code of the article "Terminals".

/// Shows a screen, with the theme and the keys of the user.
@MainActor
private func run(_ screen: Screen, keymap: Keymap, isASCII: Bool) -> Never {
  do {
    let options = TerminalSession.Options(isASCII: isASCII, hasMouse: true)
    let application = try TerminalApplication(options, theme: .sea, keymap: keymap)
    application.window.minimumSize = Size(width: 30, height: 8)
    application.window.root.content = NavigationStack(root: screen)
    application.run()?.endProcess()
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
  }
}

/// Uses the terminal beyond the screen.
@MainActor
private func useTerminal(of window: Window) {
  window.titleFormat = { screen in screen.isEmpty ? "Planner" : "\(screen) – Planner" }
  window.adaptiveTheme = AdaptiveTheme(dark: .sea, light: .light)
  window.progress = .value(0.4)
  window.notify(title: "Uploaded 3 files", body: "to the office")
  window.copy("Kia EV6")
}

/// Confirms what the user has copied.
@MainActor
private func confirmCopies(in window: Window) {
  window.textCopied.subscribe { [weak window] copied in
    if copied.outcome == .copied { window?.toast("Copied \(copied.text.count) characters") }
  }.disposed(by: window.disposeBag)
}

/// Loads without a screen, for a command such as `list`.
@MainActor
private func numberOfPages(_ load: @escaping @Sendable () async throws -> [String]) throws -> Int {
  try EventLoop.block { try await load().count }
}

/// Writes unhandled errors to a log.
@MainActor
private func logUnhandledErrors(to write: @escaping @MainActor (String) -> Void) {
  UnhandledErrors.handler = { error, origin in
    write("Unhandled error in \(origin): \(error)")
  }
}
