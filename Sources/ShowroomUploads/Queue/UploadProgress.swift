/// The progress of one upload or of several together. Everything that shows progress uses this type.
///
/// `confirmed` never exceeds `sent`, and `sent` never exceeds `size`.
package struct UploadProgress: Sendable, Hashable {
  /// The total number of bytes.
  package let size: Int64
  /// The number of bytes that the destination has confirmed.
  package let confirmed: Int64
  /// The number of bytes sent, including confirmed ones.
  package let sent: Int64
  /// Whether nothing is left to do. All bytes may have been sent and confirmed before this is true.
  package let isComplete: Bool
  /// The smoothed number of bytes per second, or `nil` if nothing is being sent or too little has been measured.
  package let rate: Double?
  /// The number of bytes that were left when the rate was last measured. The time left is computed from this value
  /// rather than from `sent`, so that it does not change with every report.
  package let remaining: Int64
  /// Whether an upload is running but has sent nothing for several seconds. There is then no rate, because the time
  /// left would grow without limit.
  package let isStalled: Bool

  /// - Parameter remaining: The number of bytes that were left when the rate was measured. The default is the number
  ///   left now.
  package init(
    size: Int64, confirmed: Int64 = 0, sent: Int64 = 0, isComplete: Bool = false, rate: Double? = nil,
    remaining: Int64? = nil, isStalled: Bool = false
  ) {
    self.size = max(0, size)
    self.confirmed = isComplete ? self.size : min(max(0, confirmed), self.size)
    self.sent = isComplete ? self.size : min(max(sent, self.confirmed), self.size)
    self.isComplete = isComplete
    self.isStalled = isStalled && !isComplete
    self.rate = self.isStalled ? nil : rate
    self.remaining = min(max(0, remaining ?? (self.size - self.sent)), self.size)
  }

  /// The progress when there are no uploads.
  package static let none = UploadProgress(size: 0, isComplete: true)

  /// The fraction of bytes sent, from 0 to 1. It is 1 only when nothing is left to do.
  package var fraction: Double { fraction(of: sent) }

  /// The percentage of bytes sent, rounded down. It is 100 only when nothing is left to do.
  package var percent: Int { percent(of: sent) }

  /// The fraction of bytes confirmed, from 0 to 1. It never exceeds ``fraction``.
  package var confirmedFraction: Double { fraction(of: confirmed) }

  /// The percentage of bytes confirmed, rounded down. It is 100 only when nothing is left to do.
  package var confirmedPercent: Int { percent(of: confirmed) }

  private func fraction(of bytes: Int64) -> Double {
    if isComplete { return 1 }
    return size > 0 ? Double(min(bytes, size - 1)) / Double(size) : 0
  }

  private func percent(of bytes: Int64) -> Int {
    if isComplete { return 100 }
    return size > 0 ? min(99, Int(Double(bytes) * 100 / Double(size))) : 0
  }

  /// The seconds left, at least 1, or `nil` if unknown or if nothing is left to send.
  package var timeLeft: Double? {
    guard let rate, rate > 0, remaining > 0 else { return nil }
    return max(1, (Double(remaining) / rate).rounded(.up))
  }

  /// Returns the combined progress.
  package static func + (left: UploadProgress, right: UploadProgress) -> UploadProgress {
    let rates = [left.rate, right.rate].compactMap(\.self)
    return UploadProgress(
      size: sum(left.size, right.size), confirmed: sum(left.confirmed, right.confirmed),
      sent: sum(left.sent, right.sent), isComplete: left.isComplete && right.isComplete,
      rate: rates.isEmpty ? nil : rates.reduce(0, +), remaining: sum(left.remaining, right.remaining),
      isStalled: rates.isEmpty && (left.isStalled || right.isStalled))
  }

  /// Adds two sizes. The sum saturates, because the database may contain arbitrary sizes.
  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? .max : sum
  }
}

/// Completed uploads that the queue no longer contains, because it keeps only the latest ones.
package struct ForgottenUploads: Sendable, Hashable {
  /// The number of uploads.
  package private(set) var count = 0
  /// Their combined progress.
  package private(set) var progress = UploadProgress.none

  mutating func add(_ upload: Upload) {
    count += 1
    progress = progress + UploadProgress(size: upload.size, isComplete: true)
  }
}

/// The combined progress of the unfinished uploads and of those completed since the queue was last idle.
package struct UploadTotals: Sendable, Hashable {
  /// The number of uploads included.
  package let count: Int
  /// The number of completed uploads.
  package let done: Int
  /// The number of failed uploads in the list. They are not included in the progress.
  package let failed: Int
  /// The combined progress of the uploads included.
  package let progress: UploadProgress

  /// Whether all uploads included are completed, but others have failed.
  package var hasOnlyFailuresLeft: Bool { failed > 0 && progress.isComplete }

  package init(_ uploads: some Sequence<Upload>, forgotten: some Collection<ForgottenUploads> = []) {
    var done = forgotten.reduce(0) { $0 + $1.count }
    var (count, failed) = (done, 0)
    var progress = forgotten.reduce(.none) { $0 + $1.progress }
    for upload in uploads {
      if case .failed = upload.state { failed += 1 }
      let isDone = upload.state == .done
      guard upload.isUnderWay || isDone && upload.isRecent else { continue }
      count += 1
      if isDone { done += 1 }
      progress = progress + upload.progress
    }
    self.count = count
    self.done = done
    self.failed = failed
    self.progress = progress
  }
}
