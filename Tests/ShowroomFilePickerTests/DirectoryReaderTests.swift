import Foundation
import Glibc
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The reader of the local file system, on a temporary folder.
@Suite("DirectoryReader", .timeLimit(.minutes(20)))
struct DirectoryReaderTests {
  private let folder = TemporaryFolder()
  private let reader = DirectoryReader.disk

  /// Returns all entries of a folder by name.
  private func entries(_ path: FilePath? = nil) async throws(FileError) -> [String: FileEntry] {
    let delivered = Delivered()
    let rest = try await reader.read(path ?? folder.path) { await delivered.add($0) }
    let all = await delivered.entries + rest
    return Dictionary(all.map { ("\($0.name)", $0) }, uniquingKeysWith: { first, _ in first })
  }

  private actor Delivered {
    private(set) var entries: [FileEntry] = []
    func add(_ more: [FileEntry]) { entries += more }
  }

  @Test func `entries have their kind, size, date, device and inode`() async throws {
    folder.write("hello", to: "a.txt")
    folder.write("", to: ".hidden")
    folder.make("sub")
    var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 5), timespec(tv_sec: 1_000_000_000, tv_nsec: 5)]
    utimensat(AT_FDCWD, folder.path.appending("a.txt").string, &times, 0)
    let entries = try await entries()
    #expect(entries.keys.sorted() == [".hidden", "a.txt", "sub"])
    let file = try #require(entries["a.txt"])
    #expect((file.kind, file.size, file.modified) == (.file, 5, 1_000_000_000_000_000_005))
    var status = stat()
    lstat(folder.path.appending("a.txt").string, &status)
    #expect(file.identity == FileIdentity(status))
    #expect(entries["sub"]?.isFolder == true)
    #expect(entries[".hidden"]?.name.isHidden == true)
  }

  @Test(arguments: [10_413_792_000, -11_644_473_600, 9_223_372_036])
  func `a date that does not fit in nanoseconds is the same as that of the file to upload`(seconds: Int) async throws {
    folder.write("hello", to: "a.txt")
    let path = folder.path.appending("a.txt")
    var times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 999_999_999), count: 2)
    utimensat(AT_FDCWD, path.string, &times, 0)

    let entries = try await entries()

    #expect(try entries["a.txt"]?.modified == UploadSource(path: path).modified)
  }

  @Test func `links have the kind of their target, and broken links differ from loops`() async throws {
    folder.write("12345", to: "file")
    folder.make("sub")
    for (name, target) in [
      ("good", "file"), ("dir", "sub"), ("dead", "/nowhere/at/all"), ("loop", "loop"), ("through", "file/x"),
    ] { folder.link(name, to: target) }
    let entries = try await entries()
    #expect(entries["good"]?.kind == .file)
    #expect(entries["good"]?.size == 5)
    #expect(entries["good"]?.linkTarget == FileName("file"))
    #expect(entries["dir"]?.isFolder == true)
    #expect(entries["dead"]?.kind == .unusable(.deadLink))
    #expect(entries["dead"]?.linkTarget == FileName("/nowhere/at/all"))
    #expect(entries["loop"]?.kind == .unusable(.linkLoop))
    #expect(entries["through"]?.kind == .unusable(.deadLink))
    let loop = folder.path.appending("loop")
    await #expect(throws: FileError(.linkLoop, loop)) { try await reader.examine(loop) }
    await #expect(throws: FileError(.linkLoop, loop)) { _ = try await self.entries(loop) }
    let dead = folder.path.appending("dead")
    await #expect(throws: FileError(.deadLink, dead)) { try await reader.examine(dead) }
  }

  @Test func `pipes and sockets are recognized without blocking`() async throws {
    mkfifo(folder.path.appending("tap").string, 0o600)
    folder.makeSocket("plug")
    let entries = try await entries()
    #expect(entries["tap"]?.kind == .unusable(.pipe))
    #expect(entries["plug"]?.kind == .unusable(.socket))
    let tap = folder.path.appending("tap")
    #expect(try await reader.examine(tap).kind == .unusable(.pipe))
    await #expect(throws: FileError(.notFolder, tap)) { _ = try await self.entries(tap) }
    #expect(try await reader.examine("/dev/null").kind == .unusable(.device))
  }

  @Test func `names keep their bytes, whether invalid UTF-8, 255 bytes long or with control characters`() async throws {
    let names: [[UInt8]] = [
      [0x63, 0x61, 0x66, 0xE9], Array(repeating: 0x78, count: 255), Array("two\nlines\u{1B}[31m".utf8),
      Array("\u{1100}\u{1173}\u{1105}\u{1162}\u{11AB}".utf8), Array("-rf".utf8), Array(" ".utf8),
    ]
    for name in names { folder.write("x", to: name) }
    let found = try await Set(entries().values.map(\.name.bytes))
    #expect(found == Set(names))
    for name in names {
      let path = folder.path.appending(FileName(bytes: name))
      let entry = try await reader.examine(path)
      #expect(entry.name.bytes == name)
      #expect(FileRow(folder.path, entry).source.path.bytes == folder.path.bytes + [0x2F] + name)
    }
  }

  @Test func `missing paths, files read as folders and long names throw their cause`() async {
    let gone = folder.path.appending("gone")
    await #expect(throws: FileError(.missing, gone)) { _ = try await entries(gone) }
    await #expect(throws: FileError(.missing, gone)) { try await reader.examine(gone) }
    folder.write("", to: "file")
    let file = folder.path.appending("file")
    await #expect(throws: FileError(.notFolder, file)) { _ = try await entries(file) }
    let long = folder.path.appending(FileName(bytes: Array(repeating: 0x78, count: 256)))
    await #expect(throws: FileError(.tooLong, long)) { try await reader.examine(long) }
  }

  @Test(.enabled(if: geteuid() != 0, "root can read every file; run as another user"))
  func `unreadable files and folders throw a permission error`() async {
    folder.make("locked")
    folder.write("secret", to: "closed")
    let (locked, closed) = (folder.path.appending("locked"), folder.path.appending("closed"))
    chmod(locked.string, 0)
    chmod(closed.string, 0)
    await #expect(throws: FileError(.denied, locked)) { _ = try await entries(locked) }
    await #expect(throws: FileError(.denied, closed)) { try await reader.examine(closed) }
    chmod(locked.string, 0o700)
  }

  @Test func `a canceled read ends early`() async throws {
    for number in 0..<500 { folder.write("", to: "f\(number)") }
    let path = folder.path
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await reader.read(path) { _ in }
    }
    #expect(try await task.value.count <= 1)
  }

  @Test func `a folder of thousands of files is read completely and sorted`() async throws {
    for number in 0..<5_000 { folder.write("", to: "IMG_\(number).jpg") }
    var reading = FolderReading(folder.path, visit: 1)
    let delivered = Delivered()
    let rest = try await reader.read(folder.path) { await delivered.add($0) }
    reading.take(await delivered.entries + rest)
    reading.end(.complete)
    let listing = await FileArrangement(
      reading: reading, order: .standard, showsHidden: false, filter: "", previous: FileListing(folder.path)
    ).run()
    #expect(listing?.count == 5_000)
    #expect(listing.map { "\($0[9].name) \($0[4_999].name)" } == "IMG_9.jpg IMG_4999.jpg")
  }
}

/// A folder that is removed when the test ends.
private final class TemporaryFolder: Sendable {
  let path: FilePath

  init() {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/file-picker-tests-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { FilePath(platformString: $0) } ?? "/nonexistent"
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  func write(_ text: String, to name: String) { write(text, to: Array(name.utf8)) }

  func write(_ text: String, to name: [UInt8]) {
    let descriptor = path.appending(FileName(bytes: name)).withPlatformString {
      open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    }
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  func make(_ name: String) { mkdir(path.appending(name).string, 0o700) }

  func link(_ name: String, to target: String) { symlink(target, path.appending(name).string) }

  func makeSocket(_ name: String) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.appending(name).string.utf8.prefix(107)) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    close(descriptor)
  }
}
