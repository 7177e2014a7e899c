/// The events of one read, with consecutive drags and consecutive wheel turns merged.
struct EventBatch {
  private(set) var all: [Event] = []

  /// Adds an event. A drag replaces a preceding drag; a wheel turn is added to a preceding one.
  mutating func append(_ event: Event) {
    if case .mouse(let new) = event, case .mouse(let last)? = all.last, let merged = Self.merge(last, new) {
      all[all.count - 1] = .mouse(merged)
    } else {
      all.append(event)
    }
  }

  private static func merge(_ last: MouseEvent, _ new: MouseEvent) -> MouseEvent? {
    guard last.kind == new.kind, last.button == new.button, last.modifiers == new.modifiers else { return nil }
    switch new.kind {
    case .press, .release: return nil
    case .drag: return new
    case .wheelUp, .wheelDown:
      guard last.position == new.position else { return nil }
      var sum = last
      sum.steps += new.steps
      return sum
    }
  }
}
