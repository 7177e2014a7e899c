import ReactorCore

/// Texts that describe what a reactor is waiting for.
@MainActor
enum RunningWork {
  /// Returns the end of a message about a missing event: `; running: .load; 1 task sleeps …`.
  static func suffix<R: Reactor>(of reactor: R) -> String {
    let running = reactor.store.runningEffects
    if running == 0 { return reactor.store.canEmit ? "" : "; no effect is running" }
    return "; \(running) effect\(running == 1 ? " is" : "s are") running" + description(of: reactor)
  }

  /// Returns the actions of the running effects and the sleepers of the virtual clocks: `: .load; 1 task sleeps …`.
  static func description<R: Reactor>(of reactor: R) -> String {
    let actions = reactor.store.runningActions.map { ValueTree($0).summary }
    var text = actions.isEmpty ? "" : ": " + listed(actions)
    for clock in clocks(of: reactor) where clock.sleeperCount > 0 {
      let sleepers = clock.sleeperCount == 1 ? "1 task sleeps" : "\(clock.sleeperCount) tasks sleep"
      let rest = clock.nextDeadline.map { clock.now.duration(to: $0) } ?? .zero
      text += "; \(sleepers) on its virtual clock, the first for another \(rest)"
    }
    return text
  }

  private static func listed(_ actions: [String]) -> String {
    let shown = actions.prefix(5).joined(separator: ", ")
    return actions.count > 5 ? "\(shown), and \(actions.count - 5) more" : shown
  }

  /// Returns the virtual clocks of a reactor and of the services that it retains.
  private static func clocks(of reactor: AnyObject) -> [VirtualClock] {
    var found: [VirtualClock] = []
    var visited: Set<ObjectIdentifier> = []
    func search(_ value: Any, depth: Int) {
      if type(of: value) is AnyClass, !visited.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
      if let clock = value as? VirtualClock { return found.append(clock) }
      var mirror: Mirror? = Mirror(reflecting: value)
      guard depth < 4, mirror?.displayStyle != .collection, mirror?.displayStyle != .dictionary else { return }
      while let current = mirror {
        for child in current.children { search(child.value, depth: depth + 1) }
        mirror = current.superclassMirror
      }
    }
    search(reactor, depth: 0)
    return found
  }
}
