import Foundation
import NIOCore
import NIOPosix
import TestServers

/// A real nginx on a free port of loopback, serving a folder.
final class Nginx: Sendable {
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx") }

  private let folder: TemporaryFolder
  private let port: Int
  private let program: ChildProgram

  init(serving directory: URL) async throws {
    folder = try TemporaryFolder()
    let root = folder.url.path
    port = FreePort.take()
    // Loopback files may lie where nginx's usual user may not read; the workers run as whoever runs the test.
    let user = geteuid() == 0 ? "user root;" : ""
    let configuration = """
      \(user) daemon off; master_process off; pid \(root)/pid; error_log \(root)/error.log;
      events {}
      http {
        log_format status "$status"; access_log \(root)/access.log status;
        client_body_temp_path \(root)/b; proxy_temp_path \(root)/p; fastcgi_temp_path \(root)/f;
        uwsgi_temp_path \(root)/u; scgi_temp_path \(root)/s;
        server { listen 127.0.0.1:\(port); root "\(directory.path)"; }
      }
      """
    let file = folder.url.appendingPathComponent("nginx.conf")
    try Data(configuration.utf8).write(to: file)
    program = try ChildProgram("/usr/sbin/nginx", ["-p", root, "-c", file.path])
    try await waitUntilListening()
  }

  deinit { stop() }

  func url(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

  func stop() { program.kill() }

  /// The status of each request so far, from the access log.
  func statuses() throws -> [Int] {
    let log = try String(contentsOf: folder.url.appendingPathComponent("access.log"), encoding: .utf8)
    return log.split(separator: "\n").compactMap { Int($0) }
  }

  /// A connection is refused until nginx listens, which takes it a few milliseconds.
  private func waitUntilListening() async throws {
    let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    while true {
      do {
        try await client.connect(host: "127.0.0.1", port: port).get().close()
        return
      } catch  where program.isRunning {
        await Task.yield()
      }
    }
  }
}
