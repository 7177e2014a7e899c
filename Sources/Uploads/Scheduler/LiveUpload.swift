/// What a running program knows of an upload beyond its row.
struct LiveUpload: Sendable {
  /// What is happening.
  enum Phase: Sendable {
    case hashing(Int64)
    case sending
    case verifying
    /// The next attempt is made at a time.
    case pausing(UploadFailure, failures: Int, until: Double)
    /// It failed, and the database could not be told.
    case failed(UploadFailure)
  }

  /// Why its task was cancelled.
  enum Ending: Sendable, Hashable {
    /// It goes on later.
    case pause
    /// A person stopped it.
    case cancel(discard: Bool)
    /// It is forgotten, here and at the destination.
    case remove
  }

  var phase: Phase = .sending
  var ending: Ending?
  /// Bytes that have left, those of earlier attempts included.
  var sent: Int64
  /// Whether this attempt has sent something: before that, `sent` is what an earlier one left behind.
  var hasSent = false
  /// Whether the destination confirmed more than when the attempt began.
  var hasProgressed = false
  /// What becomes of it when it is stopped; nil until the destination is known.
  var resumption: Survey.Resumption?
  var meter: RateMeter
  var task: Task<Void, Never>?

  /// Whether it takes one of the places that there are for uploads.
  var isRunning: Bool {
    switch phase {
    case .hashing, .sending, .verifying: true
    case .pausing, .failed: false
    }
  }

  /// What screens are shown.
  func state(at now: Double, isPaused: Bool) -> UploadItem.State {
    switch (ending, phase) {
    case (.cancel, _), (.remove, _): .cancelled
    case (.pause, _): .paused
    case (nil, .hashing(let bytes)): .hashing(bytes: bytes)
    case (nil, .sending): .sending
    case (nil, .verifying): .verifying
    case (nil, .pausing) where isPaused: .paused
    case (nil, .pausing(let failure, let failures, let until)):
      .retrying(failure, attempt: failures, inSeconds: max(0, (until - now).rounded(.up)))
    case (nil, .failed(let failure)): .failed(failure)
    }
  }
}
