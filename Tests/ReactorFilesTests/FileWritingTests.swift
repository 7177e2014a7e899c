import Glibc
import ShowroomTestSupport
import Testing

@testable import ReactorFiles

struct FileWritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/a.txt" }

  @Test func `a complete new file replaces the old one`() {
    #expect(FileWriting.replace(path, with: "old") == 0)
    #expect(chmod(path, 0o640) == 0)
    let old = open(path, O_RDONLY)
    #expect(FileWriting.replace(path, with: "new and longer") == 0)
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = read(old, &buffer, buffer.count)
    close(old)
    #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "old")
    #expect(folder.text("a.txt") == "new and longer")
    #expect(ShellCommand.output(of: "stat -c %a \(path); ls -A \(folder.path)") == "640\na.txt")
  }

  @Test func `a new file has the requested permissions`() {
    #expect(FileWriting.replace(path, with: Array("one".utf8), permissions: 0o600) == 0)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(FileWriting.replace("\(folder.path)/none/a", with: []) == ENOENT)
  }

  @Test func `private contents stay private when they replace a file that others can read`() {
    #expect(FileWriting.replace(path, with: "old") == 0)
    #expect(FileWriting.replace(path, with: Array("new".utf8), permissions: 0o600) == 0)
    #expect(ShellCommand.output(of: "stat -c %a \(path)") == "600")
  }

  @Test func `a file is removed, and need not exist`() {
    #expect(FileWriting.replace(path, with: "old") == 0)
    #expect(FileWriting.remove(path) == 0 && access(path, F_OK) != 0)
    #expect(FileWriting.remove(path) == 0)
    #expect(FileWriting.remove("\(folder.path)") == EISDIR)
  }

  @Test func `a folder is created with its missing parents, and may already exist`() {
    let inner = "\(folder.path)/a/b/c"
    #expect(FileWriting.makeFolder(inner, permissions: 0o700) == 0)
    #expect(FileWriting.makeFolder(inner, permissions: 0o755) == 0)
    #expect(ShellCommand.output(of: "stat -c %a \(folder.path)/a \(inner)") == "700\n700")
    #expect(FileWriting.replace(path, with: "a file") == 0)
    #expect(FileWriting.makeFolder("\(path)/d/e", permissions: 0o700) == ENOTDIR)
  }

  @Test func `a symbolic link is preserved`() {
    #expect(symlink("a.txt", "\(folder.path)/link.txt") == 0)
    #expect(FileWriting.replace(path, with: "old") == 0)
    #expect(FileWriting.replace("\(folder.path)/link.txt", with: "new") == 0)
    #expect(folder.text("a.txt") == "new")
    #expect(ShellCommand.output(of: "readlink \(folder.path)/link.txt") == "a.txt")
  }

  @Test func `a pipe is written directly`() {
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(FileWriting.obstacle(to: path) == 0)
    #expect(FileWriting.replace(path, with: "text") == 0)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &buffer, buffer.count) == 4)
    #expect(ShellCommand.output(of: "stat -c %F \(path)") == "fifo")
  }

  @Test func `an obstacle is detected beforehand`() {
    #expect(FileWriting.obstacle(to: path) == 0)
    #expect(FileWriting.obstacle(to: folder.path) == EISDIR)
    #expect(FileWriting.obstacle(to: "\(folder.path)/none/a.txt") == ENOENT)
    #expect(FileWriting.replace(path, with: "text") == 0)
    #expect(FileWriting.obstacle(to: path) == 0)
    #expect(FileWriting.obstacle(to: "\(path)/a.txt") == ENOTDIR)
  }
}
