/// Turns of the main actor for other tasks.
@MainActor
package enum MainActorTurns {
  private static var count = 0

  /// Yields `count` times, enough for a chain of tasks that start one another. Tasks are queued on the main actor first
  /// in, first out, so each turn runs everything queued before it; a continuation passes through the thread pool, as
  /// these turns do.
  package static func yield(_ count: Int = 16) async {
    for _ in 0..<count {
      await Task.yield()
      // The optimizer would remove a turn that does nothing on the main actor, and all turns would take place in the
      // thread pool.
      Self.count &+= 1
    }
  }
}
