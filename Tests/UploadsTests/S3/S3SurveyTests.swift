import Foundation
import SystemPackage
import Testing

@testable import Uploads

@Suite("A bucket is looked at, emptied and read")
struct S3SurveyTests {
  @Test("What it holds for the car, over several pages, and not what lies elsewhere")
  func listing() async throws {
    let store = S3Store(
      [
        "scans/7/a b+c.pdf": [1], "scans/7/b%.pdf": [1, 2], "scans/7/현대.pdf": [1, 2, 3], "scans/7/": [],
        "scans/7/below/c.pdf": [1], "scans/70/d.pdf": [1], "other/7/e.pdf": [1],
      ], page: 2)
    let fixture = try await S3Fixture(store)
    let survey = try await fixture.withEngine { try await $0.survey(car: 7) }
    #expect(
      survey.files == [
        StoredFile(name: "a b+c.pdf", location: "scans/7/a b+c.pdf", size: 1),
        StoredFile(name: "b%.pdf", location: "scans/7/b%.pdf", size: 2),
        StoredFile(name: "현대.pdf", location: "scans/7/현대.pdf", size: 3),
      ])
    #expect(store.lines == ["GET -", "GET -"])
    #expect(survey.engine == "S3")
    #expect(survey.resumption == .resumes)
    #expect(survey.publishesAtomically)
    #expect(survey.checksum == "SHA-256")
    #expect(survey.maximumSize == 5 << 40)
    #expect(survey.refusal == nil)
  }

  @Test("Without a prefix, cars are the first folders")
  func noPrefix() async throws {
    let fixture = try await S3Fixture(S3Store(["7/a.pdf": [1]]))
    let location = try fixture.peer.location(prefix: "")
    let survey = try await fixture.withEngine(location) { try await $0.survey(car: 7) }
    #expect(survey.files?.map(\.location) == ["7/a.pdf"])
  }

  @Test("Keys that may not list and not write are told so; those that may only write are not stopped")
  func permission() async throws {
    for mayWrite in [false, true] {
      let fixture = try await S3Fixture { request in
        request.key == nil || (!mayWrite && request.method == "POST") ? .answers(.error(403, "AccessDenied")) : nil
      }
      let survey = try await fixture.withEngine { try await $0.survey(car: 7) }
      #expect(survey.files == nil)
      #expect(
        survey.refusal
          == (mayWrite ? nil : "These keys may not do this in the bucket cars; ask whoever runs it for the right."))
      #expect(fixture.peer.store.uploads.isEmpty)
    }
  }

  @Test("A bucket that is not there, and one that is signed for another region")
  func wrongPlace() async throws {
    let fixture = try await S3Fixture()
    let location = try fixture.peer.location(bucket: "trucks")
    let failure = try await fixture.withEngine(location) { engine in
      await #expect(throws: UploadFailure.self) { try await engine.survey(car: 7) }
    }
    #expect(failure?.sentence.hasPrefix("There is no bucket trucks on 127.0.0.1:") == true)
    let korean = try await S3Fixture(S3Store(region: "ap-northeast-2"))
    let there = try korean.peer.location(options: "&region=ap-northeast-2")
    #expect(try await korean.withEngine(there) { try await $0.survey(car: 7) }.files == [])
  }

  @Test("Deleting what is gone already is no error; not being allowed to is one")
  func delete() async throws {
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

  @Test("A file comes back whole, into a new local file")
  func fetch() async throws {
    let bytes = Workplace.bytes(300_000)
    let fixture = try await S3Fixture(S3Store(["scans/7/현대 1.pdf": bytes]))
    let path = FilePath(fixture.place.url.appendingPathComponent("copy.pdf").path)
    let file = StoredFile(name: "현대 1.pdf", location: "scans/7/현대 1.pdf", size: 300_000)
    try await fixture.withEngine { try await $0.fetch(file, to: path) { _ in } }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data(bytes))
  }

  @Test("A file that is another now, or that the store refuses, leaves nothing here")
  func fetchFails() async throws {
    let fixture = try await S3Fixture(S3Store(["scans/7/a.pdf": [1, 2, 3]]))
    let path = FilePath(fixture.place.url.appendingPathComponent("copy.pdf").path)
    try await fixture.withEngine { engine in
      let other = StoredFile(name: "a.pdf", location: "scans/7/a.pdf", size: 3, sha256: S3Request.emptyHash)
      let changed = await #expect(throws: UploadFailure.self) { try await engine.fetch(other, to: path) { _ in } }
      #expect(changed?.cause == .corrupted)
      let gone = StoredFile(name: "b.pdf", location: "scans/7/b.pdf", size: 3)
      let missing = await #expect(throws: UploadFailure.self) { try await engine.fetch(gone, to: path) { _ in } }
      #expect(missing?.sentence == "The file is not in the bucket cars any more.")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.place.url.path) == [])
  }
}
