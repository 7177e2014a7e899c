import Uploads

/// What a person asks of the queue.
public enum UploadRequest: Sendable, Hashable {
  /// Stop one, and take away what it left at the destination, or keep it for going on later.
  case cancel(UploadItem.ID, discard: Bool)
  /// Stop all.
  case cancelAll(discard: Bool)
  /// Try one again.
  case retry(UploadItem.ID)
  /// Try all that failed again.
  case retryAllFailed
  /// Go on with what the end of a program interrupted.
  case resumeInterrupted
  /// Begin nothing new, also after finishing the files that are being sent, or go on.
  case setPaused(Bool, finishingCurrent: Bool = false)
  /// Send one earlier (less than 0) or later.
  case move(UploadItem.ID, by: Int)
  /// Say what is to be done about a file that is there already.
  case resolveDuplicate(UploadItem.ID, DuplicateAnswer)
  /// Take one that has ended off the list.
  case remove(UploadItem.ID)
}
