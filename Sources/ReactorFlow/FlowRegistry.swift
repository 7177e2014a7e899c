/// The readiness of flows, by identity.
///
/// Entries are keyed by identity, because a flow is a class that the client defines and that has no storage for its
/// readiness. An entry is created when a flow is first waited for or coordinated, and removed when the flow ends.
/// Entries of flows that were released without ever being coordinated are removed when the registry has doubled in
/// size.
@MainActor
final class FlowRegistry {
  private var entries: [ObjectIdentifier: FlowReadiness] = [:]
  private var sweepCount = 64

  nonisolated init() {}

  func readiness(of flow: any Flow) -> FlowReadiness {
    // A newer object can have the identity of a released one.
    if let known = entries[ObjectIdentifier(flow)], known.flow != nil { return known }
    if entries.count >= sweepCount { sweep() }
    let readiness = FlowReadiness(flow)
    entries[ObjectIdentifier(flow)] = readiness
    return readiness
  }

  /// Removes a flow that has ended. The blocks that wait for it never run.
  func remove(_ flow: any Flow) {
    entries.removeValue(forKey: ObjectIdentifier(flow))?.cancel()
  }

  private func sweep() {
    entries = entries.filter { $0.value.flow != nil }
    sweepCount = max(64, entries.count * 2)
  }
}

/// Whether a flow has handled its first step, and the blocks that wait for that.
@MainActor
final class FlowReadiness {
  private(set) var isReady = false
  private var waiting: [@MainActor () -> Void] = []
  fileprivate private(set) weak var flow: (any Flow)?

  fileprivate init(_ flow: any Flow) {
    self.flow = flow
  }

  /// Calls `block` once: immediately if the flow is ready, and never if the flow ends before that.
  func whenReady(_ block: @escaping @MainActor () -> Void) {
    if isReady {
      block()
    } else {
      waiting.append(block)
    }
  }

  func becomeReady() {
    guard !isReady else { return }
    isReady = true
    let waiting = waiting
    self.waiting = []
    for block in waiting { block() }
  }

  fileprivate func cancel() {
    waiting = []
  }
}
