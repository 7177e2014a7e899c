import Dispatch
import Glibc
import ReactorTerminal
import Synchronization

/// Hears the signals that end a process for as long as it lives, and removes the folders of a demo before one does: where
/// there is no screen, nobody else hears them. One that the process ignores it goes on to ignore.
final class DemoSignals {
  private let house = DemoFolders()
  private var heard: [(number: Int32, source: any DispatchSourceSignal, before: sigaction)] = []

  /// Hears them from now on, if it is to.
  init(isListening: Bool) {
    for number in EndingSignals.all where isListening {
      var before = sigaction()
      guard sigaction(number, nil, &before) == 0, !before.isIgnored else { continue }
      // Dispatch hears a signal also when the process ignores it, which is what keeps it from ending the process.
      signal(number, SIG_IGN)
      // On the main queue, where the program runs: nothing that it does makes a folder once more meanwhile.
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [house] in house.end(by: number) }
      source.resume()
      heard.append((number, source, before))
    }
  }

  deinit {
    for (number, source, before) in heard {
      source.cancel()
      var action = before
      sigaction(number, &action, nil)
    }
  }

  /// Makes the folders that are to be removed.
  func make(_ make: () throws -> DemoHouse) throws -> DemoHouse { try house.make(make) }

  /// Removes them.
  func remove() { house.remove() }
}

/// The folders, for a handler that is not isolated to the main actor, though it runs on its thread.
private final class DemoFolders: Sendable {
  private let house = Mutex<DemoHouse?>(nil)

  func make(_ make: () throws -> DemoHouse) throws -> DemoHouse {
    try house.withLock { house in
      let made = try make()
      house = made
      return made
    }
  }

  func remove() { house.withLock { $0?.remove() } }

  func end(by number: Int32) {
    house.withLock { house in
      house?.remove()
      TerminationCause.signal(number).endProcess()
    }
  }
}

/// The signals by which a process is asked to end.
enum EndingSignals {
  static let all = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]
}

extension sigaction {
  var isIgnored: Bool { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1 }
}
