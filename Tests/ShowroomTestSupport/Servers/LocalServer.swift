import Foundation

/// A server program on a free loopback port. It ends when this value is released.
package final class LocalServer: Sendable {
  /// The port on which the program listens.
  package let port: Int
  private let program: ChildProgram

  /// Starts the program and waits until it listens.
  package init(_ program: String, _ arguments: [String], port: Int, log: URL) async throws {
    self.port = port
    let child = try ChildProgram(program, arguments, output: .file(log.path))
    self.program = child
    while PeerSocket(connectingTo: port) == nil {
      guard child.isRunning else {
        throw StartFailure(program: program, words: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
      }
      await Task.yield()
    }
  }

  deinit { stop() }

  /// The error for a program that ended before it listened.
  package struct StartFailure: Error { let program: String, words: String }

  /// Kills the program.
  package func stop() { program.kill() }
}
