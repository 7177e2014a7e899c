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
  private let choice: ChosenDestination
  private let peer: (any UploadEngine)?

  /// The parts, over a catalogue's database.
  ///
  /// - Parameters:
  ///   - clock: what pauses, rates and the time for undoing are measured with.
  ///   - executor: threads to run on in place of the system's.
  ///   - policy: when failed attempts are repeated.
  public init(
    store: CatalogueStore, settings: Settings, environment: [String: String],
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    policy: RetryPolicy = RetryPolicy()
  ) {
    self.init(
      store: store, settings: settings, environment: environment, clock: clock, executor: executor, policy: policy,
      peer: nil, localFolder: settings.dataDirectory.appendingPathComponent("uploads").path,
      home: UserDirectories(environment: environment).home.path, base: FileManager.default.currentDirectoryPath,
      root: nil, now: { Date() })
  }

  /// - Parameters:
  ///   - peer: takes the files in place of every destination; nothing is left to chance then.
  ///   - localFolder: the program's own destination.
  ///   - home: what `~` stands for in destinations.
  ///   - base: where relative paths start, and the choice of files.
  ///   - root: the folder that files are only chosen from; nil: from anywhere.
  ///   - now: the time that uploads are dated with.
  init(
    store: CatalogueStore, settings: Settings, environment: [String: String], clock: any Clock<Duration>,
    executor: (any TaskExecutor)?, policy: RetryPolicy = RetryPolicy(spread: 0), peer: (any UploadEngine)?,
    localFolder: String, home: String, base: String, root: String?, now: @escaping @Sendable () -> Date
  ) {
    self.peer = peer
    let directories = UserDirectories(environment: environment)
    let localFolder = Destination.folder(localFolder)
    self.store = store
    self.clock = clock
    queue = UploadQueue(store: store, now: now)
    attachments = AttachmentStore(store: store)
    credentials = CredentialStore(
      configurationFolder: directories.configuration.path, home: directories.home.path,
      configured: settings.destination, environment: environment)
    transport = HTTPTransport(limits: HTTPLimits(caFile: settings.caFile, environment: environment))
    engines = Engines(transport: transport, credentials: credentials)
    scheduler = UploadScheduler(
      queue: queue,
      engines: { [engines] destination async throws(UploadFailure) in
        if let peer { return peer }
        return try await engines.engine(for: destination)
      },
      concurrency: settings.concurrentUploads, policy: policy, clock: clock, executor: executor)
    choice = ChosenDestination(in: settings.dataDirectory)
    places = DestinationPlaces(
      configured: settings.destination ?? localFolder,
      chosen: settings.destination == nil ? choice.destination : nil, localFolder: localFolder, home: home, base: base,
      root: root)
  }

  /// The uploads as the screens see them.
  @MainActor
  public func live() -> LiveUploads {
    var service = UploadService(
      scheduler: scheduler, attachments: attachments, store: store, engines: engines, credentials: credentials,
      choice: choice)
    if let peer { service.engine = { _ in peer } }
    return LiveUploads(service: service, places: places, clock: clock)
  }

  /// Gives the network back; uploads have been stopped before.
  public func shutDown() async {
    await transport.shutDown()
  }
}
