/// A step on its way through a flow; what `willNavigate` and `didNavigate` tell.
public struct NavigationEvent: Sendable {
  /// Whose step it is.
  public let flow: any Flow
  /// The step, as the flow has adapted it.
  public let step: any Step
}
