import Foundation
import SystemPackage
import Testing

@testable import Uploads

@Suite("A file that is chosen", .timeLimit(.minutes(5)))
struct UploadSourceTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  func failure(_ path: FilePath) -> String {
    do throws(UploadFailure) {
      _ = try UploadSource(path: path)
      return ""
    } catch {
      return error.cause == .source ? error.sentence : "\(error.cause)"
    }
  }

  @Test("is known by what it is, byte for byte, also through a link")
  func known() throws {
    let source = try fixture.file("a.pdf", size: 1234)
    #expect(source.size == 1234 && source.inode > 0)
    let link = fixture.path(of: "link.pdf")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: source.path.string)
    let linked = try UploadSource(path: link)
    #expect(linked.inode == source.inode && linked.size == 1234)
    let odd = FilePath(bytes: fixture.path(of: "odd").bytes + [0xff, 0x0a])
    #expect(odd.withPlatformString { creat($0, 0o644) } >= 0)
    #expect(try UploadSource(path: odd).path == odd)
  }

  @Test("is refused in words when it is no file that can be read")
  func refused() throws {
    #expect(failure(fixture.path(of: "absent")).contains("absent is not there any more"))
    #expect(failure(FilePath(fixture.folder.path)).contains("is a folder; choose the files in it"))
    let pipe = fixture.path(of: "pipe")
    #expect(mkfifo(pipe.string, 0o600) == 0)
    #expect(failure(pipe).contains("is a pipe or socket"))
    #expect(failure("/dev/null").contains("is a device"))
    let loop = fixture.path(of: "loop")
    try FileManager.default.createSymbolicLink(atPath: loop.string, withDestinationPath: loop.string)
    #expect(failure(loop).contains("leads in a circle"))
    #expect(failure(fixture.path(of: String(repeating: "x", count: 300))).contains("too long"))
  }

  @Test("without permission is refused", .enabled(if: geteuid() != 0, "skipped: root may read anything"))
  func permission() throws {
    let source = try fixture.file("a.pdf")
    chmod(source.path.string, 0)
    #expect(failure(source.path).contains("may not be read"))
  }

  @Test func `that has contents and no size, as in proc, is refused`() throws {
    #expect(failure("/proc/self/status").contains("status has contents but no size"))
    let empty = try fixture.file("empty", size: 0)
    #expect(failure(empty.path) == "")
    let error = #expect(throws: UploadFailure.self) {
      try SourceReader(UploadSource(path: "/proc/self/status", status: try status(of: "/proc/self/status")))
    }
    #expect(error?.cause == .source)
  }

  private func status(of path: String) throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }

  @Test func `whose contents were changed with size and time kept is another`() throws {
    let place = try Workplace()
    let source = try place.source(size: 100)
    let changed = try place.rewrite(source, with: [UInt8](repeating: 1, count: 100))
    #expect(changed.modified == source.modified && !changed.agrees(with: source))
    #expect(changed.fingerprint != source.fingerprint)
    #expect(throws: UploadFailure.self) { try SourceReader(source) }
    var unknown = source
    unknown.changed = nil
    #expect(unknown.agrees(with: changed) && unknown.observed() == changed)
  }

  @Test("that became a pipe is not waited for")
  func becamePipe() throws {
    let source = try fixture.file("a.pdf")
    unlink(source.path.string)
    #expect(mkfifo(source.path.string, 0o600) == 0)
    let error = #expect(throws: UploadFailure.self) { try SourceReader(source) }
    #expect(error?.sentence.contains("is a pipe") == true)
  }
}
