import Foundation
import ShowroomNetwork
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("S3 bucket contents")
struct S3DestinationInfoTests {
  @Test func `the files of a car are listed over several pages`() async throws {
    let store = S3Store(
      [
        "scans/7/a b+c.pdf": [1], "scans/7/b%.pdf": [1, 2], "scans/7/현대.pdf": [1, 2, 3], "scans/7/": [],
        "scans/7/below/c.pdf": [1], "scans/70/d.pdf": [1], "other/7/e.pdf": [1],
      ], page: 2)
    let fixture = try await S3Fixture(store)
    let info = try await fixture.withEngine { try await $0.destinationInfo(for: 7, in: nil) }
    #expect(
      info.files == [
        StoredFile(name: "a b+c.pdf", location: "scans/7/a b+c.pdf", size: 1),
        StoredFile(name: "b%.pdf", location: "scans/7/b%.pdf", size: 2),
        StoredFile(name: "below/c.pdf", location: "scans/7/below/c.pdf", size: 1),
        StoredFile(name: "현대.pdf", location: "scans/7/현대.pdf", size: 3),
      ])
    #expect(store.lines == ["GET -", "GET -", "GET -"])
    let below = try await fixture.withEngine { try await $0.destinationInfo(for: 7, in: [["below"]]) }
    #expect(below.files == [StoredFile(name: "below/c.pdf", location: "scans/7/below/c.pdf", size: 1)])
    let direct = try await fixture.withEngine { try await $0.destinationInfo(for: 7, in: [[]]) }
    #expect(direct.files?.map(\.name) == ["a b+c.pdf", "b%.pdf", "현대.pdf"], "files in other folders are not read")
    #expect(info.engine == "S3")
    #expect(info.resumption == .supported)
    #expect(info.publishesAtomically)
    #expect(info.checksum == "SHA-256")
    #expect(info.maximumSize == 5 << 40)
    #expect(info.readOnlyReason == nil)
  }

  @Test func `a key is limited to 1,024 bytes, including the prefix`() async throws {
    let fixture = try await S3Fixture()
    let source = try fixture.place.source(size: 10)
    let folders = Array(repeating: String(repeating: "a", count: 201), count: 5)
    let failure = try await fixture.failure(of: fixture.place.transfer(source, in: folders))
    #expect(failure.message.contains("is too long: S3 allows 1024 bytes") && failure.retry == .never)
    #expect(fixture.peer.store.lines == [])
    // "scans/7/" and "/x" have ten bytes, and each folder 202.
    let name = String(repeating: "b", count: 1024 - 8 - 4 * 202)
    _ = try await fixture.send(fixture.place.transfer(source, as: name, in: Array(folders.prefix(4))))
    #expect(fixture.peer.store.objects.keys.map(\.utf8.count) == [1024])
  }

  @Test func `a slash before a combining character separates folders in the address of an object`() throws {
    let address = S3Address(location: try S3Location(parsing: "s3://cars?endpoint=https://s3.test"))
    #expect(address.path(of: "7/\u{301}a/%2F/한 글.pdf") == "/cars/7/%CC%81a/%252F/%ED%95%9C%20%EA%B8%80.pdf")
  }

  @Test func `without a prefix, cars are top-level folders`() async throws {
    let fixture = try await S3Fixture(S3Store(["7/a.pdf": [1]]))
    let location = try fixture.peer.location(prefix: "")
    let info = try await fixture.withEngine(location) { try await $0.destinationInfo(for: 7, in: nil) }
    #expect(info.files?.map(\.location) == ["7/a.pdf"])
  }

  @Test func `credentials that cannot list may still write, and those that can do neither are rejected`() async throws {
    for mayWrite in [false, true] {
      let fixture = try await S3Fixture { request in
        request.key == nil || (!mayWrite && request.method == "POST") ? .answers(.error(403, "AccessDenied")) : nil
      }
      let info = try await fixture.withEngine { try await $0.destinationInfo(for: 7, in: nil) }
      #expect(info.files == nil)
      #expect(
        info.readOnlyReason
          == (mayWrite
            ? nil : "This access key does not have permission for the bucket cars; contact its administrator."))
      #expect(fixture.peer.store.uploads.isEmpty)
    }
  }

  @Test func `a missing bucket and a bucket in another region are reported`() async throws {
    let fixture = try await S3Fixture()
    let location = try fixture.peer.location(bucket: "trucks")
    let failure = try await fixture.withEngine(location) { engine in
      await #expect(throws: UploadFailure.self) { try await engine.destinationInfo(for: 7, in: nil) }
    }
    #expect(failure?.message.hasPrefix("There is no bucket trucks on 127.0.0.1:") == true)
    let korean = try await S3Fixture(S3Store(region: "ap-northeast-2"))
    let there = try korean.peer.location(options: "&region=ap-northeast-2")
    #expect(try await korean.withEngine(there) { try await $0.destinationInfo(for: 7, in: nil) }.files == [])
  }

  @Test func `deleting a missing file succeeds, and missing permission is an error`() async throws {
    let fixture = try await S3Fixture(S3Store(["scans/7/a.pdf": [1], "scans/7/kept.pdf": [1]])) { request in
      request.method == "DELETE" && request.key == "scans/7/kept.pdf" ? .answers(.error(403, "AccessDenied")) : nil
    }
    try await fixture.withEngine { engine in
      let file = StoredFile(name: "a.pdf", location: "scans/7/a.pdf", size: 1)
      try await engine.delete(file)
      try await engine.delete(file)
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.delete(StoredFile(name: "kept.pdf", location: "scans/7/kept.pdf", size: 1))
      }
      #expect(failure?.cause == .forbidden)
    }
    #expect(fixture.peer.store.objects.keys.sorted() == ["scans/7/kept.pdf"])
  }

  @Test func `a download is complete and creates a new file`() async throws {
    let bytes = SourceFolder.bytes(300_000)
    let fixture = try await S3Fixture(S3Store(["scans/7/현대 1.pdf": bytes]))
    let path = FilePath(fixture.place.url.appendingPathComponent("copy.pdf").path)
    let file = StoredFile(name: "현대 1.pdf", location: "scans/7/현대 1.pdf", size: 300_000)
    try await fixture.withEngine { try await $0.fetch(file, to: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data(bytes))
  }

  @Test func `an object is read back and compared, and nothing is saved`() async throws {
    let fixture = try await S3Fixture(S3Store(["scans/7/a.pdf": [1, 2, 3]]))
    try await fixture.withEngine { engine in
      let sha256 = try MessageDigest.of([1, 2, 3] as [UInt8], .sha256).hexadecimal
      try await engine.verify(StoredFile(name: "a.pdf", location: "scans/7/a.pdf", size: 3, sha256: sha256))
      for (location, size, sha256, cause) in [
        ("scans/7/a.pdf", 3, S3Request.emptyHash, .corrupted), ("scans/7/a.pdf", 2, nil, .corrupted),
        ("scans/7/a.pdf", 4, nil, .corrupted), ("scans/7/b.pdf", 3, nil, .missing),
      ] as [(String, Int64, String?, UploadFailure.Cause)] {
        let file = StoredFile(name: "a.pdf", location: location, size: size, sha256: sha256)
        let failure = await #expect(throws: UploadFailure.self) { try await engine.verify(file) }
        #expect(failure?.cause == cause)
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.place.url.path) == [])
  }

  @Test func `a changed or inaccessible object leaves no local file`() async throws {
    let fixture = try await S3Fixture(S3Store(["scans/7/a.pdf": [1, 2, 3]]))
    let path = FilePath(fixture.place.url.appendingPathComponent("copy.pdf").path)
    try await fixture.withEngine { engine in
      let other = StoredFile(name: "a.pdf", location: "scans/7/a.pdf", size: 3, sha256: S3Request.emptyHash)
      let changed = await #expect(throws: UploadFailure.self) { try await engine.fetch(other, to: path) }
      #expect(changed?.cause == .corrupted)
      let gone = StoredFile(name: "b.pdf", location: "scans/7/b.pdf", size: 3)
      let missing = await #expect(throws: UploadFailure.self) { try await engine.fetch(gone, to: path) }
      #expect(missing?.message == "The file is no longer in the bucket cars." && missing?.cause == .missing)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.place.url.path) == [])
  }
}
