/// The progress of one upload, or of several together. Every place that shows progress takes its numbers from here.
///
/// `confirmed` never exceeds `sent`, and `sent` never exceeds `size`.
public struct UploadProgress: Sendable, Hashable {
  /// The bytes to upload in all.
  public let size: Int64
  /// The bytes that the destination has confirmed.
  public let confirmed: Int64
  /// The bytes that have left, confirmed ones included.
  public let sent: Int64
  /// Whether nothing is left to do. All bytes may have left, and even be confirmed, before that.
  public let isComplete: Bool
  /// The bytes per second, smoothed; nil when nothing is being sent, or it is too early to say.
  public let rate: Double?
  /// The bytes that were left to send when the rate was last measured. The time left follows from it and not from
  /// `sent`, so that it does not flicker with every report.
  public let remaining: Int64

  /// - Parameter remaining: the bytes that were left when the rate was measured; nil for those left now.
  public init(
    size: Int64, confirmed: Int64 = 0, sent: Int64 = 0, isComplete: Bool = false, rate: Double? = nil,
    remaining: Int64? = nil
  ) {
    self.size = max(0, size)
    self.confirmed = isComplete ? self.size : min(max(0, confirmed), self.size)
    self.sent = isComplete ? self.size : min(max(sent, self.confirmed), self.size)
    self.isComplete = isComplete
    self.rate = rate
    self.remaining = min(max(0, remaining ?? (self.size - self.sent)), self.size)
  }

  /// No bytes, and nothing to do.
  public static let none = UploadProgress(size: 0, isComplete: true)

  /// The share that has been sent, 0...1; 1 only when nothing is left to do.
  public var fraction: Double {
    if isComplete { return 1 }
    return size > 0 ? Double(min(sent, size - 1)) / Double(size) : 0
  }

  /// The share that has been sent in percent, rounded down; 100 only when nothing is left to do.
  public var percent: Int {
    if isComplete { return 100 }
    return size > 0 ? min(99, Int(Double(sent) * 100 / Double(size))) : 0
  }

  /// The seconds left, at least 1; nil when nothing is left to send, or it is too early to say.
  public var timeLeft: Double? {
    guard let rate, rate > 0, remaining > 0 else { return nil }
    return max(1, (Double(remaining) / rate).rounded(.up))
  }

  /// The progress of both together.
  public static func + (left: UploadProgress, right: UploadProgress) -> UploadProgress {
    let rates = [left.rate, right.rate].compactMap(\.self)
    return UploadProgress(
      size: sum(left.size, right.size), confirmed: sum(left.confirmed, right.confirmed),
      sent: sum(left.sent, right.sent), isComplete: left.isComplete && right.isComplete,
      rate: rates.isEmpty ? nil : rates.reduce(0, +), remaining: sum(left.remaining, right.remaining))
  }

  /// Sizes in the database may be anything: the sum stops at the largest number.
  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? .max : sum
  }
}

/// The progress of a list of uploads: those under way, together with those done since the queue was last idle.
public struct UploadTotals: Sendable, Hashable {
  /// The number of uploads that are under way or recently done.
  public let count: Int
  /// The number of those that are done.
  public let done: Int
  /// The number of uploads in the list that failed.
  public let failed: Int
  /// The progress of those counted.
  public let progress: UploadProgress

  /// The totals of a list. What failed does not move, so it is counted apart.
  public init(_ items: some Sequence<UploadItem>) {
    var (count, done, failed) = (0, 0, 0)
    var progress = UploadProgress.none
    for item in items {
      if case .failed = item.state { failed += 1 }
      let isDone = item.state == .done
      guard item.isUnderWay || isDone && item.isRecent else { continue }
      count += 1
      if isDone { done += 1 }
      progress = progress + item.progress
    }
    self.count = count
    self.done = done
    self.failed = failed
    self.progress = progress
  }
}
