import Foundation
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("UploadSource", .timeLimit(.minutes(20)))
struct UploadSourceTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  func failure(_ path: FilePath) -> String {
    do throws(UploadFailure) {
      _ = try UploadSource(path: path)
      return ""
    } catch {
      return error.cause == .source ? error.message : "\(error.cause)"
    }
  }

  @Test func `a file is identified by path, size, time and inode, also through a link`() throws {
    let source = try fixture.file("a.pdf", size: 1234)
    #expect(source.size == 1234 && source.identity.inode > 0)
    let link = fixture.path(of: "link.pdf")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: source.path.string)
    let linked = try UploadSource(path: link)
    #expect(linked.identity == source.identity && linked.size == 1234)
    let odd = FilePath(bytes: fixture.path(of: "odd").bytes + [0xff, 0x0a])
    #expect(odd.withPlatformString { creat($0, 0o644) } >= 0)
    #expect(try UploadSource(path: odd).path == odd)
  }

  @Test func `a file that cannot be uploaded is rejected with the reason`() throws {
    #expect(failure(fixture.path(of: "absent")).contains("absent no longer exists"))
    #expect(failure(fixture.path(of: "two\nlines 👨‍👩‍👧.txt")).hasPrefix("two lines 👨‍👩‍👧.txt no longer exists"))
    #expect(failure(FilePath(fixture.folder.path)).contains("is a folder; choose files instead"))
    let pipe = fixture.path(of: "pipe")
    #expect(mkfifo(pipe.string, 0o600) == 0)
    #expect(failure(pipe).contains("is a pipe or socket"))
    #expect(failure("/dev/null").contains("is a device"))
    let loop = fixture.path(of: "loop")
    try FileManager.default.createSymbolicLink(atPath: loop.string, withDestinationPath: loop.string)
    #expect(failure(loop).contains("is a circular symbolic link"))
    #expect(failure(fixture.path(of: String(repeating: "x", count: 300))).contains("too long"))
  }

  @Test(.enabled(if: geteuid() != 0, "skipped: root can read any file"))
  func `an unreadable file is rejected`() throws {
    let source = try fixture.file("a.pdf")
    chmod(source.path.string, 0)
    #expect(failure(source.path).contains("is not readable"))
  }

  @Test func `a file with contents but no size, as in /proc, is rejected`() throws {
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

  @Test func `a file whose contents changed with the same size and time is recognized as changed`() throws {
    let place = try SourceFolder()
    let source = try place.source(size: 100)
    let changed = try place.rewrite(source, with: [UInt8](repeating: 1, count: 100))
    #expect(changed.modified == source.modified && !changed.matches(source))
    #expect(changed.fingerprint != source.fingerprint)
    #expect(throws: UploadFailure.self) { try SourceReader(source) }
    var unknown = source
    unknown.changed = nil
    #expect(unknown.matches(changed) && unknown.observed() == changed)
  }

  @Test func `a file that was replaced by a pipe is rejected without waiting`() throws {
    let source = try fixture.file("a.pdf")
    unlink(source.path.string)
    #expect(mkfifo(source.path.string, 0o600) == 0)
    let error = #expect(throws: UploadFailure.self) { try SourceReader(source) }
    #expect(error?.message.contains("is a pipe") == true)
  }
}
