import Foundation
import Testing

extension PseudoTerminal {
  /// Reads output until every thread of the program sleeps and no more output arrives, so that only the clock or the
  /// user can cause the next change. Call this after a frame, because a key that was just typed may not have woken the
  /// program yet.
  func waitUntilIdle() throws {
    let deadline = Deadline.usual
    while takeOutput(within: 1) || !isAsleep || takeOutput(within: 1) {
      if deadline.hasPassed { throw TimeoutError(what: "the program to be idle", self) }
    }
  }

  private var isAsleep: Bool {
    let folder = "/proc/\(pid)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.allSatisfy { task in
      // The state follows the name in parentheses, which may contain any character. A thread may end meanwhile.
      guard let text = try? String(contentsOfFile: "\(folder)/\(task)/stat", encoding: .utf8) else { return true }
      return text.suffix(from: text.lastIndex(of: ")") ?? text.startIndex).hasPrefix(") S")
    }
  }
}

extension PseudoTerminal {
  /// Cancels the test unless the kernel reports changes of files to the program. A user may have 128 watches at a time,
  /// of which other tests may use all, and a program without one wakes up once a second to look for changes.
  /// - Parameter count: The number of watches that the program needs: one for the database, and one for a source file.
  func requireWatches(_ count: Int = 1) throws {
    let folder = "/proc/\(pid)/fd"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let granted = files.count { file in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)")) == "anon_inode:inotify"
    }
    if granted < count { try Test.cancel("The kernel grants no watch for changes.") }
  }

  /// Reads output until no thread of the program has run for two seconds.
  func waitUntilStill() throws {
    let deadline = Deadline.usual
    var switches = contextSwitches
    while true {
      let hasOutput = takeOutput(within: 2_000)
      let (before, now) = (switches, contextSwitches)
      if !hasOutput, now == before { return }
      if deadline.hasPassed {
        let awake = now.filter { before[$0.key] != $0.value }.flatMap(\.value).sorted().joined(separator: ", ")
        throw TimeoutError(what: "the program to sleep without waking (awake: \(awake))", self)
      }
      switches = now
    }
  }

  /// The name and the context switches of each thread, by its ID.
  private var contextSwitches: [String: [Substring]] {
    let folder = "/proc/\(pid)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Dictionary(
      uniqueKeysWithValues: tasks.map { task in
        let status = (try? String(contentsOfFile: "\(folder)/\(task)/status", encoding: .utf8)) ?? ""
        return (task, status.split(separator: "\n").filter { $0.contains("ctxt_switches") || $0.hasPrefix("Name:") })
      })
  }
}
