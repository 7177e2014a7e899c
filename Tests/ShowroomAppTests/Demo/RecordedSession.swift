import Catalogue
import Foundation
import ReactorCore
import ReactorTerminal
import TapePlayer

@testable import ShowroomApp

/// A session of the real program, on a terminal in memory, that is written as a tape.
@MainActor
final class RecordedSession {
  /// Its last screen.
  private(set) var screen: ScreenSnapshot?
  private let folder: URL
  private let store: CatalogueStore
  private let settings: Settings
  private let environment: [String: String]
  private let source: CatalogueSource
  let tape: String

  /// A session over the database in `folder`, whose settings are made from `environment`; a refresh takes the bundled
  /// cars unless `source` says otherwise.
  init(in folder: URL, _ environment: [String: String] = [:], source: CatalogueSource? = nil) throws {
    self.folder = folder
    tape = folder.appendingPathComponent("session.tape").path
    self.environment = [
      "HOME": folder.path, "SHOWROOM_RESOURCES": Checkout.resources.path,
      "SHOWROOM_DATA_DIR": folder.appendingPathComponent("data").path,
    ].merging(environment) { $1 }
    settings = try Settings(SettingsRequest(), environment: self.environment)
    store = try CatalogueStore(directory: settings.dataDirectory, followsOthers: false)
    self.source = try source ?? .file(settings.resources.catalogue())
  }

  /// Does what `keys`, the commands of a tape, say, and writes the tape.
  func perform(_ keys: String) async throws {
    let theme = settings.theme.theme(environment: environment)
    let catalogue = LiveCatalogue(store: store, source: source)
    let stage = HeadlessStage(
      theme: theme, capabilities: Capabilities(isASCII: settings.isASCII),
      outside: .told { catalogue.isRefreshWorking })
    let kept = try SessionTape(tape, SessionBeginning(store, source: source, settings: settings), store)
    let done = try Tape(parsing: keys)
    screen = try await stage.perform {
      let window = stage.window
      window.keymap = settings.keymap
      window.installStandardCommands { stage.end() }
      let uploads = UploadEquipment(
        store: store, settings: settings, environment: environment, clock: window.clock,
        executor: EffectExecutor.current
      ).live()
      let navigation = AppNavigation(
        window: window, catalogue: catalogue, uploads: uploads,
        sources: SourceChoices(settings, environment: environment), units: settings.units, environment: environment,
        moments: MomentFormatting(in: TimeZone.current)
      ) { stage.end() }
      uploads.start()
      let writer = kept.writer(for: window)
      try await stage.pass(.milliseconds(500))
      for command in done.commands {
        switch command.action {
        case .press(let key, let count, _):
          for _ in 0..<count { try await deliver(.key(key), writer, stage) }
        case .type(let text, _):
          for character in text { try await deliver(.key(Key(.character(character))), writer, stage) }
        case .sleep(let duration): try await stage.pass(duration)
        default: break
        }
      }
      let screen = ScreenSnapshot(of: window)
      try kept.write(writer.tape(at: window.time))
      await catalogue.finishWriting()
      await uploads.stop(.keep)
      withExtendedLifetime(navigation) {}
      return screen
    }
  }

  private func deliver(_ event: Event, _ writer: TapeWriter, _ stage: HeadlessStage) async throws {
    writer.note(event, at: stage.window.time)
    try await stage.deliver(event)
    try await stage.pass(.milliseconds(120))
  }

  /// Plays the tape that was written, where neither the database nor the settings are.
  func replay() async throws -> ScreenSnapshot {
    try await Checkout.performance(of: URL(fileURLWithPath: tape)).playHeadless()
  }

  /// The lines of the tape that say how the session began.
  func beginning() throws -> [String] {
    try String(contentsOfFile: tape, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("Env") }
  }
}
