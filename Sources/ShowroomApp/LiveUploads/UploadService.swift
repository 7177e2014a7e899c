import Catalogue
import Uploads

/// The queue, the attachments and the destinations, as far as the screens need them: a test answers in their place.
struct UploadService: Sendable {
  /// Claims what is pending and begins.
  var start: @Sendable () async throws(UploadFailure) -> Void
  /// The queue, now and whenever something in it changes.
  var snapshots: @Sendable () -> AsyncStream<UploadSnapshot>
  /// Each upload that has ended.
  var finished: @Sendable () -> AsyncStream<UploadOutcome>
  /// Puts files into the queue.
  var enqueue:
    @Sendable (_ files: [UploadSource], _ car: Car.ID, Destination, DuplicatePolicy) async throws(UploadFailure)
      -> [UploadItem.ID]
  /// Does what a person asks of the queue.
  var perform: @Sendable (UploadRequest) async throws(UploadFailure) -> Void
  /// Ends what is under way; returns when everything is on the disk.
  var stop: @Sendable (StopMode) async -> Void
  /// The files of a car, oldest first; in less than a millisecond.
  var attachments: @Sendable (Car.ID) throws(UploadFailure) -> [Attachment]
  /// Counters that tell whether attachments have changed, whoever changed them; the present ones first.
  var changes: @Sendable () -> AsyncStream<UploadTablesRevision>
  /// Takes an attachment off the list of its car. The file is gone already.
  var forget: @Sendable (Attachment.ID) async throws(UploadFailure) -> Void
  /// Remembers for later runs where new files go.
  var remember: @Sendable (Destination) throws(UploadFailure) -> Void
  /// What carries files to a destination.
  var engine: @Sendable (Destination) async throws(UploadFailure) -> any UploadEngine
  /// Uses credentials for a destination until the program ends.
  var hold: @Sendable (Credentials, Destination) -> Void
  /// Writes credentials into the file that only the user can read, and uses them.
  var save: @Sendable (Credentials, Destination) throws(UploadFailure) -> Void
  /// What there is to know about uploads that does not keep them from arriving.
  var warnings: @Sendable () -> AsyncStream<UploadWarning> = { AsyncStream { $0.finish() } }
}
