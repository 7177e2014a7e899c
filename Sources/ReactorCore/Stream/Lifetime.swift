/// The lifetime of one subscription: from its start to its end or its disposal, whichever comes first.
///
/// Only this type enforces the grammar of streams. Every ``Observer`` checks its lifetime before it delivers anything,
/// so nothing follows an end or a disposal, even one caused by a closure in the middle of a chain. The stages of a
/// chain share one lifetime; an operator with several upstream subscriptions gives each a child lifetime.
///
/// A lifetime also disposes of the work behind the subscription. It does so before the end is delivered, because the
/// next subscription may depend on whether an effect with the same ID is still running.
///
/// A lifetime retains no closure of an observer. Only relays retain those, so releasing a relay leaves no cycle.
@MainActor
@usableFromInline
final class Lifetime: Disposable, Endable {
  @exclusivity(unchecked) @usableFromInline private(set) var isOpen = true
  /// Whether it was disposed of, possibly while its end was being delivered. `false` if the subscription ended on its
  /// own.
  private(set) var isDisposed = false
  /// Whether it was disposed of, or its end has been delivered.
  private(set) var hasEnded = false
  /// The effect that the subscription belongs to, or `nil` outside a reactor.
  @usableFromInline let context: EffectContext?
  private var work: (any Disposable)?
  private var moreWork: [any Disposable] = []
  private var children = EndingList<Lifetime>()
  private weak var source: HotSource?
  private var slot = 0

  @usableFromInline
  nonisolated init(context: EffectContext? = nil) {
    self.context = context
  }

  /// Ends the subscription. Returns `false` if it is already over, or if it was disposed of while its work was being
  /// disposed of.
  @usableFromInline
  func end() -> Bool {
    guard isOpen else { return false }
    isOpen = false
    release()
    return !isDisposed
  }

  /// Records that the end has been delivered. A later disposal has no effect.
  func endDelivered() {
    hasEnded = true
  }

  @usableFromInline
  func dispose() {
    guard !hasEnded else { return }
    hasEnded = true
    isDisposed = true
    guard isOpen else { return }
    isOpen = false
    release()
  }

  // MARK: Work

  /// Retains `disposable` and disposes of it when the subscription is over.
  func insert(_ disposable: any Disposable) {
    if !isOpen {
      disposable.dispose()
    } else if work == nil {
      work = disposable
    } else {
      moreWork.append(disposable)
    }
  }

  /// Returns a new lifetime that ends with this one.
  func makeChild(context: EffectContext?) -> Lifetime {
    let child = Lifetime(context: context)
    if isOpen { children.append(child) } else { child.dispose() }
    return child
  }

  /// Records that a child has ended or was disposed of by its operator.
  func childEnded() {
    children.memberEnded()
  }

  /// Records the slot in which a hot stream keeps the subscription.
  @usableFromInline
  func registered(in source: HotSource, at slot: Int) {
    self.source = source
    self.slot = slot
  }

  /// Records a new slot in the same hot stream.
  @usableFromInline
  func moved(to slot: Int) {
    self.slot = slot
  }

  private func release() {
    if let source {
      self.source = nil
      source.subscriptionEnded(at: slot)
    }
    if let work {
      self.work = nil
      work.dispose()
    }
    if !moreWork.isEmpty {
      let held = moreWork
      moreWork = []
      for disposable in held { disposable.dispose() }
    }
    if !children.isEmpty {
      for child in children.takeAll() { child.dispose() }
    }
  }
}
