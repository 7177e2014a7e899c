/// One of the three streams of a reactor, followed by the reactor's transform.
///
/// If a transform fails, the failure is reported and the transform is restarted, so that one bad element of a merged
/// stream does not stop the reactor. It is restarted at most once for each element: either one sent to it, by the
/// original stream or by a relay or state that it merges, or one that it delivered after it had started. A stream that
/// fails without an element would fail forever. While a transform is broken, the next element of the original stream or
/// of a relay that it merged restarts it and passes through it; if that fails, elements of the original stream bypass
/// the transform.
@MainActor
@usableFromInline
final class TransformLink<Element: Sendable> {
  @usableFromInline
  enum Phase {
    /// The reactor keeps the default transform, or its transform failed when it was first started.
    case unused
    /// The transform receives the elements.
    case connected
    /// The transform has failed, and is restarted when the next element arrives.
    case broken
  }

  /// The stream passed to the transform.
  @usableFromInline let original = Relay<Element>()
  @usableFromInline private(set) var phase = Phase.unused
  /// Whether an element was sent to or delivered by the transform since the last restart.
  @usableFromInline var mayRestart = false
  @usableFromInline var deliver: @MainActor (Element) -> Void = { _ in }
  private var report: @MainActor (any Error) -> Void = { _ in }
  private var transformed = Observable<Element>.empty
  private var context: EffectContext?
  private var lifetime = Lifetime()
  private var isStarting = false
  /// Whether the failure was caused by a value that the transform does not receive when it is subscribed to again.
  private var failedWithValue = false

  @usableFromInline nonisolated init() {}

  /// Delivers the elements of `transformed` until the link is disposed of. Returns `false`, and does nothing, if
  /// `transformed` is the unchanged original.
  @usableFromInline
  func connect(
    _ transformed: Observable<Element>, in scope: EffectScope, report: @escaping @MainActor (any Error) -> Void,
    deliver: @escaping @MainActor (Element) -> Void
  ) -> Bool {
    if case .relay(let relay) = transformed.source, relay === original { return false }
    self.transformed = transformed
    self.report = report
    self.deliver = deliver
    context = EffectContext(scope: scope, replays: ReplayTracker(of: original))
    start()
    if phase == .broken {
      phase = .unused
      context?.replays?.stopWatching()
    }
    return true
  }

  /// Sends an element through the transform.
  @inlinable
  func send(_ element: Element) {
    if phase == .broken { return restart(andSend: element) }
    mayRestart = true
    if phase == .connected { original.send(element) } else { deliver(element) }
  }

  @usableFromInline
  func restart(andSend element: Element) {
    restart(andRun: {
      if phase == .connected { original.send(element) } else { deliver(element) }
    })
  }

  /// Restarts the transform, and delivers the element that triggered the restart.
  private func restart(andRun deliver: () -> Void) {
    restart()
    deliver()
    // This element has already triggered a restart.
    mayRestart = false
  }

  private func restart() {
    mayRestart = false
    context?.replays?.hasReceived = false
    start()
  }

  /// Subscribes to the transform. If a value that a relay delivers immediately makes the transform fail, subscribes
  /// again without that value.
  private func start() {
    isStarting = true
    repeat {
      context?.replays?.stopWatching()
      phase = .connected
      failedWithValue = false
      let lifetime = Lifetime(context: context)
      self.lifetime = lifetime
      transformed.connect(
        Observer(
          lifetime: lifetime, next: { [unowned self] in receive($0) }, end: { [weak self] in self?.ended($0) }))
    } while phase == .broken && failedWithValue
    isStarting = false
  }

  private func receive(_ element: Element) {
    if context?.replays?.isReplaying == true { return }
    if !isStarting { mayRestart = true }
    deliver(element)
  }

  private func ended(_ completion: Completion) {
    guard case .failed(let error) = completion else { return }
    phase = .broken
    failedWithValue = context?.replays?.subscriptionFailed() ?? false
    context?.replays?.watchRelays { [weak self] in self?.restart(andRun: $0) }
    report(error)
    if !isStarting, phase == .broken, mayRestart || context?.replays?.hasReceived == true { restart() }
  }

  @usableFromInline
  func dispose() {
    lifetime.dispose()
    context?.replays?.stopWatching()
    transformed = .empty
  }
}
