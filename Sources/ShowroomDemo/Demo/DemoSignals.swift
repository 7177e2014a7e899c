import Dispatch
import Glibc
import ReactorTerminalCore
import Synchronization

/// A handler of the signals that terminate a process, which first removes a demo's sandbox. It is needed if there is no
/// screen, because a screen handles these signals itself. Signals that the process ignores stay ignored.
final class DemoSignals {
  private let sandbox = SandboxBox()
  private var handlers: [(number: Int32, source: any DispatchSourceSignal, before: sigaction)] = []

  /// Starts handling the signals.
  ///
  /// - Parameter isEnabled: Whether to handle signals at all.
  init(isEnabled: Bool) {
    for number in TerminationSignals.all where isEnabled {
      var before = sigaction()
      guard sigaction(number, nil, &before) == 0, !before.isIgnored else { continue }
      // Dispatch receives the signal even if the process ignores it, and ignoring it keeps it from terminating the
      // process.
      signal(number, SIG_IGN)
      // The handler runs on the main queue, like the program, so that no folder is created at the same time.
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [sandbox] in sandbox.terminate(by: number) }
      source.resume()
      handlers.append((number, source, before))
    }
  }

  deinit {
    for (number, source, before) in handlers {
      source.cancel()
      var action = before
      sigaction(number, &action, nil)
    }
  }

  /// Creates the sandbox to remove.
  func create(_ body: () throws -> DemoSandbox) throws -> DemoSandbox { try sandbox.create(body) }

  /// Removes the sandbox.
  func remove() { sandbox.remove() }
}

/// A sandbox that a handler can remove without main-actor isolation, although it runs on the main thread.
private final class SandboxBox: Sendable {
  private let sandbox = Mutex<DemoSandbox?>(nil)

  func create(_ body: () throws -> DemoSandbox) throws -> DemoSandbox {
    try sandbox.withLock { sandbox in
      let created = try body()
      sandbox = created
      return created
    }
  }

  func remove() { sandbox.withLock { $0?.remove() } }

  func terminate(by number: Int32) {
    sandbox.withLock { sandbox in
      sandbox?.remove()
      TerminationCause.signal(number).endProcess()
    }
  }
}

/// The signals that terminate a process.
enum TerminationSignals {
  static let all = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]
}

extension sigaction {
  /// Whether the process ignores the signal.
  var isIgnored: Bool { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1 }
}
