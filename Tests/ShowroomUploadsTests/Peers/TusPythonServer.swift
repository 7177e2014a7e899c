import Foundation
import ShowroomNetwork
import ShowroomTestSupport

/// tuspyserver on loopback, an independent implementation of a tus server.
final class TusPythonServer: Sendable {
  private let server: LocalServer
  private let folder: SourceFolder

  /// The folder in which `make test` installs servers written in Python.
  private static let program = URL(fileURLWithPath: ".build/test-servers/bin/uvicorn").path

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  init() async throws {
    folder = try SourceFolder()
    let root = folder.url.path
    let application = """
      from fastapi import FastAPI
      from tuspyserver import create_tus_router
      app = FastAPI()
      app.include_router(create_tus_router(files_dir="\(root)/files", prefix="files"))
      """
    try Data(application.utf8).write(to: folder.url.appendingPathComponent("files_of_tests.py"))
    let port = FreePort.take()
    server = try await LocalServer(
      Self.program,
      ["--app-dir", root, "--host", "127.0.0.1", "--port", "\(port)", "--log-level", "warning", "files_of_tests:app"],
      port: port, log: folder.url.appendingPathComponent("log"))
  }

  var endpoint: WebAddress { address("http://127.0.0.1:\(server.port)/files/") }

  /// Returns the uploads by the last component of their addresses.
  func held() throws -> [String: Data] {
    let files = folder.url.appendingPathComponent("files")
    var result: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: files.path) where !name.contains(".") {
      result[name] = try Data(contentsOf: files.appendingPathComponent(name))
    }
    return result
  }

  /// Returns whether a request with bytes of an upload has ended, even if not all of them arrived.
  func hasEndedRequest(for url: String) throws -> Bool {
    let name = url.split(separator: "/").last.map(String.init) ?? ""
    let info = try Data(contentsOf: folder.url.appendingPathComponent("files/\(name).info"))
    let values = try JSONSerialization.jsonObject(with: info) as? [String: Any]
    return values?["upload_part"] as? Int ?? 0 > 0
  }
}
