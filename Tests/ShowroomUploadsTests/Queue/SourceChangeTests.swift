import Foundation
import ShowroomFiles
import Testing

@testable import ShowroomUploads

@Suite("A changed file", .timeLimit(.minutes(20)))
struct SourceChangeTests {
  @Test func `a file that was replaced or removed is not observed`() throws {
    let place = try SourceFolder()
    let source = try place.source(size: 100)
    _ = try place.rewrite(source, with: [UInt8](repeating: 1, count: 99))
    #expect(throws: SourceFailure.self) { try source.observed() }
    try FileManager.default.removeItem(atPath: source.path.string)
    #expect(throws: SourceFailure.self) { try source.observed() }
  }

  @Test func `a file whose contents changed with the same size and time is recognized as changed`() throws {
    let place = try SourceFolder()
    let source = try place.source(size: 100)
    let changed = try place.rewrite(source, with: [UInt8](repeating: 1, count: 100))
    #expect(changed.modified == source.modified && !changed.matches(source))
    #expect(changed.fingerprint != source.fingerprint)
    #expect(throws: SourceFailure.self) { try SourceReader(source) }
    var unknown = source
    unknown.changed = nil
    #expect(unknown.matches(changed))
    #expect(try unknown.observed() == changed)
  }

  @Test func `the failure of an upload has the message of its file, and distinguishes a cancellation`() {
    #expect(UploadFailure(SourceFailure("It is gone.")) == UploadFailure(.source, "It is gone."))
    #expect(UploadFailure(SourceFailure("It ended.", isCanceled: true)) == UploadFailure(.canceled, "It ended."))
  }
}
