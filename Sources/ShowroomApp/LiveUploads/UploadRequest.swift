import ShowroomCatalog
import ShowroomUploads

/// A request of the user to the upload queue.
package enum UploadRequest: Sendable, Hashable {
  /// Cancels an upload, and discards its uploaded part or keeps it for resuming later.
  case cancel(UploadItem.ID, discard: Bool)
  /// Cancels all uploads, or those of a car.
  case cancelAll(of: Car.ID? = nil, discard: Bool)
  /// Retries an upload.
  case retry(UploadItem.ID)
  /// Retries all failed uploads.
  case retryAllFailed
  /// Resumes the uploads that were interrupted when the program quit.
  case resumeInterrupted
  /// Pauses the queue, if requested only after the running uploads have finished, or resumes it.
  case setPaused(Bool, finishingCurrent: Bool = false)
  /// Moves an upload up (a negative number) or down in the queue.
  case move(UploadItem.ID, by: Int)
  /// Resolves an upload whose file already exists at the destination.
  case resolveDuplicate(UploadItem.ID, DuplicateResolution)
  /// Removes an upload that has ended from the queue.
  case remove(UploadItem.ID)
}
