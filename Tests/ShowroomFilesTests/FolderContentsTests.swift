import Foundation
import Glibc
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomFiles

@Suite("FolderContents", .timeLimit(.minutes(20)))
struct FolderContentsTests {
  private let folder: TemporaryFolder
  private let root: FilePath

  init() throws {
    folder = try TemporaryFolder()
    root = FilePath(folder.url.path).appending("Photos")
    mkdir(root.string, 0o755)
  }

  private func put(_ relative: String, size: Int = 5) throws {
    let url = URL(fileURLWithPath: root.appending(relative).string)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(repeating: 1, count: size).write(to: url)
  }

  @Test func `all files are found with their paths in the folder, and subfolders follow the other files`() async throws
  {
    for name in ["b.jpg", "2024/front.jpg", "2024/inner/기아.jpg", "a.jpg"] { try put(name) }

    let contents = try await FolderContents.read(root)

    #expect(
      contents.files.map(\.pathInFolder) == [
        "Photos/a.jpg", "Photos/b.jpg", "Photos/2024/front.jpg", "Photos/2024/inner/기아.jpg",
      ])
    #expect(
      contents.files.map(\.path) == contents.files.map { root.removingLastComponent().pushing($0.pathInFolder ?? "") })
    #expect(contents.size == 20 && contents.omissions == nil)
  }

  @Test func `hidden entries, links and pipes are left out and counted`() async throws {
    for name in ["a.jpg", ".hidden", ".git/config"] { try put(name) }
    symlink("/etc", root.appending("link").string)
    symlink("a.jpg", root.appending("b.jpg").string)
    mkfifo(root.appending("pipe").string, 0o600)

    let contents = try await FolderContents.read(root)

    #expect(contents.files.map(\.pathInFolder) == ["Photos/a.jpg"])
    #expect((contents.hidden, contents.links, contents.unusable) == (2, 2, 1))
    #expect(contents.omissions == "2 hidden items, 2 links and 1 unusable item are left out.")
  }

  @Test(arguments: [
    ("*.jpg", ["a.jpg", "2024/b.jpg", "2024/raw/c.jpg"]),
    ("  *.jpg   !raw ", ["a.jpg", "2024/b.jpg"]),
    ("!2024/raw", ["a.jpg", "my notes.txt", "2024/b.jpg"]),
    ("*.txt 2024/*.jpg", ["my notes.txt", "2024/b.jpg"]),
    ("my?notes.txt !", ["my notes.txt"]),
    ("!/a.jpg", ["my notes.txt", "2024/b.jpg", "2024/raw/c.jpg"]),
    ("!./a.jpg !/b.jpg", ["my notes.txt", "2024/b.jpg", "2024/raw/c.jpg"]),
    ("!raw/", ["a.jpg", "my notes.txt", "2024/b.jpg"]),
    ("!/raw/", ["a.jpg", "my notes.txt", "2024/b.jpg", "2024/raw/c.jpg"]),
    ("2024/", ["2024/b.jpg", "2024/raw/c.jpg"]),
    ("/my?notes.txt raw/", ["my notes.txt", "2024/raw/c.jpg"]),
    ("/", [String]()),
    ("", ["a.jpg", "my notes.txt", "2024/b.jpg", "2024/raw/c.jpg"]),
  ])
  func `patterns choose files, and those after an exclamation mark leave out`(
    text: String, names: [String]
  ) async throws {
    for name in ["a.jpg", "2024/b.jpg", "2024/raw/c.jpg", "my notes.txt", ".hidden.jpg"] { try put(name) }

    let contents = try await FolderContents.read(root, filter: FolderFilter(parsing: text, takesHidden: false))

    #expect(contents.files.map(\.pathInFolder) == names.map { FilePath("Photos/" + $0) })
  }

  @Test func `a link to its own folder does not cause a loop, but a chosen link is followed`() async throws {
    try put("a.jpg")
    symlink(root.string, root.appending("self").string)
    let link = root.removingLastComponent().appending("Chosen")
    symlink(root.string, link.string)

    let contents = try await FolderContents.read(link)

    #expect(contents.files.map(\.pathInFolder) == ["Chosen/a.jpg"] && contents.links == 1)
  }

  @Test func `a missing, an unreadable and an empty folder, and a file, are errors with a message`() async throws {
    func message(_ path: FilePath) async -> String? {
      do throws(SourceFailure) {
        return try await FolderContents.read(path).requiringFiles().files.isEmpty ? nil : "none"
      } catch {
        return error.message
      }
    }
    try put(".hidden")
    #expect(await message(root.appending("gone")) == "The folder gone does not exist.")
    #expect(await message(root) == "Photos contains no files to upload. 1 hidden item is left out.")
    #expect(await message(root.appending(".hidden")) == ".hidden is not a folder.")
  }

  @Test func `more files than the limit are rejected`() async throws {
    for name in ["a.jpg", "2024/b.jpg", "2024/c.jpg"] { try put(name) }
    let failure = await #expect(throws: SourceFailure.self) { try await FolderContents.read(root, limit: 2) }
    #expect(failure?.message == "Photos contains more than 2 files; choose folders inside it.")
    #expect(try await FolderContents.read(root, limit: 3).files.count == 3)
  }

  @Test func `a canceled read ends`() async throws {
    try put("a.jpg")
    let reading = Task { [root] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await Result { () async throws(SourceFailure) in try await FolderContents.read(root) }
    }
    guard case .failure(let failure) = await reading.value else { return #expect(Bool(false), "it was not canceled") }
    #expect(failure.isCanceled)
  }
}

extension Result where Failure == SourceFailure {
  fileprivate init(_ work: () async throws(SourceFailure) -> Success) async {
    do throws(SourceFailure) { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
