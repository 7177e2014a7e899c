import ShowroomUploads

/// The observed uploads that have not ended, and the outcomes that have not been delivered.
///
/// Outcomes are delivered with the next snapshot, or when the last upload has ended, because a group
/// costs an observer hardly more work than a single upload, and there may be thousands of small files.
struct ObservedUploads {
  /// A change of the queue.
  enum Change: Sendable {
    case ended(UploadOutcome)
    case snapshot(UploadSnapshot)
  }

  /// For each upload, whether it has appeared in a snapshot. Until then, a snapshot may be older than the upload.
  private var wasSeen: [Upload.ID: Bool]
  private var outcomes: [UploadOutcome] = []

  init(_ ids: [Upload.ID]) {
    wasSeen = Dictionary(ids.map { ($0, false) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether all uploads have ended.
  var isEmpty: Bool { wasSeen.isEmpty }

  /// Takes a change of the queue, and returns the outcomes to deliver. Canceled and removed uploads end without an
  /// outcome.
  mutating func take(_ change: Change) -> [UploadOutcome] {
    switch change {
    case .ended(let outcome):
      guard wasSeen.removeValue(forKey: outcome.upload.id) != nil else { return [] }
      if case .failed(_, let failure) = outcome, failure.cause == .canceled { break }
      outcomes.append(outcome)
    case .snapshot(let snapshot):
      look(at: snapshot)
      return deliver()
    }
    return isEmpty ? deliver() : []
  }

  private mutating func deliver() -> [UploadOutcome] {
    defer { outcomes = [] }
    return outcomes
  }

  private mutating func look(at snapshot: UploadSnapshot) {
    var present: Set<Upload.ID> = []
    for upload in snapshot.uploads where wasSeen[upload.id] != nil {
      present.insert(upload.id)
      if !upload.isCanceled {
        wasSeen[upload.id] = true
      } else if wasSeen[upload.id] == true {
        wasSeen[upload.id] = nil
      }
    }
    wasSeen = wasSeen.filter { !$0.value || present.contains($0.key) }
  }
}

/// A failure of an operation that no screen is waiting for.
package struct UploadFailureReport: Sendable {
  /// A short description of the operation that failed.
  package let title: String
  package let failure: UploadFailure
  /// Retries the operation; `nil` if retrying is not possible.
  package let retry: (@MainActor @Sendable () -> Void)?

  init(_ title: String, _ failure: UploadFailure, retry: (@MainActor @Sendable () -> Void)?) {
    self.title = title
    self.failure = failure
    self.retry = retry
  }
}
