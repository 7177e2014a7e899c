import Foundation

/// A real nginx on a free loopback port. It ends when this value is released.
package final class NginxServer: Sendable {
  /// Whether nginx is installed.
  package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  private static let program = "/usr/sbin/nginx"

  /// The folder of the server's own files, such as its logs.
  package let folder: TemporaryFolder
  private let server: LocalServer

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - modules: the paths of dynamic modules.
  ///   - log: the format of a line of the access log.
  ///   - configuration: returns the directives of the `http` block for a port.
  package init(
    folder: TemporaryFolder, modules: [String] = [], log: String, configuration: (_ port: Int) -> String
  ) async throws {
    self.folder = folder
    let root = folder.path
    let port = FreePort.take()
    // nginx's usual user may not have access to the folders of a test, so the workers run as the user of the test.
    let user = geteuid() == 0 ? "user root;" : ""
    let text = """
      \(modules.map { "load_module \($0);" }.joined(separator: "\n")) \(user)
      daemon off; master_process off; pid \(root)/pid; error_log \(root)/error.log;
      events {}
      http {
        log_format line '\(log)'; access_log \(root)/access.log line;
        client_body_temp_path \(root)/b; proxy_temp_path \(root)/p; fastcgi_temp_path \(root)/f;
        uwsgi_temp_path \(root)/u; scgi_temp_path \(root)/s;
        \(configuration(port))
      }
      """
    try folder.write(text, to: "nginx.conf")
    server = try await LocalServer(
      Self.program, ["-p", root, "-c", folder["nginx.conf"]], port: port,
      log: folder.url.appendingPathComponent("out.log"))
  }

  /// The port on which the server listens.
  package var port: Int { server.port }

  /// Kills the server.
  package func stop() { server.stop() }

  /// Returns the lines of the access log so far.
  package func accessLog() throws -> [String] {
    try String(contentsOf: folder.url.appendingPathComponent("access.log"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}
