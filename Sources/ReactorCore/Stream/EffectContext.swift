/// What the streams of an effect know of the reactor that runs it, and of the effects with an id that they are inside of.
///
/// Handed up from observer to observer by way of their lifetimes.
@MainActor
@usableFromInline
final class EffectContext {
  /// The reactor's effects with an id.
  let scope: EffectScope
  /// For a transform: what of its elements are repetitions.
  let repeats: Repeats?
  /// The effect with an id that this belongs to; nil at the top.
  let effect: IdentifiedEffect?
  private let outer: EffectContext?

  nonisolated init(scope: EffectScope, repeats: Repeats? = nil) {
    self.scope = scope
    self.repeats = repeats
    effect = nil
    outer = nil
  }

  /// The context inside `effect`.
  init(_ effect: IdentifiedEffect, in outer: EffectContext) {
    self.effect = effect
    self.outer = outer
    scope = outer.scope
    repeats = outer.repeats
  }

  /// Whether this is inside `effect`.
  func isInside(_ effect: IdentifiedEffect) -> Bool {
    var context: EffectContext? = self
    while let current = context {
      if current.effect === effect { return true }
      context = current.outer
    }
    return false
  }
}
