/// The time in which one subscription may be told something: from its start to its end or its disposal, whichever comes
/// first.
///
/// This is the one place that keeps the grammar of streams. Every ``Observer`` has a lifetime and asks it before it passes
/// anything on, so that nothing follows an end or a disposal, also where a closure in the middle of a chain brings that
/// about. The stages of a chain share one lifetime; an operator with several streams above it gives each a child. It
/// also ends the work behind the subscription: before the end is passed on, because what is subscribed to next may ask
/// whether an effect of the same id is still running.
///
/// Holds no closure of an observer: a relay holds those, and a relay that is released lets go of them without a cycle.
@MainActor
@usableFromInline
final class Lifetime: Disposable, Endable {
  @exclusivity(unchecked) @usableFromInline private(set) var isOpen = true
  /// Whether it was disposed, also in the midst of its end. False where it merely ended.
  private(set) var isDisposed = false
  /// Whether it was disposed, or its end has been passed on.
  private(set) var hasEnded = false
  /// What the reactor knows of the effect that this is a part of; nil outside a reactor.
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

  /// Ends it by itself. Returns false where it is over already.
  @usableFromInline
  func end() -> Bool {
    guard isOpen else { return false }
    isOpen = false
    release()
    return true
  }

  /// Takes note that the end has been passed on: a disposal that comes later is too late.
  func endPassed() {
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

  /// Keeps `disposable`, and disposes it when this is over.
  func insert(_ disposable: any Disposable) {
    if !isOpen {
      disposable.dispose()
    } else if work == nil {
      work = disposable
    } else {
      moreWork.append(disposable)
    }
  }

  /// Makes a lifetime that is over when this one is.
  func makeChild(context: EffectContext?) -> Lifetime {
    let child = Lifetime(context: context)
    if isOpen { children.append(child) } else { child.dispose() }
    return child
  }

  /// Takes note that a child is over by itself, or was disposed by the operator that has it.
  func childEnded() {
    children.memberEnded()
  }

  /// Takes note of where a hot stream keeps the subscription.
  @usableFromInline
  func registered(in source: HotSource, at slot: Int) {
    self.source = source
    self.slot = slot
  }

  /// Takes note of another place in the same hot stream.
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
