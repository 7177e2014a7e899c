import Catalogue
import Glibc
import Logging
import ReactorCore
import ReactorTerminal

/// The program with a screen: opens the catalogue, takes over the terminal, and serves it until the user quits.
@MainActor
public enum ShowroomApplication {
  /// Runs it. To be called on the main thread, from a synchronous `main`.
  ///
  /// - Parameter link: the place to begin at; nil: the list.
  /// - Returns: nil after quitting; otherwise why the process has to end (``TerminationCause/endProcess()``).
  /// - Throws: `TerminalError` when there is no terminal, before anything is touched; `CatalogueError` or
  ///   `ResourceError` when there is no catalogue to show.
  public static func run(
    _ settings: Settings, environment: [String: String], at link: DeepLink? = nil
  ) throws -> TerminationCause? {
    // Threads of our own: those of the system would keep an idle program waking.
    try EffectExecutor.$current.withValue(BackgroundExecutor()) { try browse(settings, environment, link) }
  }

  private static func browse(
    _ settings: Settings, _ environment: [String: String], _ link: DeepLink?
  ) throws -> TerminationCause? {
    // Who has no terminal is told before a database is made for nothing.
    _ = try TTYDevice()
    let source = try settings.refreshSource()
    let store = try EventLoop.block(on: { try await CatalogueBootstrap.open(settings: settings) })
    let logger = Logger(label: "showroom")
    UnhandledErrors.handler = { error, origin in
      logger.error("unhandled error", metadata: ["origin": "\(origin)", "error": "\(error)"])
    }
    let application = try TerminalApplication(
      TerminalSession.Options(
        isASCII: settings.isASCII, hasMouse: settings.hasMouse, isSynchronized: settings.synchronizedOutput),
      theme: settings.theme.theme(environment: environment), keymap: settings.keymap)
    let catalogue = LiveCatalogue(store: store, source: source)
    let navigation = AppNavigation(window: application.window, catalogue: catalogue, units: settings.units)
    if let link { navigation.open(link) }
    let cause = withExtendedLifetime(navigation) { application.run() }
    // Who quits right after a key that edits has seen the edit on the screen: it has to be there the next time.
    try EventLoop.block(on: { await catalogue.finishWriting() })
    return cause
  }
}
