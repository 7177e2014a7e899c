import Glibc
import ReactorTerminalCore
import Synchronization

/// A delay of the signals that terminate a process, until this object is released, so that files can be removed first.
/// It is active around a screen that handles these signals itself. Signals that the process ignores stay ignored.
final class DelayedSignals {
  private var replaced: [(number: Int32, action: sigaction)] = []

  private static let received = Atomic<Int32>(0)

  /// Starts delaying the signals.
  init() {
    // This also initializes the static variable, which a signal handler could not do safely.
    Self.received.store(0, ordering: .relaxed)
    for number in TerminationSignals.all {
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

  /// The signal that has arrived and must still terminate the process.
  var cause: TerminationCause? {
    let number = Self.received.load(ordering: .relaxed)
    return number == 0 ? nil : .signal(number)
  }
}
