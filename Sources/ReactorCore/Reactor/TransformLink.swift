/// One of the three streams of a reactor, followed by the reactor's transform.
///
/// The failure of a transform is reported, and the transform is restarted, so that one bad element of a merged stream
/// does not stop the reactor. It is restarted at most once for each element of the original stream, because a stream
/// that fails on its own would fail forever. While a transform is broken, the elements of the original stream bypass
/// it.
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
  /// Whether an element has arrived since the last restart.
  @usableFromInline var mayRestart = false
  @usableFromInline var deliver: @MainActor (Element) -> Void = { _ in }
  private var report: @MainActor (any Error) -> Void = { _ in }
  private var transformed = Observable<Element>.empty
  private var context: EffectContext?
  private var lifetime = Lifetime()
  private var isStarting = false

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
    context = EffectContext(scope: scope, replays: ReplayTracker())
    if !start() { phase = .unused }
    return true
  }

  /// Sends an element through the transform.
  @inlinable
  func send(_ element: Element) {
    if phase == .broken { restart() } else { mayRestart = true }
    if phase == .connected { original.send(element) } else { deliver(element) }
  }

  @usableFromInline
  func restart() {
    mayRestart = false
    _ = start()
  }

  /// Subscribes to the transform. Returns `false` if it failed in the meantime.
  private func start() -> Bool {
    phase = .connected
    let lifetime = Lifetime(context: context)
    self.lifetime = lifetime
    let replays = context?.replays
    isStarting = true
    transformed.connect(
      Observer(
        lifetime: lifetime,
        next: { [deliver] in if replays?.isReplaying != true { deliver($0) } },
        end: { [weak self] in self?.ended($0) }))
    isStarting = false
    return phase == .connected
  }

  private func ended(_ completion: Completion) {
    guard case .failed(let error) = completion else { return }
    phase = .broken
    context?.replays?.subscriptionEnded()
    report(error)
    if !isStarting, mayRestart, phase == .broken { restart() }
  }

  @usableFromInline
  func dispose() {
    lifetime.dispose()
    transformed = .empty
  }
}
