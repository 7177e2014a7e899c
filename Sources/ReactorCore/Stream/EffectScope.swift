/// The ID by which effects are canceled. Two IDs are equal if both their types and their values are equal, so `1`,
/// `1.0`, and `Int8(1)` are three different IDs.
///
/// An ID stays on the main actor, because its type's conformance to `Hashable` may be isolated.
struct CancellationID: Hashable {
  private let type: ObjectIdentifier
  private let value: AnyHashable

  init<ID: Hashable>(_ value: ID) {
    type = ObjectIdentifier(ID.self)
    self.value = AnyHashable(value)
  }
}

/// One subscription to a stream that has an ID.
@MainActor
final class IdentifiedEffect: Disposable, Endable {
  let id: CancellationID
  private weak var scope: EffectScope?
  private var lifetime: Lifetime?
  private var onCancel: (@MainActor () -> Void)?
  private(set) var hasEnded = false
  /// Whether the effect was canceled before its stream ended, by its ID or because its subscription was disposed of.
  private(set) var isCanceled = false

  init(_ id: CancellationID, in scope: EffectScope, onCancel: @escaping @MainActor () -> Void) {
    self.id = id
    self.scope = scope
    self.onCancel = onCancel
  }

  /// Registers the effect until `lifetime` is over.
  func begin(_ lifetime: Lifetime) {
    self.lifetime = lifetime
    scope?.add(self)
    lifetime.insert(self)
  }

  /// Ends the effect and notifies its subscriber of the cancellation.
  func cancel() {
    guard let onCancel else { return }
    lifetime?.dispose()
    onCancel()
  }

  /// Unregisters the effect. Called when its lifetime is over.
  func dispose() {
    guard !hasEnded else { return }
    hasEnded = true
    isCanceled = lifetime?.isDisposed ?? false
    lifetime = nil
    onCancel = nil
    scope?.remove(self)
  }
}

/// The running effects of one reactor that have an ID.
@MainActor
@usableFromInline
final class EffectScope {
  private var running: [CancellationID: EndingList<IdentifiedEffect>] = [:]
  /// The effects that the current element passes through on its way to the reactor, outermost last.
  private var passing: [IdentifiedEffect] = []

  @usableFromInline nonisolated init() {}

  /// Returns whether an effect with this ID is running, other than those that contain `context`.
  func isRunning(_ id: CancellationID, outside context: EffectContext) -> Bool {
    running[id]?.contains { !$0.hasEnded && !context.isInside($0) } ?? false
  }

  func add(_ effect: IdentifiedEffect) {
    running[effect.id, default: EndingList()].append(effect)
  }

  func remove(_ effect: IdentifiedEffect) {
    running[effect.id]?.memberEnded()
    if running[effect.id]?.count == 0 { running[effect.id] = nil }
  }

  /// Cancels the effects with this ID, except those that contain `context`.
  func cancel(_ id: CancellationID, outside context: EffectContext? = nil) {
    let effects = running[id]?.all { !$0.hasEnded && context?.isInside($0) != true } ?? []
    for effect in effects { effect.cancel() }
  }

  func pass(through effect: IdentifiedEffect, _ deliver: () -> Void) {
    let outer = passing
    passing.append(effect)
    deliver()
    passing = outer
  }

  /// Returns the origin of the element that has just arrived, and clears it, so that work caused by the delivery does
  /// not inherit it.
  @usableFromInline
  func takeOrigin() -> EffectOrigin {
    if passing.isEmpty { return EffectOrigin() }
    defer { passing = [] }
    return EffectOrigin(effects: passing)
  }
}

/// The identified effects that a mutation passed through. A queued mutation must not be committed if one of them is
/// canceled.
@MainActor
@usableFromInline
struct EffectOrigin {
  fileprivate var effects: [IdentifiedEffect] = []

  @usableFromInline nonisolated init() {}

  fileprivate init(effects: [IdentifiedEffect]) {
    self.effects = effects
  }

  @usableFromInline
  var isCanceled: Bool { effects.contains { $0.isCanceled } }

  /// Whether none of the effects can be canceled any longer.
  var hasEnded: Bool { effects.allSatisfy { $0.hasEnded } }

  /// Returns whether another mutation passed through the same identified effects.
  func isSame(as other: EffectOrigin) -> Bool { effects.elementsEqual(other.effects) { $0 === $1 } }
}

/// The reactor and the identified effects that a stream belongs to. Lifetimes pass the context from observer to
/// observer.
@MainActor
@usableFromInline
final class EffectContext {
  /// The reactor's effects with an ID.
  let scope: EffectScope
  /// The values that a restart of the transform repeats; `nil` outside a transform.
  let replays: ReplayTracker?
  /// The innermost effect with an ID, or `nil` outside all effects.
  let effect: IdentifiedEffect?
  private let outer: EffectContext?

  nonisolated init(scope: EffectScope, replays: ReplayTracker? = nil) {
    self.scope = scope
    self.replays = replays
    effect = nil
    outer = nil
  }

  /// Creates the context inside `effect`.
  init(_ effect: IdentifiedEffect, in outer: EffectContext) {
    self.effect = effect
    self.outer = outer
    scope = outer.scope
    replays = outer.replays
  }

  /// Returns whether this context is inside `effect`, at any depth.
  func isInside(_ effect: IdentifiedEffect) -> Bool {
    var context: EffectContext? = self
    while let current = context {
      if current.effect === effect { return true }
      context = current.outer
    }
    return false
  }
}
