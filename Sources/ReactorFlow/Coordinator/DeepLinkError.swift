/// Why a path of steps came to a stop, where nobody asked to be told.
public enum DeepLinkError: Error, CustomStringConvertible {
  /// No flow takes steps of this type now.
  case noFlow(any Step)

  /// The sentence.
  public var description: String {
    switch self {
    case .noFlow(let step):
      "No flow on the screen takes the step \(type(of: step)).\(step): put the step that opens its flow before it."
    }
  }
}
