import Catalogue
import Foundation
import Uploads

/// What uploads are made with, put together from the settings, for the screens and for the commands alike. Nothing touches
/// the disk or the network before it is used.
public struct UploadEquipment: Sendable {
  /// The rows.
  public let queue: UploadQueue
  /// What has been uploaded.
  public let attachments: AttachmentStore
  /// Who we are to servers.
  public let credentials: CredentialStore
  /// What carries files.
  public let engines: Engines
  /// What sends the rows.
  public let scheduler: UploadScheduler
  /// What destinations are reckoned from.
  public let places: DestinationPlaces
  private let store: CatalogueStore
  private let clock: any Clock<Duration>
  private let transport: HTTPTransport

  /// The parts, over a catalogue's database.
  ///
  /// - Parameters:
  ///   - clock: what pauses, rates and the time for undoing are measured with.
  ///   - executor: threads to run on in place of the system's.
  public init(
    store: CatalogueStore, settings: Settings, environment: [String: String],
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil
  ) {
    let directories = UserDirectories(environment: environment)
    let localFolder = Destination.folder(settings.dataDirectory.appendingPathComponent("uploads").path)
    self.store = store
    self.clock = clock
    queue = UploadQueue(store: store)
    attachments = AttachmentStore(store: store)
    credentials = CredentialStore(
      configurationFolder: directories.configuration.path, home: directories.home.path, environment: environment)
    transport = HTTPTransport(limits: HTTPLimits(caFile: settings.caFile, environment: environment))
    engines = Engines(transport: transport, credentials: credentials)
    scheduler = UploadScheduler(
      queue: queue,
      engines: { [engines] destination async throws(UploadFailure) in try await engines.engine(for: destination) },
      concurrency: settings.concurrentUploads, clock: clock, executor: executor)
    places = DestinationPlaces(
      configured: settings.destination ?? localFolder, localFolder: localFolder, home: directories.home.path,
      base: FileManager.default.currentDirectoryPath)
  }

  /// The uploads as the screens see them.
  @MainActor
  public func live() -> LiveUploads {
    LiveUploads(
      scheduler: scheduler, attachments: attachments, store: store, engines: engines, credentials: credentials,
      places: places, clock: clock)
  }

  /// Gives the network back; uploads have been stopped before.
  public func shutDown() async {
    await transport.shutDown()
  }
}
