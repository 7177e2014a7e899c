/// Lets what is ready on the main actor run.
@MainActor
package enum MainActorTurns {
  private static var count = 0

  /// Gives `count` turns away: as many as a chain of tasks that begin one another may need. Tasks queue on the main actor
  /// first in, first out, so each turn performs all that was queued before; a continuation comes by way of the thread
  /// pool, as these turns do themselves.
  package static func give(_ count: Int = 16) async {
    for _ in 0..<count {
      await Task.yield()
      // A turn that does nothing on the main actor is optimised away: all of them would be spent in the thread pool.
      Self.count &+= 1
    }
  }
}
