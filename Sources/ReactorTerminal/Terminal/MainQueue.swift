import CTerminal
import Dispatch
import Glibc

/// The queue behind the main actor, served from a loop of our own.
///
/// Waiting for it together with the terminal on thread 0 costs one `poll` for each key; a Dispatch read source costs a
/// change of thread.
@MainActor
struct MainQueue {
  /// Becomes readable when the main actor has work.
  let descriptor: Int32

  /// Asks Dispatch for its descriptor. From then on the main queue runs only where `drain` is called.
  init() {
    // Naming the queue makes sure that Dispatch is linked, also statically.
    _ = DispatchQueue.main
    descriptor = _dispatch_get_main_queue_handle_4CF()
  }

  /// Does all the work that waits, whether or not the descriptor told of it. To be called on the main thread.
  func drain() { _dispatch_main_queue_callback_4CF(nil) }

  /// Does the work that the descriptor tells of. Returns whether there was any.
  func performPending() -> Bool {
    // Dispatch leaves it to the loop to reset the descriptor.
    var count: UInt64 = 0
    guard read(descriptor, &count, MemoryLayout<UInt64>.size) > 0 else { return false }
    drain()
    return true
  }
}
