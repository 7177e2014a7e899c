/// How an upload ended.
public enum UploadOutcome: Sendable, Hashable {
  /// It is there.
  case done(UploadItem, Attachment)
  /// It failed, and is not repeated by itself.
  case failed(UploadItem, UploadFailure)
}

/// Something to know about an upload that does not keep it from arriving.
public struct UploadWarning: Sendable, Hashable {
  /// The upload.
  public var item: UploadItem
  /// What there is to know, in a sentence.
  public var sentence: String
}

/// What a person wants when there is a file of the name already.
public enum DuplicateAnswer: Sendable, Hashable, CaseIterable {
  /// Leave the old file, forget the new one.
  case skip
  /// Put the new file in the old one's place.
  case replace
  /// Publish the new one under a name with a number.
  case keepBoth
}

/// What becomes of unfinished uploads when the program ends.
public enum StopMode: Sendable, Hashable, CaseIterable {
  /// They are offered for resumption at the next start.
  case keep
  /// They are removed, at their destinations too.
  case discard
}
