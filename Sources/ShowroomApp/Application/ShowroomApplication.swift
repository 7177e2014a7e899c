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
  /// - Parameters:
  ///   - link: the place to begin at; nil: the list.
  ///   - recording: what is kept of the session.
  /// - Returns: nil after quitting; otherwise why the process has to end (``TerminationCause/endProcess()``).
  /// - Throws: `TerminalError` when there is no terminal, before anything is touched; `CatalogueError` or
  ///   `ResourceError` when there is no catalogue to show;
  ///   ``KeptFile/Refusal``, `RecordingError`, ``SessionRecording/Failure`` or `CatalogueCopy.Failure` when the session
  ///   cannot be kept.
  public static func run(
    _ settings: Settings, environment: [String: String], at link: DeepLink? = nil,
    _ recording: SessionRecording = SessionRecording()
  ) throws -> TerminationCause? {
    // Threads of our own: those of the system would keep an idle program waking.
    try EffectExecutor.$current.withValue(BackgroundExecutor()) { try browse(settings, environment, link, recording) }
  }

  private static func browse(
    _ settings: Settings, _ environment: [String: String], _ link: DeepLink?, _ recording: SessionRecording
  ) throws -> TerminationCause? {
    // Who has no terminal is told before a database is made for nothing.
    _ = try TTYDevice()
    try recording.check()
    let store = try open(settings, recording)
    let source = try settings.refreshSource(of: store)
    let tape = try recording.beginTape(store, source: source, settings: settings)
    let logger = Logger(label: "showroom")
    UnhandledErrors.handler = { error, origin in
      logger.error("unhandled error", metadata: ["origin": "\(origin)", "error": "\(error)"])
    }
    let application = try TerminalApplication(
      TerminalSession.Options(
        isASCII: settings.isASCII, hasMouse: settings.hasMouse, isSynchronized: settings.synchronizedOutput),
      theme: settings.theme.theme(environment: environment), keymap: settings.keymap)
    let catalogue = try LiveCatalogue(store: store, settings: settings)
    let equipment = UploadEquipment(
      store: store, settings: settings, environment: environment, clock: application.window.clock,
      executor: EffectExecutor.current)
    let uploads = equipment.live()
    let navigation = AppNavigation(
      window: application.window, catalogue: catalogue, uploads: uploads,
      sources: SourceChoices(settings, environment: environment), units: settings.units,
      environment: environment
    ) { [weak application] in application?.stop() }
    for warning in settings.warnings { application.window.toast(warning, kind: .warning, action: nil) }
    if let link { navigation.open(link) }
    // The loop comes to it after the first frame, which owes nothing to uploads.
    if !store.isReadOnly { Task { uploads.start() } }
    let ending = withExtendedLifetime(navigation) {
      Result { () throws -> TerminationCause? in
        if recording == SessionRecording() { return application.run() }
        return try recording.run(application, tape, environment: environment)
      }
    }
    // Who quits right after a key that edits has seen the edit on the screen: it has to be there the next time.
    try EventLoop.block(on: {
      await catalogue.finishWriting()
      await uploads.stop(.keep)
      await equipment.shutDown()
    })
    return try ending.get()
  }

  /// A new catalogue is left empty: the screen loads the source that is named, or asks for one. A tape begins with the
  /// cars of that source, because it does not say where they come from.
  private static func open(_ settings: Settings, _ recording: SessionRecording) throws -> CatalogueStore {
    guard recording.tape != nil, settings.source != nil else {
      return try CatalogueStore(directory: settings.dataDirectory)
    }
    return try EventLoop.block(on: { try await CatalogueBootstrap.open(settings: settings) })
  }
}
