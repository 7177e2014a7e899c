import CReactorTerminal
import Dispatch
import Glibc

/// The queue behind the main actor, which the event loop drains.
///
/// Waiting for the queue and the terminal together costs one `poll` for each key. A Dispatch read source would cost a
/// thread switch.
@MainActor
struct MainQueue {
  /// A descriptor that becomes readable when the main actor has work.
  let descriptor: Int32

  /// Takes over the main queue, which from then on runs only in ``drain()``.
  init() {
    // The reference to the queue ensures that Dispatch is linked, even in static builds.
    _ = DispatchQueue.main
    descriptor = _dispatch_get_main_queue_handle_4CF()
  }

  /// Performs all pending work, whether or not the descriptor is readable. Call it on the main thread.
  func drain() { _dispatch_main_queue_callback_4CF(nil) }

  /// Performs pending work if the descriptor is readable. Returns whether there was any.
  func performPending() -> Bool {
    // The loop has to reset the descriptor, because Dispatch does not.
    var count: UInt64 = 0
    guard read(descriptor, &count, MemoryLayout<UInt64>.size) > 0 else { return false }
    drain()
    return true
  }
}
