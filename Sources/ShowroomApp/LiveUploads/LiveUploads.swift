import Foundation
import Logging
import ReactorCore
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomFiles
import ShowroomSettings
import ShowroomUploads
import SystemPackage

/// The upload queue, the attachments, and the destination for new uploads, shared by all screens.
///
/// All changes go through this type. Uploads belong to the queue, so leaving a screen does not stop them. Slow
/// operations run off the main actor.
@MainActor
package final class LiveUploads {
  /// The current state of the queue, updated at most about ten times a second and only when something changes.
  package let snapshot = StateRelay(UploadSnapshot())
  /// The outcome of each upload, emitted when it ends.
  package let outcomes = Relay<UploadOutcome>()
  /// Warnings raised by uploads that succeed.
  package let warnings = Relay<UploadWarning>()
  /// Failed uploads that a screen has reported, so that no other message repeats them.
  let reportedFailures = Relay<Set<Upload.ID>>()
  /// A relay that emits when the attachments of any car have changed, in this or another process.
  package let attachmentChanges = Relay<Void>()
  /// The destination for new uploads. Uploads that are already in the queue keep theirs.
  package let destination: StateRelay<Destination>
  /// Attachments just deleted whose deletion can still be undone with ``undoDeletion(_:)``.
  package let deletions = Relay<Attachment>()
  /// Failures of operations that no screen is waiting for.
  package let failureReports = Relay<UploadFailureReport>()
  /// The folder in which the next file picker opens, which is the one that the last picker showed.
  package var folderOfFiles: FilePath
  /// The configured destinations and folders, used to parse destinations.
  package let destinations: Destinations
  /// A closure that returns the modification time of files written in a demo; `nil` to use the system's time.
  var fileTime: (@Sendable () -> Date)?

  let service: UploadService
  let logger: Logger
  let clock: any Clock<Duration>
  var deleting: [Attachment.ID: Deletion] = [:]
  /// The running downloads, which continue when their screen is closed.
  var downloads: [Int: Task<UploadFailure?, Never>] = [:]
  /// The number of downloads that have been started.
  var startedDownloads = 0
  private var chosen: [Destination] = []
  private var attachmentRevision: Int64?
  private let revisedAttachments = Relay<Void>()
  private let disposeBag = DisposeBag()
  private var observations: [Task<Void, Never>] = []

  /// The time between two reports that the queue has changed the attachments. Thousands of small files may end within
  /// seconds, and each observer reads all attachments of a car again.
  static let attachmentInterval: Duration = .seconds(1)

  init(
    service: UploadService, destinations: Destinations, clock: any Clock<Duration>,
    logger: Logger = Logger(label: "showroom.uploads")
  ) {
    self.service = service
    self.destinations = destinations
    folderOfFiles = FilePath(destinations.baseOfFiles)
    self.clock = clock
    self.logger = logger
    destination = StateRelay(destinations.initial)
    chosen = destinations.chosen.map { [$0] } ?? []
  }

  isolated deinit {
    for observation in observations { observation.cancel() }
    for deletion in deleting.values { deletion.timer?.cancel() }
  }

  // MARK: The queue

  /// Starts the queue and observes it. Further calls do nothing.
  package func start() {
    guard observations.isEmpty else { return }
    disposeBag.collect {
      revisedAttachments.throttle(Self.attachmentInterval, clock: clock).bind(to: attachmentChanges)
    }
    observe(service.finished()) { $0.outcomes.send($1) }
    observe(service.warnings()) { $0.warnings.send($1) }
    observe(service.snapshots()) { $0.snapshot.accept($1) }
    observe(service.changes()) { $0.take($1) }
    observations.append(
      Task.immediate(executorPreference: EffectExecutor.current) { [weak self, service] in
        do throws(UploadFailure) {
          try await service.start()
        } catch {
          self?.report(UploadFailureReport("Could not start uploads", error, retry: nil))
        }
      })
  }

  private func observe<Element: Sendable>(
    _ stream: AsyncStream<Element>, _ take: @escaping @MainActor (LiveUploads, Element) -> Void
  ) {
    observations.append(
      Task.immediate(executorPreference: EffectExecutor.current) { [weak self] in
        for await element in stream {
          guard let self else { return }
          take(self, element)
        }
      })
  }

  private func take(_ revision: UploadTablesRevision) {
    defer { attachmentRevision = revision.attachments }
    if let attachmentRevision, attachmentRevision != revision.attachments { revisedAttachments.send(()) }
  }

  /// Adds files to the queue, and emits their outcomes, in groups. Canceled uploads have none. Ending the subscription
  /// does not cancel the uploads.
  package func upload(
    _ files: [UploadSource], for car: Car.ID, to destination: Destination, onDuplicate: DuplicatePolicy = .fail
  ) -> Observable<[UploadOutcome]> {
    observing { [service] () async throws(UploadFailure) in
      try await service.enqueue(files, car, destination, onDuplicate)
    }
  }

  /// Retries an upload, and emits its outcome, unless it is canceled or has already ended.
  package func retry(_ id: Upload.ID) -> Observable<[UploadOutcome]> {
    observing { [service] () async throws(UploadFailure) in
      try await service.perform(.retry(id)) ? [id] : []
    }
  }

  /// Performs a user's request on the queue.
  package func perform(_ request: UploadRequest) async throws(UploadFailure) {
    _ = try await service.perform(request)
  }

  /// Resumes the uploads that were interrupted when the program quit, and reports a failure.
  package func resumeInterrupted() {
    Task.immediate(executorPreference: EffectExecutor.current) { [weak self, service] in
      do throws(UploadFailure) {
        _ = try await service.perform(.resumeInterrupted())
      } catch {
        self?.report(UploadFailureReport("Could not resume uploads", error) { self?.resumeInterrupted() })
      }
    }
  }

  /// Cancels the downloads and stops the queue before the program quits, and keeps or discards partial uploads.
  /// Deletions that can still be undone are dropped, because a file that was kept by mistake can be deleted later, but
  /// a deleted file cannot be restored.
  /// - Returns: The reason why not all partial uploads could be discarded; `nil` if all were.
  @discardableResult
  package func stop(_ mode: StopMode) async -> UploadFailure? {
    for deletion in deleting.values { deletion.timer?.cancel() }
    for deletion in deleting.values { await deletion.work?.value }
    for download in downloads.values { download.cancel() }
    for download in downloads.values { _ = await download.value }
    let failure = await service.stop(mode)
    if let failure { logger.error("Could not discard uploads", metadata: ["cause": "\(failure.message)"]) }
    return failure
  }

  private func observing(
    _ enqueue: @escaping @MainActor () async throws(UploadFailure) -> [Upload.ID]
  ) -> Observable<[UploadOutcome]> {
    .deferred { [weak self] in
      guard let self else { return .empty }
      // Subscribes first, because a small upload may end before its ID is known.
      let changes = Observable<ObservedUploads.Change>.merge(
        outcomes.map { .ended($0) }, snapshot.map { .snapshot($0) }
      ).values
      return .run { emit in
        let ids = try await enqueue()
        var observed = ObservedUploads(ids)
        if observed.isEmpty { return }
        for try await change in changes {
          let outcomes = observed.take(change)
          if !outcomes.isEmpty { emit(outcomes) }
          if observed.isEmpty { return }
        }
      }
    }
  }

  func report(_ report: UploadFailureReport) {
    logger.error("\(report.title)", metadata: ["cause": "\(report.failure.message)"])
    failureReports.send(report)
  }

  // MARK: Destinations

  /// Sets the destination for new uploads, in this run and in later runs.
  package func choose(_ destination: Destination) {
    chosen.removeAll { $0 == destination }
    chosen.insert(destination, at: 0)
    self.destination.accept(destination)
    do throws(UploadFailure) {
      try service.remember(destination)
    } catch {
      report(UploadFailureReport("Could not save the destination", error, retry: nil))
    }
  }

  /// The destinations to choose from: the configured one, Showroom's own folder, and those used before, most recent
  /// first.
  package var knownDestinations: [Destination] {
    var known = [destinations.configured, destinations.localFolder] + chosen
    var used = snapshot.value.uploads.compactMap { try? destinations.parse($0.destination) }
    used.reverse()
    known += used
    var seen: Set<Destination> = []
    return known.filter { seen.insert($0).inserted }
  }

  /// Uses credentials for a destination from now on. If `saved` is `true`, also writes them, for later runs, to a file
  /// that only the user can read.
  /// - Throws: ``UploadFailure`` if the file cannot be written. The credentials are used for this run anyway.
  package func authorize(
    _ destination: Destination, with credentials: Credentials, saved: Bool
  ) async throws(UploadFailure) {
    service.hold(credentials, destination)
    if saved { try await Self.save(credentials, destination, service) }
  }

  @concurrent
  private static func save(
    _ credentials: Credentials, _ destination: Destination, _ service: UploadService
  ) async throws(UploadFailure) {
    try service.save(credentials, destination)
  }

  /// Returns the capabilities of a destination and its files for a car.
  ///
  /// - Parameter includingFolders: Whether files in folders must be included, for which some servers need many
  ///   requests.
  package func destinationInfo(
    _ destination: Destination, car: Car.ID, includingFolders: Bool = true
  ) async throws(UploadFailure) -> DestinationInfo {
    let engine = try await service.engine(destination)
    return try await engine.destinationInfo(for: car, in: includingFolders ? nil : [])
  }
}

extension LiveUploads {
  /// The reader of the files that can be uploaded.
  var fileReader: DirectoryReader { destinations.root.map { .disk.within(FilePath($0)) } ?? .disk }

  /// Finds the files named in pasted text, off the main actor.
  func pastedFiles(in text: String) async -> PastedFiles.Outcome {
    await PastedFiles.find(
      in: text, folder: FilePath(destinations.baseOfFiles), home: FilePath(destinations.homeOfFiles), reader: fileReader
    )
  }
}

extension UploadDependencies {
  /// Returns the uploads for all screens to share.
  @MainActor
  package func live() -> LiveUploads {
    let service = UploadService(
      scheduler: scheduler, attachments: attachments, store: store, engines: engines, credentials: credentials,
      choice: choice)
    let uploads = LiveUploads(service: service, destinations: destinations, clock: clock)
    uploads.fileTime = fileTime
    return uploads
  }
}
