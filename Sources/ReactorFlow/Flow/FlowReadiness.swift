/// Whether a flow has handled its first step, and who waits for that.
///
/// Kept by the flow's identity, because a flow is the user's own class: an entry comes with the first question or with
/// the coordination, and goes when the flow has ended. Those of flows that were released without ever being coordinated
/// are swept out when new ones come.
@MainActor
@usableFromInline
final class FlowReadiness {
  @usableFromInline private(set) var isReady = false
  private var waiting: [@MainActor () -> Void] = []
  private weak var flow: (any Flow)?

  private static var all: [ObjectIdentifier: FlowReadiness] = [:]
  private static var sweepSize = 64

  private init(_ flow: any Flow) {
    self.flow = flow
  }

  /// Calls `block` once: at once if the flow is ready, never if it ends before that.
  func whenReady(_ block: @escaping @MainActor () -> Void) {
    if isReady {
      block()
    } else {
      waiting.append(block)
    }
  }

  @usableFromInline
  func becomeReady() {
    guard !isReady else { return }
    isReady = true
    let waiting = waiting
    self.waiting = []
    for block in waiting { block() }
  }

  // MARK: By identity

  @usableFromInline
  static func of(_ flow: any Flow) -> FlowReadiness {
    // An identity can have been taken over by a newer object.
    if let known = all[ObjectIdentifier(flow)], known.flow != nil { return known }
    if all.count >= sweepSize { sweep() }
    let readiness = FlowReadiness(flow)
    all[ObjectIdentifier(flow)] = readiness
    return readiness
  }

  /// The flow has ended: whoever waits, waits in vain.
  @usableFromInline
  static func forget(_ flow: any Flow) {
    all.removeValue(forKey: ObjectIdentifier(flow))?.waiting = []
  }

  private static func sweep() {
    all = all.filter { $0.value.flow != nil }
    sweepSize = max(64, all.count * 2)
  }
}
