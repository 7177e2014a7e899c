/// An effect's id: two are the same if their types are and their values are equal. `1`, `1.0` and `Int8(1)` are three.
struct EffectID: Hashable, Sendable {
  private let type: ObjectIdentifier
  private let value: any Hashable & Sendable

  init<ID: Hashable & Sendable>(_ value: ID) {
    type = ObjectIdentifier(ID.self)
    self.value = value
  }

  static func == (left: EffectID, right: EffectID) -> Bool {
    left.type == right.type && AnyHashable(left.value) == AnyHashable(right.value)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    AnyHashable(value).hash(into: &hasher)
  }
}

/// One subscription of a stream that has an id.
@MainActor
final class IdentifiedEffect: Disposable, Endable {
  let id: EffectID
  private weak var scope: EffectScope?
  private var lifetime: Lifetime?
  private var tellCancelled: (@MainActor () -> Void)?
  private(set) var hasEnded = false
  /// Whether it came to an end before it was through: by its id, or because nobody listens to it any more.
  private(set) var isCancelled = false

  init(_ id: EffectID, in scope: EffectScope, onCancel tellCancelled: @escaping @MainActor () -> Void) {
    self.id = id
    self.scope = scope
    self.tellCancelled = tellCancelled
  }

  /// Begins the count of its life: it is over with `lifetime`.
  func begin(_ lifetime: Lifetime) {
    self.lifetime = lifetime
    scope?.add(self)
    lifetime.insert(self)
  }

  /// Ends it, and tells whoever subscribed that it was cancelled.
  func cancel() {
    guard let tellCancelled else { return }
    lifetime?.dispose()
    tellCancelled()
  }

  /// Its lifetime is over.
  func dispose() {
    guard !hasEnded else { return }
    hasEnded = true
    isCancelled = lifetime?.isDisposed ?? false
    lifetime = nil
    tellCancelled = nil
    scope?.remove(self)
  }
}

/// The running effects of one reactor that have an id.
@MainActor
@usableFromInline
final class EffectScope {
  private var running: [EffectID: EndingList<IdentifiedEffect>] = [:]
  /// The effects with an id that an element is passing through on its way to the reactor, the innermost first.
  private var passing: [IdentifiedEffect] = []

  @usableFromInline nonisolated init() {}

  /// Whether an effect of this id is running, other than those that `context` is inside of.
  func isRunning(_ id: EffectID, outside context: EffectContext) -> Bool {
    running[id]?.contains { !$0.hasEnded && !context.isInside($0) } ?? false
  }

  func add(_ effect: IdentifiedEffect) {
    running[effect.id, default: EndingList()].append(effect)
  }

  func remove(_ effect: IdentifiedEffect) {
    running[effect.id]?.memberEnded()
    if running[effect.id]?.count == 0 { running[effect.id] = nil }
  }

  /// Cancels the effects of this id; of those that `context` is inside of, none.
  func cancel(_ id: EffectID, outside context: EffectContext? = nil) {
    let effects = running[id]?.all { !$0.hasEnded && context?.isInside($0) != true } ?? []
    for effect in effects { effect.cancel() }
  }

  func pass(through effect: IdentifiedEffect, _ deliver: () -> Void) {
    let outer = passing
    passing.append(effect)
    deliver()
    passing = outer
  }

  /// Where the element that has just arrived comes from. Taken, so that what its delivery sets off does not inherit it.
  @usableFromInline
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
  fileprivate var effects: [IdentifiedEffect] = []

  @usableFromInline nonisolated init() {}

  fileprivate init(effects: [IdentifiedEffect]) {
    self.effects = effects
  }

  @usableFromInline
  var isCancelled: Bool { effects.contains { $0.isCancelled } }
}
