import ReactorCore
import ShowroomCatalog
import ShowroomSettings
import ShowroomUploads

extension UploadService {
  /// Creates the service that the running program uses.
  init(
    scheduler: UploadScheduler, attachments: AttachmentStore, store: CatalogStore, engines: EngineRegistry,
    credentials: CredentialStore, choice: ChosenDestination
  ) {
    self.init(
      start: { () async throws(UploadFailure) in try await scheduler.start() },
      snapshots: { scheduler.snapshots() },
      finished: { scheduler.finished() },
      enqueue: { files, car, destination, onDuplicate async throws(UploadFailure) in
        try await scheduler.enqueue(files, car: car, destination: destination, onDuplicate: onDuplicate)
      },
      perform: { request async throws(UploadFailure) in try await request.perform(by: scheduler) },
      stop: { await scheduler.stop($0) },
      attachments: { car throws(UploadFailure) in try attachments.attachments(of: car) },
      allAttachments: { () async throws(UploadFailure) in try await Self.all(in: attachments) },
      changes: { store.uploadTableChanges() },
      reserving: { attachment, work async throws(UploadFailure) in
        try await scheduler.withReservedName(of: attachment, work)
      },
      forget: { id async throws(UploadFailure) in try await Self.forget(id, in: attachments) },
      remember: { destination throws(UploadFailure) in try choice.remember(destination) },
      engine: { destination async throws(UploadFailure) in try await engines.engine(for: destination) },
      hold: { credentials.remember($0, for: $1) },
      save: { secret, destination throws(UploadFailure) in try credentials.save(secret, for: destination) },
      warnings: { scheduler.warnings() })
  }

  /// Reads off the main actor, because there may be thousands of attachments.
  @concurrent
  private static func all(in attachments: AttachmentStore) async throws(UploadFailure) -> [Attachment] {
    try attachments.attachments()
  }

  /// Removes an attachment off the main actor, because this may have to wait for another process that is writing.
  @concurrent
  private static func forget(_ id: Attachment.ID, in attachments: AttachmentStore) async throws(UploadFailure) {
    try attachments.forget(id)
  }
}

extension UploadRequest {
  /// Performs the request with a scheduler.
  /// - Returns: Whether the upload is under way, if the request retries one; otherwise `true`.
  func perform(by scheduler: UploadScheduler) async throws(UploadFailure) -> Bool {
    switch self {
    case .cancel(let id, let discard): try await scheduler.cancel(id, discard: discard)
    case .cancelAll(let car, let discard): try await scheduler.cancelUnfinished(of: car, discard: discard)
    case .retry(let id): return try await scheduler.retry(id)
    case .retryAllFailed(let car): try await scheduler.retryAllFailed(of: car)
    case .resumeInterrupted(let car): try await scheduler.resumeInterrupted(of: car)
    case .setPaused(let isPaused, let finishingCurrent):
      await scheduler.setPaused(isPaused, finishingCurrent: finishingCurrent)
    case .limitRate(let bytes): await scheduler.limitRate(to: bytes)
    case .move(let id, let step): try await scheduler.move(id, by: step)
    case .resolveDuplicate(let id, let answer): try await scheduler.resolveDuplicate(id, with: answer)
    case .remove(let id): try await scheduler.remove(id)
    }
    return true
  }
}

/// A user's request to the upload queue.
package enum UploadRequest: Sendable, Hashable {
  /// Cancels an upload, and either discards the uploaded part or keeps it so that the upload can be resumed.
  case cancel(Upload.ID, discard: Bool)
  /// Cancels all uploads, or those of a car.
  case cancelAll(of: Car.ID? = nil, discard: Bool)
  /// Retries an upload.
  case retry(Upload.ID)
  /// Retries all failed uploads, or those of a car.
  case retryAllFailed(of: Car.ID? = nil)
  /// Resumes the uploads, or those of a car, that were interrupted when the program quit.
  case resumeInterrupted(of: Car.ID? = nil)
  /// Pauses or resumes the queue. If requested, pauses only after the running uploads have finished.
  case setPaused(Bool, finishingCurrent: Bool = false)
  /// Limits the number of bytes that all uploads together send per second; `nil` for no limit.
  case limitRate(Int64?)
  /// Moves an upload up (a negative number) or down in the queue.
  case move(Upload.ID, by: Int)
  /// Resolves an upload whose file already exists at the destination.
  case resolveDuplicate(Upload.ID, DuplicateResolution)
  /// Removes an upload that has ended from the queue.
  case remove(Upload.ID)
}
