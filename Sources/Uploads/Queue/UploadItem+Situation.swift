extension UploadItem {
  /// What can be done about an upload, whatever exactly happens to it.
  public enum Situation: Sendable, Hashable {
    /// Its turn has not come, or will come by itself or when the queue goes on.
    case pending
    /// It is on its way.
    case active
    /// It waits for a person.
    case stuck
    /// Nothing more will happen to it.
    case ended
    /// Another program has it.
    case elsewhere
  }

  /// What can be done about it.
  public var situation: Situation {
    switch state {
    case .waiting, .paused, .retrying: .pending
    case .hashing, .sending, .verifying: .active
    case .failed, .interrupted: .stuck
    case .done, .cancelled: .ended
    case .elsewhere: .elsewhere
    }
  }

  /// Whether it will be uploaded without anybody doing anything about it alone.
  public var isUnderWay: Bool { situation == .pending || situation == .active }

  /// Why it failed; nil when it did not.
  public var failure: UploadFailure? {
    switch state {
    case .failed(let failure), .retrying(let failure, _, _): failure
    default: nil
    }
  }
}
