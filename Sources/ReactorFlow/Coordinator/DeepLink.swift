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
