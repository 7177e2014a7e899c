import Foundation
import ShowroomTestSupport

@testable import ShowroomUploads

/// moto on loopback, an independent implementation of S3. It verifies no signatures.
final class Moto: Sendable {
  private let server: LocalServer
  private let folder: SourceFolder

  /// The path in the folder where `make test` installs servers written in Python, or in `PATH`.
  static let program: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = [".build/test-servers/bin"] + path.split(separator: ":").map(String.init)
    return folders.map { URL(fileURLWithPath: $0).appendingPathComponent("moto_server").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static var isInstalled: Bool { program != nil }

  /// Starts the server without a bucket.
  init() async throws {
    folder = try SourceFolder()
    let port = FreePort.take()
    server = try await LocalServer(
      Self.program ?? "", ["-H", "127.0.0.1", "-p", "\(port)"], port: port,
      log: folder.url.appendingPathComponent("log"))
  }

  /// Returns a connection to the bucket `cars`.
  func connection(_ transport: HTTPTransport) throws -> S3Connection {
    S3Connection(
      address: S3Address(location: try location), transport: transport, credentials: Self.credentials, now: { Date() })
  }

  func engine(_ transport: HTTPTransport) throws -> S3Engine {
    S3Engine(location: try location, transport: transport, credentials: Self.credentials)
  }

  private var location: S3Location {
    get throws { try S3Location(parsing: "s3://cars/scans?endpoint=http://127.0.0.1:\(server.port)") }
  }

  private static let credentials = Credentials.accessKey(id: "test", secret: "test", session: nil)
}
