/// The reason why no test can be written for some epochs.
public enum TestCodeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The lane is that of a view or a flow.
  case noReactor(lane: String)
  /// The reactor received no action and no mutation in the epochs.
  case nothingHappened(lane: String)
  /// The reactor was not in its initial state when the recording began, its first epochs are forgotten, or the recording
  /// was paused since.
  case unknownBeginning(lane: String)
  /// A value has a type whose values cannot be written in Swift, such as a class.
  case noLiteral(type: String, path: String, epoch: Int)

  /// A message that names the reason, and what to do.
  public var description: String {
    switch self {
    case .noReactor(let lane): "\(lane) is not a reactor, so it has no test. Choose a reactor."
    case .nothingHappened(let lane): "\(lane) received no action and no mutation in the marked epochs. Mark others."
    case .unknownBeginning(let lane):
      "A test of \(lane) starts with its initial state, which was not recorded. Record from the start of the program without pausing."
    case .noLiteral(let type, let path, let epoch):
      "The value of \(path) in epoch \(epoch) cannot be written in a test, because \(type) has no literal. "
        + "Mark only earlier epochs."
    }
  }
}
