import Foundation
import NIOCore
import NIOPosix
import TestServers

/// A server program on a free port of loopback, ended with its owner.
final class LocalServer: Sendable {
  let port: Int
  private let program: ChildProgram

  /// Starts it. The port is free when it starts; the program is the one to listen on it.
  init(_ program: String, _ arguments: [String], port: Int, log: URL) async throws {
    self.port = port
    let child = try ChildProgram(program, arguments, output: .file(log.path))
    self.program = child
    let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    while true {
      do {
        try await client.connect(host: "127.0.0.1", port: port).get().close()
        return
      } catch  where child.isRunning {
        await Task.yield()
      } catch {
        throw StartFailure(program: program, words: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
      }
    }
  }

  deinit { stop() }

  struct StartFailure: Error { let program: String, words: String }

  var processIdentifier: Int32 { program.pid }

  func stop() { program.kill() }
}
