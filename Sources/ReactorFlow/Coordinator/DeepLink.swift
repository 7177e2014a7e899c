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

/// A path of steps on its way, each to be settled before the next.
struct DeepLink {
  private(set) var remaining: ArraySlice<any Step>
  let then: (@MainActor (DeepLinkOutcome) -> Void)?

  init(_ path: [any Step], then: (@MainActor (DeepLinkOutcome) -> Void)?) {
    remaining = path[...]
    self.then = then
  }

  mutating func next() -> (any Step)? { remaining.popFirst() }

  /// Tells who asked; a mistake that nobody asked about is returned.
  @MainActor
  func finish(_ outcome: DeepLinkOutcome) -> DeepLinkError? {
    if let then {
      then(outcome)
    } else if case .noFlow(let step) = outcome {
      return .noFlow(step)
    }
    return nil
  }
}
