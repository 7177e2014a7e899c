import ShowroomSettings
import ShowroomUploads

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
