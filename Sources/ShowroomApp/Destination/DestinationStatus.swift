import ShowroomUploads

/// The state of the check of a destination.
package enum DestinationStatus: Sendable, Hashable {
  /// Nothing is known, and it is too early to show that.
  case blank
  /// The check takes noticeably long.
  case checking
  /// The capabilities and the contents of the destination.
  case known(DestinationInfo)
  /// The check failed.
  case failed(UploadFailure)

  /// Whether the destination refused access without credentials.
  var requiresSignIn: Bool {
    if case .failed(let failure) = self { failure.cause == .unauthorized } else { false }
  }
}
