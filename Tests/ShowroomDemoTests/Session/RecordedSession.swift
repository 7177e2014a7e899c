import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import ShowroomText
import TapePlayer

@testable import ShowroomApp
@testable import ShowroomDemo
@testable import ShowroomSettings

/// A session of the real program, on a terminal in memory, whose input is written as a tape.
@MainActor
final class RecordedSession {
  /// The last screen of the session.
  private(set) var screen: ScreenSnapshot?
  private let store: CatalogStore
  private let settings: Settings
  private let environment: [String: String]
  private let source: CatalogSource
  let tape: String

  /// Creates a session with the database in `folder` and the settings of `environment`. Without `source`, a refresh
  /// imports the bundled cars.
  init(in folder: URL, _ environment: [String: String] = [:], source: CatalogSource? = nil) throws {
    tape = folder.appendingPathComponent("session.tape").path
    self.environment = [
      "HOME": folder.path, "SHOWROOM_RESOURCES": Checkout.resources.path,
      "SHOWROOM_DATA_DIR": folder.appendingPathComponent("data").path,
    ].merging(environment) { $1 }
    settings = try Settings(SettingsRequest(), environment: self.environment)
    store = try CatalogStore(directory: settings.dataDirectory, followsOthers: false)
    self.source = try source ?? .file(settings.resources.catalog())
  }

  /// Performs the commands of a tape, and writes the tape of the session.
  func perform(_ keys: String) async throws {
    let theme = settings.theme.theme(environment: environment)
    let catalog = LiveCatalog(store: store, source: source)
    let stage = HeadlessStage(
      theme: theme, capabilities: Capabilities(isASCII: settings.isASCII),
      externalWork: .reported { catalog.isRefreshWorking })
    FrameCheck.watch(stage.window)
    let session = try SessionTape(tape, SessionEnvironment(store, source: source, settings: settings), store)
    let input = try Tape(parsing: keys)
    screen = try await stage.perform {
      let window = stage.window
      window.keymap = settings.keymap
      window.installStandardCommands { stage.end() }
      let uploads = UploadDependencies(
        store: store, settings: settings, environment: environment, clock: window.clock,
        executor: EffectExecutor.current
      ).live()
      let navigation = AppNavigation(
        window: window, catalog: catalog, uploads: uploads,
        sources: SourceChoices(settings, environment: environment), units: settings.units, environment: environment,
        timestamps: TimestampFormatting(in: TimeZone.current)
      ) { stage.end() }
      uploads.start()
      let writer = session.writer(for: window)
      try await stage.advance(by: .milliseconds(500))
      for command in input.commands {
        switch command.action {
        case .press(let key, let count, _):
          for _ in 0..<count { try await deliver(.key(key), writer, stage) }
        case .type(let text, _):
          for character in text { try await deliver(.key(Key(.character(character))), writer, stage) }
        case .sleep(let duration): try await stage.advance(by: duration)
        default: break
        }
      }
      let screen = ScreenSnapshot(of: window)
      try session.write(writer.tape(endingAt: window.time))
      await catalog.finishWriting()
      await uploads.stop(.keep)
      withExtendedLifetime(navigation) {}
      return screen
    }
  }

  private func deliver(_ event: Event, _ writer: TapeWriter, _ stage: HeadlessStage) async throws {
    writer.record(event, at: stage.window.time)
    try await stage.deliver(event)
    try await stage.advance(by: .milliseconds(120))
  }

  /// Plays the written tape without the database and settings of the session.
  func replay() async throws -> ScreenSnapshot {
    try await Checkout.performance(of: URL(fileURLWithPath: tape)).playHeadless()
  }

  /// Returns the lines of the tape that set variables.
  func variables() throws -> [String] {
    try String(contentsOfFile: tape, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("Env") }
  }
}
