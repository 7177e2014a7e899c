/// One of the three streams of a reactor, with the reactor's transform behind it.
///
/// A transform that fails is reported and started again, so that one bad element of a merged stream does not kill the
/// reactor; but at most once for each element of the original stream, so that a stream that fails by itself does not
/// fail for ever. While a transform is broken, the elements of the original stream pass as they are: they are never lost.
@MainActor
@usableFromInline
final class TransformLink<Element: Sendable> {
  @usableFromInline
  enum Phase {
    /// The transform is left at its default, or failed as soon as it was first started.
    case unused
    /// The transform gets the elements.
    case connected
    /// The transform has failed and is started again when the next element comes.
    case broken
  }

  /// What the transform is given.
  @usableFromInline let original = Relay<Element>()
  @usableFromInline private(set) var phase = Phase.unused
  /// Whether an element has come that no restart has been made for.
  @usableFromInline var mayRestart = false
  @usableFromInline var deliver: @MainActor (Element) -> Void = { _ in }
  private var report: @MainActor (any Error) -> Void = { _ in }
  private var transformed = Observable<Element>.empty
  private var context: EffectContext?
  private var lifetime = Lifetime()
  private var isStarting = false
  private var isDisposed = false

  @usableFromInline nonisolated init() {}

  /// Delivers `transformed` for as long as the link lives. Returns false, and does nothing, when it is the original,
  /// untouched.
  @usableFromInline
  func connect(
    _ transformed: Observable<Element>, in scope: EffectScope, report: @escaping @MainActor (any Error) -> Void,
    deliver: @escaping @MainActor (Element) -> Void
  ) -> Bool {
    if case .relay(let relay) = transformed.source, relay === original { return false }
    self.transformed = transformed
    self.report = report
    self.deliver = deliver
    context = EffectContext(scope: scope, repeats: Repeats())
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

  /// Returns whether the transform has survived it.
  private func start() -> Bool {
    guard !isDisposed else { return false }
    phase = .connected
    let lifetime = Lifetime(context: context)
    self.lifetime = lifetime
    let repeats = context?.repeats
    isStarting = true
    transformed.connect(
      Observer(
        lifetime: lifetime,
        next: { [deliver] in if repeats?.isRepeating != true { deliver($0) } },
        end: { [weak self] in self?.ended($0) }))
    isStarting = false
    return phase == .connected
  }

  private func ended(_ completion: Completion) {
    guard case .failed(let error) = completion else { return }
    phase = .broken
    context?.repeats?.remember()
    report(error)
    if !isStarting, mayRestart, phase == .broken { restart() }
  }

  @usableFromInline
  func dispose() {
    isDisposed = true
    lifetime.dispose()
    transformed = .empty
  }
}
