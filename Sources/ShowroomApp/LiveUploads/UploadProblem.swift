import Uploads

/// Something that failed when there was no screen any more that had asked for it.
public struct UploadProblem: Sendable {
  /// What failed, in a few words.
  public let title: String
  /// Why.
  public let failure: UploadFailure
  /// Tries again; nil where that cannot help.
  public let retry: (@MainActor @Sendable () -> Void)?

  init(_ title: String, _ failure: UploadFailure, retry: (@MainActor @Sendable () -> Void)?) {
    self.title = title
    self.failure = failure
    self.retry = retry
  }
}
