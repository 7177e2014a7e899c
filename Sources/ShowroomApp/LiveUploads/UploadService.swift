import ShowroomCatalog
import ShowroomFiles
import ShowroomUploads

/// The operations on the queue, the attachments and the destinations that the screens need. Replaced in tests.
struct UploadService: Sendable {
  /// Reads the queue, follows its changes, and completes unfinished removals.
  var start: @Sendable () async throws(UploadFailure) -> Void
  /// Returns the current snapshot of the queue, followed by a new one for each change.
  var snapshots: @Sendable () -> AsyncStream<UploadSnapshot>
  /// Returns the outcomes of uploads as they end.
  var finished: @Sendable () -> AsyncStream<UploadOutcome>
  /// Adds files to the queue.
  var enqueue:
    @Sendable (_ files: [UploadSource], _ car: Car.ID, Destination, DuplicatePolicy) async throws(UploadFailure)
      -> [Upload.ID]
  /// Performs a user's request on the queue, and returns whether the upload is under way, if the request retries one.
  var perform: @Sendable (UploadRequest) async throws(UploadFailure) -> Bool
  /// Stops all uploads, and returns when their state has been written to disk. If they were to be discarded, returns
  /// the reason why not all could be.
  var stop: @Sendable (StopMode) async -> UploadFailure?
  /// Returns the attachments of a car, oldest first, in less than a millisecond.
  var attachments: @Sendable (Car.ID) throws(UploadFailure) -> [Attachment]
  /// Returns the attachments of all cars.
  var allAttachments: @Sendable () async throws(UploadFailure) -> [Attachment]
  /// Returns the revisions of the upload tables: the current one, then one for each change by any process.
  var changes: @Sendable () -> AsyncStream<UploadTablesRevision>
  /// Performs work while no upload can use the name of an attachment.
  var reserving:
    @Sendable (Attachment, @Sendable () async throws(UploadFailure) -> Void) async throws(UploadFailure) -> Void
  /// Removes an attachment whose file has been deleted from the list of its car.
  var forget: @Sendable (Attachment.ID) async throws(UploadFailure) -> Void
  /// Saves the destination for new uploads for later runs.
  var remember: @Sendable (Destination) throws(UploadFailure) -> Void
  /// Returns the engine that uploads files to a destination.
  var engine: @Sendable (Destination) async throws(UploadFailure) -> any UploadEngine
  /// Uses credentials for a destination until the program quits.
  var hold: @Sendable (Credentials, Destination) -> Void
  /// Saves credentials to the file that only the user can read, and uses them.
  var save: @Sendable (Credentials, Destination) throws(UploadFailure) -> Void
  /// Returns warnings raised by uploads that succeed.
  var warnings: @Sendable () -> AsyncStream<UploadWarning> = { AsyncStream { $0.finish() } }
}
