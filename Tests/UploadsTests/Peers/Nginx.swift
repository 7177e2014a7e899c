import Catalogue
import Foundation
import TestServers

@testable import Uploads

/// A real nginx on loopback that takes files, with places that refuse them.
///
/// `/dav/` takes everything, `/small/` one megabyte, `/private/` only kim with the password "opensesame", `/plain/` only
/// `PUT`, `/read/` nothing.
final class Nginx: Sendable {
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx") }

  /// The module that answers `PROPFIND` and `OPTIONS`.
  static let listingModule = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"
  static var canList: Bool { isInstalled && FileManager.default.fileExists(atPath: listingModule) }

  private let folder: Workplace
  private let server: LocalServer
  private let scheme: String

  init(listing: Bool = false, tls: TestCertificate? = nil) async throws {
    folder = try Workplace()
    let root = folder.url.path
    for name in ["dav", "small", "private", "plain", "read"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("root/\(name)"), withIntermediateDirectories: true)
    }
    try Data("kim:{PLAIN}opensesame\n".utf8).write(to: folder.url.appendingPathComponent("users"))
    let port = FreePort.take()
    // The files may lie where nginx's usual user may not write; the workers run as whoever runs the test.
    let user = geteuid() == 0 ? "user root;" : ""
    let listen =
      tls.map { "listen 127.0.0.1:\(port) ssl; ssl_certificate \($0.certificate); ssl_certificate_key \($0.key);" }
      ?? "listen 127.0.0.1:\(port);"
    let configuration = """
      \(listing ? "load_module \(Self.listingModule);" : "") \(user)
      daemon off; master_process off; pid \(root)/pid; error_log \(root)/error.log;
      events {}
      http {
        log_format line '$request_method $uri $status'; access_log \(root)/access.log line;
        client_body_temp_path \(root)/b; proxy_temp_path \(root)/p; fastcgi_temp_path \(root)/f;
        uwsgi_temp_path \(root)/u; scgi_temp_path \(root)/s;
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
      }
      """
    let file = folder.url.appendingPathComponent("nginx.conf")
    try Data(configuration.utf8).write(to: file)
    scheme = tls == nil ? "http" : "https"
    server = try await LocalServer(
      "/usr/sbin/nginx", ["-p", root, "-c", file.path], port: port, log: folder.url.appendingPathComponent("out.log"))
  }

  func url(_ path: String, host: String = "127.0.0.1") -> WebAddress {
    address("\(scheme)://\(host):\(server.port)\(path)")
  }

  /// The names in a folder of the server, hidden ones included; empty when there is none.
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

  /// Method, path and status of each request so far.
  func requests() throws -> [String] {
    try String(contentsOf: folder.url.appendingPathComponent("access.log"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}
