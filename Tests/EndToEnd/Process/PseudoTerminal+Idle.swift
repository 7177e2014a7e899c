import Foundation

extension PseudoTerminal {
  /// Takes output in until every thread of the program sleeps and nothing more comes: what is still to happen, only the
  /// clock or a person can bring about. After a frame; a key that was just typed may not have woken it yet.
  func waitUntilIdle() throws {
    let deadline = Deadline.usual
    while takeOutput(within: 1) || !isAsleep || takeOutput(within: 1) {
      if deadline.hasPassed { throw Expired(what: "the program to have nothing to do", self) }
    }
  }

  private var isAsleep: Bool {
    let folder = "/proc/\(pid)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.allSatisfy { task in
      // The state follows the name, which is in parentheses and may hold anything. A thread may end meanwhile.
      guard let text = try? String(contentsOfFile: "\(folder)/\(task)/stat", encoding: .utf8) else { return true }
      return text.suffix(from: text.lastIndex(of: ")") ?? text.startIndex).hasPrefix(") S")
    }
  }
}
