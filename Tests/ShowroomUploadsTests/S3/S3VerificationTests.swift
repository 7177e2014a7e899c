import Foundation
import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("S3 verification", .timeLimit(.minutes(20)))
struct S3VerificationTests {
  static let key = "scans/7/scan.pdf"

  @Test func `a small object that the store reports but does not have is not uploaded`() async throws {
    let fixture = try await S3Fixture { $0.method == "PUT" ? .answers(S3Reply()) : nil }

    let failure = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))

    #expect(failure.cause == .protocol && failure.message.contains("reported scan.pdf as stored, but it is not there"))
  }

  @Test func `a small object is verified by its checksum or by its mark`() async throws {
    for encrypts in [false, true] {
      let fixture = try await S3Fixture(S3Store(encrypts: encrypts))
      _ = try await fixture.send(fixture.place.transfer(try fixture.place.source()))
      #expect(fixture.peer.store.lines.last == (encrypts ? "HEAD \(Self.key)" : "PUT \(Self.key)"))
    }
  }

  @Test func `an object of another upload is not mistaken for this one`() async throws {
    let fixture = try await S3Fixture(S3Store([Self.key: SourceFolder.bytes(1000).reversed()])) { request in
      request.method == "PUT" ? .answers(S3Reply()) : nil
    }

    let failure = try await fixture.failure(
      of: fixture.place.transfer(try fixture.place.source(), onDuplicate: .replace))

    #expect(failure.cause == .protocol)
  }

  @Test func `parts that the store combines and loses are not uploaded`() async throws {
    let fixture = try await S3Fixture { request in
      request.method == "POST" && request["uploadId"] != nil
        ? .answers(.xml("<CompleteMultipartUploadResult><Key>x</Key></CompleteMultipartUploadResult>")) : nil
    }
    let (source, _) = try fixture.largeSource(size: part + 1)

    let failure = try await fixture.failure(of: fixture.place.transfer(source))

    #expect(failure.cause == .protocol && failure.message.contains("but it is not there"))
  }

  @Test(arguments: [5000, part + 1])
  func `the sign-in page of a network is not mistaken for a store, and the upload is retried`(size: Int) async throws {
    let isPortal = Mutex(false)
    let fixture = try await S3Fixture { request in
      if request.method == "PUT" || request.method == "POST" { isPortal.withLock { $0 = true } }
      guard isPortal.withLock({ $0 }) else { return nil }
      return .answers(S3Reply(headers: ["Content-Length": "57"], body: Array(repeating: 32, count: 57)))
    }

    let failure = try await fixture.failure(of: fixture.place.transfer(fixture.place.source(size: size)))

    #expect(failure.cause == .unavailable && failure.retry == .later)
    #expect(failure.message.contains("as the sign-in page of a network does"))
  }

  @Test func `a success before the end of the body is an error`() async throws {
    let place = try SourceFolder()
    let peer = try await FaultyPeer { request in
      request.method == "PUT" ? .init(after: 1000, reply: .answer(200, ["Connection": "close"])) : nil
    } answer: { _ in
      .answer(404)
    }
    let location = try S3Location(parsing: "s3://cars?endpoint=\(peer.url(""))")

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { transport in
        // One request with more bytes than the system buffers.
        let engine = S3Engine(
          location: location, transport: transport, credentials: .accessKey(id: "id", secret: "secret", session: nil),
          partSizes: PartPlan.Sizes(usual: 14_000_000))
        return try await engine.send(place.transfer(place.source(size: 14_000_000)), report: Reports().report)
      }
    }

    #expect(failure?.cause == .protocol && failure?.message.contains("before the whole file was sent") == true)
  }

  @Test func `the parts of a file that changed with the same size and time are aborted`() async throws {
    let fixture = try await S3Fixture()
    let (source, _) = try fixture.largeSource(size: part + 1)
    var earlier = source
    earlier.changed = FileChangeTime(nanoseconds: 1)
    fixture.peer.store.content.withLock { $0.uploads["old"] = S3Store.Upload(key: "scans/7/film.mp4", metadata: [:]) }
    let checkpoint = Checkpoint(
      values: ["key": "scans/7/film.mp4", "upload": "old", "part": "\(part)", "source": earlier.fingerprint])

    _ = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))

    #expect(fixture.peer.store.lines.prefix(2) == ["DELETE scans/7/film.mp4 upload", "HEAD scans/7/film.mp4"])
    #expect(fixture.peer.store.uploads.isEmpty)
  }
}
