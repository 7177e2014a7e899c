/// The state of an upload that this program is running or about to retry, in addition to its row.
struct LiveUpload: Sendable {
  /// The current step.
  enum Phase: Sendable {
    /// The attempt has not begun, because its name must be reserved first.
    case reserving
    case hashing(Int64)
    case uploading
    case verifying
    /// The next attempt begins after a pause.
    case pausing(UploadFailure, failures: Int, until: Double)
    /// The upload failed, and the failure could not be stored.
    case failed(UploadFailure)
  }

  /// The reason why the task was canceled.
  enum Ending: Sendable, Hashable {
    /// The queue was paused. The upload continues later.
    case pause
    /// The user canceled the upload, and its data stays at the destination.
    case cancel
    /// The user discarded the upload. A separate task removes the data.
    case discard
    /// The upload made no progress for too long.
    case giveUp
  }

  var phase: Phase = .reserving
  var ending: Ending?
  /// The number of bytes sent, including earlier attempts.
  var sent: Int64
  /// The time of the attempt's last event.
  var moved: Double
  /// Whether this attempt has sent data. Until then, `sent` is the result of earlier attempts.
  var hasSent = false
  /// Whether the destination has confirmed more data than before the attempt.
  var hasProgressed = false
  /// Whether the destination can resume the upload after an interruption, or `nil` until the destination is known.
  var resumption: DestinationInfo.Resumption?
  var meter: RateMeter
  var task: Task<Void, Never>?

  /// Whether the upload counts against the limit of concurrent uploads.
  var isRunning: Bool {
    switch phase {
    case .reserving, .hashing, .uploading, .verifying: true
    case .pausing, .failed: false
    }
  }

  /// Returns whether the attempt is sending a file of `size` bytes but has sent nothing for several seconds. Waiting
  /// for the destination to confirm data is not a stall.
  func isStalled(at now: Double, of size: Int64) -> Bool {
    guard case .uploading = phase, ending == nil, sent < size else { return false }
    return meter.isStalled(at: now)
  }

  /// Returns the state to show.
  func state(at now: Double, isPaused: Bool) -> Upload.State {
    switch (ending, phase) {
    case (.cancel, _): .canceled
    case (.discard, _): .discarding(nil)
    case (.pause, _): .paused
    case (_, .reserving): isPaused ? .paused : .queued
    case (_, .hashing(let bytes)): .hashing(bytes: bytes)
    case (_, .uploading): .uploading
    case (_, .verifying): .verifying
    case (_, .pausing) where isPaused: .paused
    case (_, .pausing(let failure, let failures, let until)):
      .retrying(failure, attempt: failures, inSeconds: max(0, (until - now).rounded(.up)))
    case (_, .failed(let failure)): .failed(failure)
    }
  }
}
