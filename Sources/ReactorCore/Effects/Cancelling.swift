/// What happens to an effect that starts while one with the same id is running.
public enum CancellationPolicy: Sendable {
  /// The running one is cancelled: the latest wins, as in a search or a choice that reloads what depends on it.
  case cancelPrevious
  /// Both run; either can still be cancelled by the id.
  case keepBoth
  /// The new one does not start, as in a refresh that is already under way.
  case ignoreNew
}

extension Observable {
  /// Gives the effect an id, within its reactor, by which a later one or ``cancel(id:)`` ends it.
  ///
  /// A cancelled effect never commits again, and neither does what follows it in a `concat`: put the id on the whole
  /// sequence, so that "indicator on" and "indicator off" share its fate. Outside a reactor the id means nothing.
  public func cancellable(id: some Hashable & Sendable, whenRunning policy: CancellationPolicy = .cancelPrevious)
    -> Observable
  {
    Observable { observer in
      guard let scope = observer.scope else { return self.subscribe(observer) }
      let key = EffectID(id)
      if scope.isRunning(key) {
        switch policy {
        case .cancelPrevious: scope.cancel(key)
        case .keepBoth: break
        case .ignoreNew:
          observer.end(.cancelled)
          return EmptyDisposable.instance
        }
      }
      let effect = CancellableEffect(observer, key: key, scope: scope)
      scope.add(effect)
      effect.start(self)
      return effect
    }
  }

  /// Cancels every running effect of this reactor that has the id; emits nothing.
  public static func cancel(id: some Hashable & Sendable) -> Observable {
    Observable { observer in
      observer.scope?.cancel(EffectID(id))
      observer.end(.finished)
      return EmptyDisposable.instance
    }
  }
}

/// An effect's id, kept as what it is: `AnyHashable` itself is not `Sendable`.
struct EffectID: Hashable, Sendable {
  private let value: any Hashable & Sendable

  init(_ value: some Hashable & Sendable) {
    self.value = value
  }

  static func == (left: EffectID, right: EffectID) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  func hash(into hasher: inout Hasher) {
    AnyHashable(value).hash(into: &hasher)
  }
}

/// The running effects of one reactor that have an id.
@MainActor
@usableFromInline
final class EffectScope {
  private var running: [EffectID: [any Cancellable]] = [:]
  /// The effects with an id that an element is passing through on its way to the reactor, the innermost first.
  private var passing: [any Cancellable] = []

  @usableFromInline nonisolated init() {}

  func isRunning(_ id: EffectID) -> Bool {
    running[id] != nil
  }

  func add(_ effect: some Cancellable) {
    running[effect.key, default: []].append(effect)
  }

  func remove(_ effect: some Cancellable) {
    running[effect.key]?.removeAll { $0 === effect }
    if running[effect.key]?.isEmpty == true { running[effect.key] = nil }
  }

  func cancel(_ id: EffectID) {
    for effect in running.removeValue(forKey: id) ?? [] { effect.cancel() }
  }

  func pass(through effect: some Cancellable, _ deliver: () -> Void) {
    let outer = passing
    passing.append(effect)
    deliver()
    passing = outer
  }

  /// Where the element that has just arrived comes from. Taken, so that what its delivery sets off does not inherit it.
  func takeOrigin() -> EffectOrigin {
    if passing.isEmpty { return EffectOrigin() }
    defer { passing = [] }
    return EffectOrigin(effects: passing)
  }
}

/// The effects with an id that a mutation came through. One that waits in the queue while an effect of its own is
/// cancelled must not commit.
@MainActor
@usableFromInline
struct EffectOrigin {
  fileprivate var effects: [any Cancellable] = []

  nonisolated init() {}

  fileprivate init(effects: [any Cancellable]) {
    self.effects = effects
  }

  @usableFromInline
  var isCancelled: Bool { effects.contains { $0.isCancelled } }
}

/// What the scope needs to know of an effect.
@MainActor
protocol Cancellable: AnyObject {
  var key: EffectID { get }
  var isCancelled: Bool { get }
  func cancel()
}

/// One subscription of a stream that has an id.
@MainActor
final class CancellableEffect<Element: Sendable>: Disposable, Cancellable {
  let key: EffectID
  private(set) var isCancelled = false
  private weak var scope: EffectScope?
  private var observer: Observer<Element>?
  private let upstream = SerialDisposable()

  init(_ observer: Observer<Element>, key: EffectID, scope: EffectScope) {
    self.observer = observer
    self.key = key
    self.scope = scope
  }

  func start(_ stream: Observable<Element>) {
    guard let observer else { return }
    upstream.set(
      stream.subscribe(
        observer.upstream(next: { [self] in next($0) }, end: { [self] in finish($0) })))
  }

  private func next(_ element: Element) {
    guard let observer else { return }
    guard let scope else { return observer.next(element) }
    scope.pass(through: self) { observer.next(element) }
  }

  func cancel() {
    isCancelled = true
    finish(.cancelled)
  }

  private func finish(_ completion: Completion) {
    guard let observer else { return }
    close()
    observer.end(completion)
  }

  func dispose() {
    guard observer != nil else { return }
    isCancelled = true
    close()
  }

  private func close() {
    observer = nil
    scope?.remove(self)
    upstream.dispose()
  }
}
