import Foundation
import ShowroomCatalog
import ShowroomUploads

/// The dependencies of uploads, created from the settings for screens and commands. Creating them accesses neither the
/// disk nor the network.
package struct UploadDependencies: Sendable {
  /// The upload queue.
  package let queue: UploadQueue
  /// The attachments.
  package let attachments: AttachmentStore
  /// The credentials for servers.
  package let credentials: CredentialStore
  /// The engines of the destinations.
  package let engines: EngineRegistry
  /// The scheduler of the queue.
  package let scheduler: UploadScheduler
  /// The known destinations.
  package let destinations: Destinations
  /// A closure that returns the modification time of files written in a demo; `nil` to use the system's time.
  package let fileTime: (@Sendable () -> Date)?
  package let store: CatalogStore
  package let clock: any Clock<Duration>
  private let transport: HTTPTransport
  package let choice: ChosenDestination

  /// Creates the dependencies for a catalog.
  ///
  /// - Parameters:
  ///   - clock: The clock for pauses, rates and the time to undo deletions.
  ///   - executor: The executor to use instead of the default one.
  ///   - policy: The policy for retries.
  package init(
    store: CatalogStore, settings: Settings, environment: [String: String],
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    policy: RetryPolicy = RetryPolicy()
  ) {
    self.init(
      store: store, settings: settings, environment: environment, clock: clock, executor: executor, policy: policy,
      makeEngine: nil, localFolder: settings.dataDirectory.appendingPathComponent("uploads").path,
      home: UserDirectories(environment: environment).home.path, base: FileManager.default.currentDirectoryPath,
      root: nil, now: { Date() })
  }

  /// - Parameters:
  ///   - makeEngine: Creates the engines of all destinations; `nil` for those of the protocols.
  ///   - localFolder: The local folder for uploads.
  ///   - home: The folder that `~` stands for.
  ///   - base: The folder to which relative paths refer and in which the file picker starts.
  ///   - root: The only folder from which files may be chosen; `nil` for no restriction.
  ///   - now: The clock for the dates of uploads.
  package init(
    store: CatalogStore, settings: Settings, environment: [String: String], clock: any Clock<Duration>,
    executor: (any TaskExecutor)?, policy: RetryPolicy = RetryPolicy(spread: 0),
    makeEngine: EngineRegistry.EngineMaker?, localFolder: String, home: String, base: String, root: String?,
    now: @escaping @Sendable () -> Date
  ) {
    let directories = UserDirectories(environment: environment)
    let localFolder = Destination.folder(localFolder)
    self.store = store
    self.clock = clock
    queue = UploadQueue(store: store, now: now)
    attachments = AttachmentStore(store: store)
    credentials = CredentialStore(
      configurationFolder: directories.configuration.path, home: directories.home.path,
      configured: settings.destination, environment: environment)
    let bandwidth = BandwidthLimit(settings.rateLimit, clock: clock)
    let connections = ConnectionLimit(clock: clock)
    transport = HTTPTransport(
      limits: HTTPLimits(caFile: settings.caFile, environment: environment), bandwidth: bandwidth,
      connections: connections, clock: clock)
    engines = EngineRegistry(transport: transport, credentials: credentials, makeEngine: makeEngine)
    scheduler = UploadScheduler(
      queue: queue,
      engines: { [engines] destination async throws(UploadFailure) in
        try await engines.engine(for: destination)
      },
      parallelism: UploadParallelism(files: settings.concurrentUploads), policy: policy, bandwidth: bandwidth,
      connections: connections, clock: clock, executor: executor)
    choice = ChosenDestination(in: settings.dataDirectory)
    destinations = Destinations(
      configured: settings.destination ?? localFolder,
      chosen: settings.destination == nil ? choice.destination : nil, localFolder: localFolder, home: home, base: base,
      root: root)
    fileTime = root == nil ? nil : now
  }

  /// Returns whether the environment contains credentials that are not sent to a destination, because the destination
  /// is not named by an option, a variable or the configuration file.
  package func withholdsCredentials(from destination: String) -> Bool {
    (try? destinations.parse(destination)).map(credentials.withholdsEnvironment) ?? false
  }

  /// Returns the engine of a destination.
  package func engine(for destination: Destination) async throws(UploadFailure) -> any UploadEngine {
    try await engines.engine(for: destination)
  }

  /// Shuts down the network connections. All uploads must be stopped first.
  package func shutDown() async {
    await transport.shutDown()
  }
}
