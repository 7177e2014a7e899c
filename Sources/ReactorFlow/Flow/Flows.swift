import ReactorCore

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
  /// A block that waits is forgotten when one of the flows ends.
  public static func use<each F: Flow>(
    _ flow: repeat each F, when strategy: ExecuteStrategy,
    block: @escaping @MainActor (repeat (each F).Root) -> Void
  ) {
    let roots = (repeat (each flow).root)
    guard strategy == .ready else { return block(repeat each roots) }
    var unready: [StateRelay<Bool>] = []
    for flow in repeat each flow { unready.append(FlowReadiness.of(flow)) }
    whenAllReady(unready) { block(repeat each roots) }
  }

  /// Calls `block` with the roots of flows of any type, in their order.
  public static func use(
    _ flows: [any Flow], when strategy: ExecuteStrategy, block: @escaping @MainActor ([any Presentable]) -> Void
  ) {
    let roots = flows.map { $0.root as any Presentable }
    guard strategy == .ready else { return block(roots) }
    whenAllReady(flows.map { FlowReadiness.of($0) }) { block(roots) }
  }

  /// Subscribes one after the other, each when the one before is ready: only a flow that is not ready yet is waited for.
  private static func whenAllReady(_ relays: [StateRelay<Bool>], _ block: @escaping @MainActor () -> Void) {
    guard let unready = relays.first(where: { !$0.value }) else { return block() }
    unready.asObservable().filter { $0 }.take(1).bind { _ in whenAllReady(relays, block) }
  }
}
