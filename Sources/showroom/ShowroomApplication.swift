import Glibc
import Logging
import ReactorCore
import ReactorInspector
import ReactorTerminalCore
import ShowroomApp
import ShowroomCatalog
import ShowroomCommands
import ShowroomDemo
import ShowroomSettings
import SystemPackage

/// The interactive program. It opens the catalog and runs in the terminal until the user quits.
@MainActor
package enum ShowroomApplication {
  /// Runs the program. Call this method on the main thread, from a synchronous `main`.
  ///
  /// - Parameters:
  ///   - link: The link to open first; without one, the program starts with the list.
  ///   - recording: The files to record the session to.
  ///   - inspector: Whether the inspector is open, and the trace to write.
  /// - Returns: `nil` if the user quit; otherwise, the reason why the process must end
  ///   (``TerminationCause/endProcess()``).
  /// - Throws: `TerminalError` if there is no terminal, before anything is changed; `CatalogError` or `ResourceError`
  ///   if there is no catalog; ``OutputFileError``, `RecordingError`, ``SessionTapeError`` or ``CatalogCopyError`` if
  ///   the files of the session cannot be written.
  package static func run(
    _ settings: Settings, environment: [String: String], at link: ShowroomLink? = nil,
    _ recording: SessionRecording = SessionRecording(), inspector: Inspector.Options = Inspector.Options()
  ) throws -> TerminationCause? {
    // The program uses its own threads, because Dispatch threads would keep an idle program awake.
    BackgroundExecutor.replaceGlobalThreads()
    return try EffectExecutor.$current.withValue(BackgroundExecutor()) {
      try browse(settings, environment, link, recording, inspector)
    }
  }

  private static func browse(
    _ settings: Settings, _ environment: [String: String], _ link: ShowroomLink?, _ recording: SessionRecording,
    _ inspector: Inspector.Options
  ) throws -> TerminationCause? {
    // This fails without a terminal, before a database is created.
    _ = try TTYDevice()
    try recording.check()
    let store = try open(settings, recording)
    let source = try settings.refreshSource(of: store)
    let tape = try recording.beginTape(store, source: source, settings: settings)
    let logger = Logger(label: "showroom")
    UnhandledErrors.handler = { error, origin in
      logger.error("unhandled error", metadata: ["origin": "\(origin)", "error": "\(error)"])
    }
    // If a tape is recorded, the session starts without the state of an earlier session, because a tape does not
    // contain that state.
    var session = recording.tape == nil && !settings.isFresh ? SessionFile(settings.sessionFile).load() : SessionState()
    // For an empty catalog, the configured source is read before the list is shown.
    let opensSource = try settings.opensSource && !CatalogBootstrap.isEmpty(store)
    if try settings.opensSource && store.currentSource()?.name != source.name { session.forgetPlace() }
    let settings = settings.restoring(session)
    let application = try TerminalApplication(
      TerminalSession.Options(
        isASCII: settings.isASCII, hasMouse: settings.hasMouse, isSynchronized: settings.synchronizedOutput),
      // If the theme is `nil`, the application adapts to the terminal.
      theme: settings.theme == .auto && recording.tape == nil ? nil : settings.theme.theme(environment: environment),
      keymap: settings.keymap)
    Inspector.install(in: application.window, options: inspector)
    let catalog = try LiveCatalog(store: store, settings: settings)
    let dependencies = UploadDependencies(
      store: store, settings: settings, environment: environment, clock: application.window.clock,
      executor: EffectExecutor.current)
    let uploads = dependencies.live()
    let memory =
      recording.tape == nil
      ? SessionMemory(SessionFile(settings.sessionFile), restoring: session, clock: application.window.clock) : nil
    let navigation = AppNavigation(
      window: application.window, catalog: catalog, uploads: uploads,
      sources: SourceChoices(settings, environment: environment), units: settings.units,
      environment: environment, memory: memory,
      tour: { [weak application] in
        guard let application else { return }
        let window = application.window
        let hasPlayed = window.leavingScreen {
          TourProgram.run(in: window, environment: environment)
        }
        if !hasPlayed {
          window.toast("The tour could not be played. Run showroom demo to see why.", kind: .error)
        }
      }
    ) { [weak application] in application?.stop() }
    for warning in settings.warnings { application.window.toast(warning, kind: .warning, action: nil) }
    let lastScreen = memory?.restored.link.flatMap { try? ShowroomLink(parsing: $0) }
    if let link = link ?? lastScreen { navigation.open(link) }
    if opensSource { navigation.refresh() }
    // Started after the first frame, which does not depend on uploads.
    if !store.isReadOnly { Task { uploads.start() } }
    let ending = withExtendedLifetime(navigation) {
      Result { () throws -> TerminationCause? in
        if recording == SessionRecording() { return application.run() }
        return try recording.run(application, tape, environment: environment)
      }
    }
    // Edits that have been shown on the screen must be written before the process ends.
    try EventLoop.block(on: {
      await catalog.finishWriting()
      await memory?.finish()
      await uploads.stop(.keep)
      await dependencies.shutDown()
    })
    StandardInputFile.removeUnused(in: FilePath(settings.dataDirectory.path), dependencies.queue.uploads)
    // A refresh in progress is abandoned without changing anything, so quitting does not wait for it.
    if catalog.refreshProgress.value == nil { store.close() }
    return try ending.get()
  }

  /// Opens the catalog. A new catalog stays empty, because a screen imports the configured source or lets the user
  /// choose one. It is filled first only if a tape is recorded, because tapes do not record the source.
  private static func open(_ settings: Settings, _ recording: SessionRecording) throws -> CatalogStore {
    guard recording.tape != nil, settings.source != nil else {
      return try CatalogStore(directory: settings.dataDirectory)
    }
    return try EventLoop.block(on: { try await CatalogBootstrap.open(settings: settings) })
  }
}
