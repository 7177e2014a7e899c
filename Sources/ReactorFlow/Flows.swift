/// Functions that pass the roots of flows to the code that presents them.
@MainActor
public enum Flows {
  /// The moment at which a block runs.
  public enum ExecuteStrategy: Sendable, Hashable {
    /// Immediately.
    case created
    /// When each flow is ready: its first step, and those of the children that the step created, have been handled.
    /// Immediately if the flows are already ready.
    case ready
  }

  /// Calls `block` with the roots of one or more flows.
  ///
  /// ```swift
  /// Flows.use(upload, when: .ready) { root in window.present(root) }
  /// ```
  ///
  /// The block never runs if one of the flows ends before it is ready.
  ///
  /// - Parameters:
  ///   - flow: The flows whose roots are passed, in this order.
  ///   - strategy: The moment at which the block runs.
  ///   - block: The closure that presents the roots.
  public static func use<each F: Flow>(
    _ flow: repeat each F, when strategy: ExecuteStrategy,
    block: @escaping @MainActor (repeat (each F).Root) -> Void
  ) {
    let roots = (repeat (each flow).root)
    guard strategy == .ready else { return block(repeat each roots) }
    var readiness: [FlowReadiness] = []
    for flow in repeat each flow { readiness.append(registry.readiness(of: flow)) }
    whenAllReady(readiness) { block(repeat each roots) }
  }

  /// Calls `block` with the roots of flows of any type.
  ///
  /// The block never runs if one of the flows ends before it is ready.
  ///
  /// - Parameters:
  ///   - flows: The flows whose roots are passed, in this order.
  ///   - strategy: The moment at which the block runs.
  ///   - block: The closure that presents the roots.
  public static func use(
    _ flows: [any Flow], when strategy: ExecuteStrategy, block: @escaping @MainActor ([any Presentable]) -> Void
  ) {
    let roots = flows.map { $0.root as any Presentable }
    guard strategy == .ready else { return block(roots) }
    whenAllReady(flows.map { registry.readiness(of: $0) }) { block(roots) }
  }

  /// The readiness of every flow that is coordinated or waited for.
  ///
  /// The process has one registry, shared by all coordinators, because `use` may be called before a flow is
  /// coordinated.
  static let registry = FlowRegistry()

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
