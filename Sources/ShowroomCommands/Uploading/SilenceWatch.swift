import ShowroomUploads

/// A watch that detects uploads without progress that are not about to retry, so that a run without a progress line
/// does not seem to have stopped.
struct SilenceWatch {
  /// The number of seconds between two calls of ``notice(_:)``.
  static let interval = 5.0
  /// The number of seconds without progress after which a line is written.
  static let timeout = 10.0

  private var last: [String] = []
  private var seconds = 0.0

  /// Returns a description of what the uploads are waiting for, once per period without progress.
  /// - Parameter uploads: The uploads in their current state.
  mutating func notice(_ uploads: [Upload]) -> String? {
    let waiting = uploads.filter { $0.isUnderWay && $0.state != .paused }
    let latest = waiting.map { "\($0.id) \($0.state.name) \($0.sent) \($0.confirmed) \($0.state.hashedBytes)" }
    seconds = latest == last ? seconds + Self.interval : 0
    last = latest
    guard seconds == Self.timeout, let upload = waiting.first(where: { $0.situation == .active }) ?? waiting.first
    else { return nil }
    let cause =
      switch upload.state {
      case .retrying: nil as String?
      case .queued: "another upload with the same name must finish first"
      case .verifying: "\(upload.destination) has not confirmed the file"
      default: "\(upload.destination) has not responded"
      }
    return cause.map { "\(upload.name): no progress for \(Int(Self.timeout)) seconds; \($0). Still waiting." }
  }
}

extension Upload.State {
  fileprivate var hashedBytes: Int64 {
    if case .hashing(let bytes) = self { bytes } else { 0 }
  }
}
