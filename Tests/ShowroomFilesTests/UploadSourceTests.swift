import Foundation
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomFiles

@Suite("UploadSource", .timeLimit(.minutes(20)))
struct UploadSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(of name: String) -> FilePath { FilePath(folder.path).appending(name) }

  private func file(_ name: String, size: Int = 1000) throws -> UploadSource {
    try Data(repeating: 1, count: size).write(to: folder.url.appendingPathComponent(name))
    return try UploadSource(path: path(of: name))
  }

  private func failure(_ path: FilePath) -> String {
    do throws(SourceFailure) {
      _ = try UploadSource(path: path)
      return ""
    } catch {
      return error.isCanceled ? "canceled" : error.message
    }
  }

  @Test func `a file is identified by path, size, time and inode, even through a link`() throws {
    let source = try file("a.pdf", size: 1234)
    #expect(source.size == 1234 && source.identity.inode > 0)
    let link = path(of: "link.pdf")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: source.path.string)
    let linked = try UploadSource(path: link)
    #expect(linked.identity == source.identity && linked.size == 1234)
    let odd = path(of: "odd").withPlatformString { name in
      FilePath(platformString: Array(UnsafeBufferPointer(start: name, count: strlen(name))) + [-1, 0x0a, 0])
    }
    #expect(odd.withPlatformString { creat($0, 0o644) } >= 0)
    #expect(try UploadSource(path: odd).path == odd)
  }

  /// The arguments are 2300, 1601 and the second in which 64-bit nanoseconds end.
  @Test(arguments: [10_413_792_000, -11_644_473_600, 9_223_372_036])
  func `a time that does not fit in nanoseconds is the nearest one that does`(seconds: Int) throws {
    let path = try file("a.pdf").path
    let time = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
    let code = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path.string, $0.baseAddress, 0) }
    try #require(code == 0)
    // Some file systems store the nearest time that they support.
    let stored = try status(of: path.string).st_mtim

    let source = try UploadSource(path: path)

    #expect(source.modified == stored.nanoseconds)
    #expect(time.nanoseconds == (seconds > 0 ? .max : .min))
  }

  @Test func `a file that cannot be uploaded is rejected with the reason`() throws {
    #expect(failure(path(of: "absent")).contains("absent no longer exists"))
    #expect(failure(path(of: "two\nlines 👨‍👩‍👧.txt")).hasPrefix("two lines 👨‍👩‍👧.txt no longer exists"))
    #expect(failure(FilePath(folder.path)).contains("is a folder; choose files instead"))
    let pipe = path(of: "pipe")
    #expect(mkfifo(pipe.string, 0o600) == 0)
    #expect(failure(pipe).contains("is a pipe or socket"))
    #expect(failure("/dev/null").contains("is a device"))
    let loop = path(of: "loop")
    try FileManager.default.createSymbolicLink(atPath: loop.string, withDestinationPath: loop.string)
    #expect(failure(loop).contains("is a circular symbolic link"))
    #expect(failure(path(of: String(repeating: "x", count: 300))).contains("too long"))
  }

  @Test(.enabled(if: geteuid() != 0, "skipped: root can read any file"))
  func `an unreadable file is rejected`() throws {
    let source = try file("a.pdf")
    chmod(source.path.string, 0)
    #expect(failure(source.path).contains("is not readable"))
  }

  @Test func `a file with contents but no size, as in /proc, is rejected`() throws {
    #expect(failure("/proc/self/status").contains("status has contents but no size"))
    let empty = try file("empty", size: 0)
    #expect(failure(empty.path) == "")
    let error = #expect(throws: SourceFailure.self) {
      try SourceReader(UploadSource(path: "/proc/self/status", status: try status(of: "/proc/self/status")))
    }
    #expect(error?.isCanceled == false)
  }

  private func status(of path: String) throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }

  @Test func `a file that was replaced by a pipe is rejected without waiting`() throws {
    let source = try file("a.pdf")
    unlink(source.path.string)
    #expect(mkfifo(source.path.string, 0o600) == 0)
    let error = #expect(throws: SourceFailure.self) { try SourceReader(source) }
    #expect(error?.message.contains("is a pipe") == true)
  }
}
