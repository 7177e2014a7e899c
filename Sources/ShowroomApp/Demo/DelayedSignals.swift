import Glibc
import ReactorTerminal
import Synchronization

/// Delays the signals that end a process until it is deinitialized: for what has to be removed before, around a screen
/// that hears them itself while it is there. One that the process ignores it goes on to ignore.
final class DelayedSignals {
  private var replaced: [(number: Int32, action: sigaction)] = []

  private static let received = Atomic<Int32>(0)

  /// Delays them from now on.
  init() {
    // Also makes it, which a handler could not.
    Self.received.store(0, ordering: .relaxed)
    for number in EndingSignals.all {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !action.isIgnored else { continue }
      signal(number) { number in DelayedSignals.received.store(number, ordering: .relaxed) }
      replaced.append((number, action))
    }
  }

  deinit {
    for (number, action) in replaced {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// The signal that has arrived, which the process is still to end by.
  var cause: TerminationCause? {
    let number = Self.received.load(ordering: .relaxed)
    return number == 0 ? nil : .signal(number)
  }
}
