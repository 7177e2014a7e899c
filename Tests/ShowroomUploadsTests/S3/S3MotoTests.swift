import Foundation
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite(
  "S3 with moto", .serialized, .timeLimit(.minutes(20)),
  .enabled(if: Moto.isInstalled, "skipped: moto_server is not installed (see make test)"))
struct S3MotoTests {
  private let fixture: S3Fixture
  private let moto: Moto

  init() async throws {
    fixture = try await S3Fixture()
    moto = try await Moto()
  }

  /// Runs a test with an engine and an empty bucket.
  private func withBucket(_ body: (S3Engine, S3Connection) async throws -> Void) async throws {
    try await withTransport { transport in
      let connection = try moto.connection(transport)
      try await connection.perform(S3Request("PUT", nil))
      try await body(try moto.engine(transport), connection)
    }
  }

  @Test func `a small file is stored, listed, downloaded and deleted`() async throws {
    try await withBucket { engine, connection in
      #expect(try await engine.destinationInfo(for: 7, in: nil).files == [])
      let source = try fixture.place.source("현대 아이오닉 5 + 100%.pdf", size: 200_000)
      let transfer = fixture.place.transfer(source)
      let file = try await engine.send(transfer, report: fixture.reports.report)
      #expect(file.location == "scans/7/현대 아이오닉 5 + 100%.pdf")
      let object = try #require(try await connection.object(file.location))
      #expect(object.size == 200_000)
      #expect(object.sha256 == file.sha256)

      var second = transfer
      second.id = "second"
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(second, report: fixture.reports.report)
      }
      #expect(failure?.cause == .duplicate(size: 200_000))
      second.onDuplicate = .keepBoth
      let copy = try await engine.send(second, report: fixture.reports.report)
      #expect(copy.name == "현대 아이오닉 5 + 100% (2).pdf")
      let names = try await engine.destinationInfo(for: 7, in: nil).files?.map(\.name)
      #expect(names?.sorted() == [copy.name, file.name].sorted())

      let path = FilePath(fixture.place.url.appendingPathComponent("back.pdf").path)
      try await engine.fetch(file, to: path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data(SourceFolder.bytes(200_000)))
      try await engine.delete(file)
      try await engine.delete(copy)
      #expect(try await engine.destinationInfo(for: 7, in: nil).files == [])
    }
  }

  @Test func `files in folders have slashes in their keys`() async throws {
    try await withBucket { engine, connection in
      let folders = ["사진 1", "%2F", "\u{301}x"]
      let source = try fixture.place.source("a b.pdf", size: 2000)
      let file = try await engine.send(fixture.place.transfer(source, in: folders), report: fixture.reports.report)
      #expect(file.name == "a b.pdf" && file.location == "scans/7/사진 1/%2F/\u{301}x/a b.pdf")
      #expect(try await engine.destinationInfo(for: 7, in: nil).files?.map(\.name) == ["사진 1/%2F/\u{301}x/a b.pdf"])
      var second = fixture.place.transfer(source, in: folders, onDuplicate: .keepBoth)
      second.id = "second"
      #expect(try await engine.send(second, report: fixture.reports.report).name == "a b (2).pdf")

      let (large, _) = try fixture.largeSource("film.mp4", size: part + 5)
      let whole = try await engine.send(fixture.place.transfer(large, in: folders), report: fixture.reports.report)
      try await engine.verify(whole)
      #expect(whole.location == "scans/7/사진 1/%2F/\u{301}x/film.mp4")
      #expect(try await engine.destinationInfo(for: 7, in: nil).files?.count == 3)
    }
  }

  @Test func `a large file that was interrupted is resumed`() async throws {
    try await withBucket { engine, connection in
      let (source, bytes) = try fixture.largeSource("필름.mp4", size: 2 * part + 5)
      let reports = fixture.reports
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(fixture.place.transfer(source)) { (event) async throws(UploadFailure) in
          reports.append(event)
          if case .sent(let bytes) = event, bytes > part / 2 { throw .canceled }
        }
      }
      #expect(failure?.cause == .canceled)
      let checkpoint = try #require(reports.checkpoints.last)
      #expect(checkpoint.confirmed < 2 * part + 5)
      #expect(try await engine.destinationInfo(for: 7, in: nil).files == [])

      let resumed = Reports()
      let file = try await engine.send(
        fixture.place.transfer(source, checkpoint: checkpoint), report: resumed.report)
      #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
      // The server may have received a whole part before the upload was canceled.
      #expect(resumed.checkpoints.first.map { $0.confirmed >= checkpoint.confirmed } == true)
      #expect(resumed.checkpoints.last?.confirmed == Int64(2 * part + 5))
      let path = FilePath(fixture.place.url.appendingPathComponent("back.mp4").path)
      try await engine.fetch(file, to: path)
      let isSame = try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data(bytes)
      #expect(isSame)
      // The same upload recognizes its object, while another upload finds a duplicate.
      #expect(try await engine.send(fixture.place.transfer(source), report: resumed.report) == file)
    }
  }

  @Test func `a discarded upload cannot be resumed`() async throws {
    try await withBucket { engine, connection in
      let (source, _) = try fixture.largeSource(size: part + 5)
      let reports = fixture.reports
      await #expect(throws: UploadFailure.self) {
        try await engine.send(fixture.place.transfer(source)) { (event) async throws(UploadFailure) in
          reports.append(event)
          // A fast server stores a part before any progress is reported.
          switch event {
          case .sent: throw .canceled
          case .checkpoint(let checkpoint) where checkpoint.confirmed > 0: throw .canceled
          default: break
          }
        }
      }
      let checkpoint = try #require(reports.checkpoints.last)
      let interrupted = fixture.place.transfer(source, checkpoint: checkpoint)
      try await engine.discard(interrupted) {}
      try await engine.discard(interrupted) {}
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(interrupted, report: reports.report)
      }
      #expect(failure?.cause == .checkpointGone)
      let missing = await #expect(throws: UploadFailure.self) {
        let trucks = S3Address(location: try S3Location(parsing: "s3://trucks?endpoint=\(connection.endpoint)"))
        _ = try await S3Connection(
          address: trucks, transport: connection.transport, credentials: connection.credentials, now: connection.now
        ).files(of: 7)
      }
      #expect(missing?.message.hasPrefix("There is no bucket trucks on 127.0.0.1:") == true)
    }
  }
}

extension S3Connection {
  fileprivate var endpoint: String { address.location.endpoint.text }
}
