/// Hands the roots of flows to whoever presents them.
@MainActor
public enum Flows {
  /// When.
  public enum ExecuteStrategy: Sendable, Hashable {
    /// At once.
    case created
    /// When the first step of each, and of the children that came of it, has been handled; at once where that is so.
    case ready
  }

  /// Calls `block` with the roots of one or several flows.
  ///
  /// ```swift
  /// Flows.use(upload, when: .ready) { root in window.present(root) }
  /// ```
  ///
  /// A block is forgotten when a flow that it waits for ends.
  public static func use<each F: Flow>(
    _ flow: repeat each F, when strategy: ExecuteStrategy,
    block: @escaping @MainActor (repeat (each F).Root) -> Void
  ) {
    let roots = (repeat (each flow).root)
    guard strategy == .ready else { return block(repeat each roots) }
    var readiness: [FlowReadiness] = []
    for flow in repeat each flow { readiness.append(FlowReadiness.of(flow)) }
    whenAllReady(readiness) { block(repeat each roots) }
  }

  /// Calls `block` with the roots of flows of any type, in their order.
  public static func use(
    _ flows: [any Flow], when strategy: ExecuteStrategy, block: @escaping @MainActor ([any Presentable]) -> Void
  ) {
    let roots = flows.map { $0.root as any Presentable }
    guard strategy == .ready else { return block(roots) }
    whenAllReady(flows.map { FlowReadiness.of($0) }) { block(roots) }
  }

  private static func whenAllReady(_ flows: [FlowReadiness], _ block: @escaping @MainActor () -> Void) {
    var unready = flows.count
    guard unready > 0 else { return block() }
    for flow in flows {
      flow.whenReady {
        unready -= 1
        if unready == 0 { block() }
      }
    }
  }
}
