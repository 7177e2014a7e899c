import Glibc
import ShowroomTestSupport
import Testing

@testable import ReactorFiles

/// Files that appear when they are complete.
struct NewFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: String? { ShellCommand.output(of: "ls -A \(folder.path)") }

  @Test func `until it is complete, a file has a hidden name that states its purpose`() throws {
    var file = try FileWriting.newFile(at: folder["cars.csv"], permissions: 0o600)
    #expect(names?.wholeMatch(of: /\.cars\.csv\.[0-9a-z]+\.part/) != nil)

    #expect(FileWriting.write(Array("text".utf8), to: file.descriptor) == 0)
    #expect(file.publish() == 0)

    #expect(names == "cars.csv")
    #expect(folder.text("cars.csv") == "text")
  }

  @Test func `a file that is not completed leaves the old one, and no other`() throws {
    try folder.write("old", to: "cars.csv")
    do {
      let file = try FileWriting.newFile(at: folder["cars.csv"], permissions: 0o600)
      #expect(FileWriting.write(Array("new".utf8), to: file.descriptor) == 0)
    }

    #expect(names == "cars.csv")
    #expect(folder.text("cars.csv") == "old")
  }

  @Test func `a name of any length is possible`() throws {
    let name = String(repeating: "x", count: 255)

    #expect(FileWriting.replace(folder[name], with: "text") == 0)

    #expect(names == name)
  }

  @Test func `a pinned folder stays the same even if its path changes`() throws {
    for name in ["a", "b"] { #expect(mkdir(folder[name], 0o755) == 0) }
    let pinned = try PinnedFolder(folder.path).folder(["a"])
    #expect(rename(folder["a"], folder["c"]) == 0)
    #expect(symlink("b", folder["a"]) == 0)

    var file = try pinned.newFile("x", permissions: 0o600)
    #expect(file.publish() == 0)

    #expect(folder.text("c/x") == "" && folder.text("b/x") == nil)
  }

  @Test func `no part of a path inside a folder is a link, and only regular files are read`() throws {
    #expect(mkdir(folder["real"], 0o755) == 0)
    #expect(symlink("real", folder["link"]) == 0)
    #expect(symlink("real/text", folder["name"]) == 0)
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    try folder.write("text", to: "real/text")

    #expect(error(of: ["link"], "text") == ELOOP)
    #expect(error(of: [], "name") == ELOOP)
    #expect(error(of: [], "real") == EISDIR)
    #expect(error(of: [], "pipe") == EINVAL)
    #expect(error(of: ["none"], "text") == ENOENT)
    #expect(error(of: ["real"], "text") == 0)
  }

  private func error(of path: [String], _ name: String) -> Int32 {
    do throws(SystemError) {
      _ = try PinnedFolder(folder.path).folder(path).file(name).bytes(limit: 4)
      return 0
    } catch {
      return error.number
    }
  }

  @Test func `a file over the limit is not read, regardless of its size on disk`() throws {
    try folder.write("", to: "sparse")
    #expect(truncate(folder["sparse"], 3 << 30) == 0)

    let error = #expect(throws: SystemError.self) { try OpenedFile(folder["sparse"]).bytes(limit: 1 << 20) }

    #expect(error == SystemError(EFBIG))
  }

  @Test func `a file may replace only an empty file or one of its kind`() throws {
    for (name, text) in [("empty", ""), ("own", "# A session\n"), ("other", "# A sessio"), ("text", "notes")] {
      try folder.write(text, to: name)
    }
    #expect(mkfifo(folder["pipe"], 0o600) == 0)

    let allowed = ["none", "empty", "own", "other", "text", "pipe", "."].filter {
      FileWriting.mayReplace(folder[$0], beginningWith: ["{", "# A session"])
    }

    #expect(allowed == ["none", "empty", "own", "."])
  }
}
