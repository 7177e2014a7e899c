/// The result of an upload.
package enum UploadOutcome: Sendable, Hashable {
  /// The upload is complete.
  case done(Upload, Attachment)
  /// The destination already had the same file (``DuplicatePolicy/skip``). The upload is complete.
  case skipped(Upload, Attachment)
  /// The upload failed and will not be retried automatically.
  case failed(Upload, UploadFailure)

  /// The upload, as it ended.
  package var upload: Upload {
    switch self {
    case .done(let upload, _), .skipped(let upload, _), .failed(let upload, _): upload
    }
  }
}

/// A problem that did not prevent an upload.
package struct UploadWarning: Sendable, Hashable {
  package var upload: Upload
  /// A message that describes the problem.
  package var message: String

  package init(upload: Upload, message: String) {
    self.upload = upload
    self.message = message
  }
}

/// The user's decision about a name that is already taken.
package enum DuplicateResolution: Sendable, Hashable, CaseIterable {
  /// Keep the existing file and remove the upload.
  case skip
  /// Replace the existing file.
  case replace
  /// Publish the new file under a numbered name.
  case keepBoth
}

/// The handling of unfinished uploads when Showroom quits.
package enum StopMode: Sendable, Hashable, CaseIterable {
  /// Keep them, so that they can be resumed later.
  case keep
  /// Remove them, including their data at the destinations.
  case discard
}
