/// The result of a deep link.
public enum DeepLinkOutcome: Sendable {
  /// Every step was handled.
  case completed
  /// An `adapt` ignored this step, or threw an error. The steps after it were not delivered.
  case rejected(any Step)
  /// No current flow handles steps of this type. The steps after it were not delivered.
  case noFlow(any Step)
  /// The coordinator was released, or its flow ended.
  case ended
}

/// An error that ended a deep link without a completion handler.
public enum DeepLinkError: Error, CustomStringConvertible {
  /// No current flow handles steps of this type.
  case noFlow(any Step)

  /// A description of the error and how to fix it.
  public var description: String {
    switch self {
    case .noFlow(let step):
      "No current flow handles the step \(type(of: step)).\(step). "
        + "In the deep link, put the step that opens its flow before it."
    }
  }
}

/// A path of steps. Each step is delivered when the one before it is complete.
struct DeepLink {
  private(set) var remaining: ArraySlice<any Step>
  let completion: (@MainActor (DeepLinkOutcome) -> Void)?

  init(_ path: [any Step], completion: (@MainActor (DeepLinkOutcome) -> Void)?) {
    remaining = path[...]
    self.completion = completion
  }

  mutating func next() -> (any Step)? { remaining.popFirst() }

  /// Calls the completion handler, or returns the error to report if there is none.
  @MainActor
  func finish(_ outcome: DeepLinkOutcome) -> DeepLinkError? {
    if let completion {
      completion(outcome)
    } else if case .noFlow(let step) = outcome {
      return .noFlow(step)
    }
    return nil
  }
}
