import Foundation
import ShowroomFiles
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

/// The peer, the files and the reports for a test of the S3 engine.
struct S3Fixture {
  let peer: S3Peer
  let place: SourceFolder
  let reports = Reports()
  var partSizes = PartPlan.Sizes()
  var credentials: Credentials? = .accessKey(id: S3Store.keyID, secret: S3Store.secret, session: nil)

  /// - Parameter certificate: the certificate of a store with TLS.
  init(
    _ store: S3Store = S3Store(), tls certificate: TestCertificate? = nil,
    fault: @escaping @Sendable (S3Received) -> S3Peer.Fault? = { _ in nil }
  ) async throws {
    peer = try await S3Peer(store: store, tls: certificate, fault: fault)
    place = try SourceFolder()
  }

  /// Runs a test with an engine and checks every signature.
  @discardableResult
  func withEngine<Result>(
    _ location: S3Location? = nil, _ body: (S3Engine) async throws -> Result
  ) async throws -> Result {
    let location = try location ?? peer.location()
    let certificate = peer.certificate?.certificate
    let result = try await withTransport {
      $0.additionalTrustRoots = certificate
    } _: { transport in
      try await body(
        S3Engine(
          location: location, transport: transport, credentials: credentials, partSizes: partSizes,
          now: { Date(timeIntervalSince1970: 1_790_000_000) }))
    }
    #expect(peer.store.complaints == [])
    return result
  }

  /// Uploads a file.
  func send(_ transfer: Transfer) async throws -> StoredFile {
    try await withEngine { try await $0.send(transfer, report: reports.report) }
  }

  func failure(of transfer: Transfer) async throws -> UploadFailure {
    try await withEngine { engine in
      try #require(
        await #expect(throws: UploadFailure.self) { try await engine.send(transfer, report: reports.report) })
    }
  }

  /// Creates a file of a size in which all blocks differ.
  func largeSource(_ name: String = "film.mp4", size: Int) throws -> (source: UploadSource, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0x5A, count: size)
    for (number, start) in stride(from: 0, to: size - 3, by: 4096).enumerated() {
      for shift in 0..<3 { bytes[start + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
    }
    return (try place.source(name, bytes: bytes), bytes)
  }
}

/// The size of a part: 8 MiB.
let part = 8 << 20
