import Foundation
import Testing

@testable import Uploads

/// What a test of the S3 engine begins with: a peer, a folder with files, and what the engine reports.
struct S3Fixture {
  let peer: S3Peer
  let place: Workplace
  let reports = Reports()
  var credentials: Credentials? = .accessKey(id: S3Store.keyID, secret: S3Store.secret, session: nil)

  init(_ store: S3Store = S3Store(), fault: @escaping @Sendable (S3Received) -> S3Peer.Fault? = { _ in nil })
    async throws
  {
    peer = try await S3Peer(store: store, fault: fault)
    place = try Workplace()
  }

  /// Runs a test with an engine, and looks at every signature that was made.
  func withEngine<Result>(
    _ location: S3Location? = nil, _ body: (S3Engine) async throws -> Result
  ) async throws -> Result {
    let location = try location ?? peer.location()
    let result = try await withTransport { transport in
      try await body(
        S3Engine(
          location: location, transport: transport, credentials: credentials,
          now: { Date(timeIntervalSince1970: 1_790_000_000) }))
    }
    #expect(peer.store.complaints == [])
    return result
  }

  /// Sends a file.
  func send(_ transfer: Transfer) async throws -> StoredFile {
    try await withEngine { try await $0.send(transfer, report: reports.report) }
  }

  /// The failure of sending a file.
  func failure(of transfer: Transfer) async throws -> UploadFailure {
    try await withEngine { engine in
      try #require(
        await #expect(throws: UploadFailure.self) { try await engine.send(transfer, report: reports.report) })
    }
  }

  /// A file of so many bytes in which no two blocks are alike, made quickly.
  func largeSource(_ name: String = "film.mp4", size: Int) throws -> (source: UploadSource, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0x5A, count: size)
    for (number, start) in stride(from: 0, to: size - 3, by: 4096).enumerated() {
      for shift in 0..<3 { bytes[start + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
    }
    return (try place.source(name, bytes: bytes), bytes)
  }
}

/// 16 MiB: what a part has.
let part = 16 << 20
