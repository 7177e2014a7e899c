/// How a path of steps came out.
public enum DeepLinkOutcome: Sendable {
  /// Every step was handled.
  case arrived
  /// An `adapt` refused this step, or threw; what follows it was left out.
  case refused(any Step)
  /// No flow takes steps of this type now; what follows it was left out.
  case noFlow(any Step)
  /// The coordinator was released, or its flow has ended.
  case ended
}
