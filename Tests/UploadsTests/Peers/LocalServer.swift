import Foundation
import NIOCore
import NIOPosix

/// A server program on a free port of loopback, ended with its owner.
final class LocalServer: Sendable {
  let port: Int
  private let process: Process

  /// Starts it. The port is free when it starts; the program is the one to listen on it.
  init(_ program: String, _ arguments: [String], port: Int, log: URL) async throws {
    self.port = port
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    while true {
      do {
        try await client.connect(host: "127.0.0.1", port: port).get().close()
        return
      } catch  where process.isRunning {
        await Task.yield()
      } catch {
        throw StartFailure(program: program, words: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
      }
    }
  }

  deinit { stop() }

  struct StartFailure: Error { let program: String, words: String }

  var processIdentifier: Int32 { process.processIdentifier }

  func stop() {
    guard process.isRunning else { return }
    // It inherits the signal mask of the thread that started it, and threads of the pool block SIGTERM.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// A port that is free, and stays so while a slow program starts: it is not one of those that the kernel hands to whoever
  /// asks for any.
  static func freePort() async throws -> Int {
    while true {
      let port = Int.random(in: 20_000..<30_000)
      let probe = try? await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: "127.0.0.1", port: port).get()
      guard let probe else { continue }
      try await probe.close()
      return port
    }
  }
}
