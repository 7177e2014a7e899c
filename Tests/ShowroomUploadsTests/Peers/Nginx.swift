import Foundation
import ShowroomNetwork
import ShowroomTestSupport

/// A real nginx on loopback.
///
/// `/dav/` accepts all files, `/small/` one megabyte, `/private/` only kim with the password "opensesame", `/plain/`
/// only `PUT`, and `/read/` nothing.
final class Nginx: Sendable {
  static var isInstalled: Bool { NginxServer.isInstalled }

  /// The module that implements `PROPFIND` and `OPTIONS`.
  static let listingModule = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"
  static var canList: Bool { isInstalled && FileManager.default.fileExists(atPath: listingModule) }

  private let folder: TemporaryFolder
  private let server: NginxServer
  private let scheme: String

  init(listing: Bool = false, tls: TestCertificate? = nil) async throws {
    folder = try TemporaryFolder()
    let root = folder.url.path
    for name in ["dav", "small", "private", "plain", "read"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("root/\(name)"), withIntermediateDirectories: true)
    }
    try Data("kim:{PLAIN}opensesame\n".utf8).write(to: folder.url.appendingPathComponent("users"))
    scheme = tls == nil ? "http" : "https"
    let modules = listing ? [Self.listingModule] : []
    server = try await NginxServer(folder: folder, modules: modules, log: "$request_method $uri $status") { port in
      let listen =
        tls.map { "listen 127.0.0.1:\(port) ssl; ssl_certificate \($0.certificate); ssl_certificate_key \($0.key);" }
        ?? "listen 127.0.0.1:\(port);"
      return """
        client_max_body_size 0; root \(root)/root;
        server {
          \(listen)
          location /dav/ {
            dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on;
            \(listing ? "dav_ext_methods PROPFIND OPTIONS;" : "")
          }
          location /small/ { client_max_body_size 1m; dav_methods PUT DELETE MKCOL MOVE; create_full_put_path on; }
          location /private/ {
            auth_basic "Files of the workshop"; auth_basic_user_file \(root)/users;
            dav_methods PUT DELETE MKCOL MOVE; create_full_put_path on;
          }
          location /plain/ { dav_methods PUT DELETE; create_full_put_path on; }
          location /read/ { }
        }
        """
    }
  }

  func url(_ path: String, host: String = "127.0.0.1") -> WebAddress {
    address("\(scheme)://\(host):\(server.port)\(path)")
  }

  /// Returns the names in a folder of the server, including hidden ones.
  func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/root" + path)) ?? []).sorted()
  }

  func content(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder.url.path + "/root" + path).map { Array($0) }
  }

  func put(_ bytes: [UInt8], at path: String) throws {
    let file = URL(fileURLWithPath: folder.url.path + "/root" + path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Returns the method, path and status of each request so far.
  func requests() throws -> [String] { try server.accessLog() }
}
