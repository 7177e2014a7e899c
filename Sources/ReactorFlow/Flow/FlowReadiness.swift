import ReactorCore

/// Which flows are ready, by identity: a flow is the user's own class and need not keep this for us.
///
/// An entry comes with the first question or with the coordination, and goes when the flow has ended; those of flows that
/// were released without ever being coordinated are swept out when new ones come.
@MainActor
enum FlowReadiness {
  private struct Entry {
    weak var flow: (any Flow)?
    let isReady: StateRelay<Bool>
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]
  private static var sweepSize = 64

  /// Whether `flow` is ready: the value now, and every change until it has ended.
  static func of(_ flow: any Flow) -> StateRelay<Bool> {
    // An identity can be taken over by a newer object.
    if let entry = entries[ObjectIdentifier(flow)], entry.flow != nil { return entry.isReady }
    if entries.count >= sweepSize { sweep() }
    let entry = Entry(flow: flow, isReady: StateRelay(false))
    entries[ObjectIdentifier(flow)] = entry
    return entry.isReady
  }

  static func forget(_ flow: any Flow) {
    entries[ObjectIdentifier(flow)] = nil
  }

  private static func sweep() {
    entries = entries.filter { $0.value.flow != nil }
    sweepSize = max(64, entries.count * 2)
  }
}
