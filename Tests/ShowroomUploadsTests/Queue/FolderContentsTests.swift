import Foundation
import Glibc
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomUploads

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

  @Test func `all files are found with their paths in the folder, those of a folder before those inside`() async throws
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

  @Test func `a link to its own folder does not lead around in a circle, but a chosen link is followed`() async throws {
    try put("a.jpg")
    symlink(root.string, root.appending("self").string)
    let link = root.removingLastComponent().appending("Chosen")
    symlink(root.string, link.string)

    let contents = try await FolderContents.read(link)

    #expect(contents.files.map(\.pathInFolder) == ["Chosen/a.jpg"] && contents.links == 1)
  }

  @Test func `hostile names are uploaded under safe names`() async throws {
    try put("two\nlines/x\\y..pdf")
    let invalid = FilePath(bytes: Data((root.string + "/").utf8) + [0xFF, 0x2E, 0x61])
    let descriptor = invalid.withPlatformString { open($0, O_CREAT | O_WRONLY, 0o600) }
    close(descriptor)

    let contents = try await FolderContents.read(root)

    let names = StoredName.names(of: contents.files).map(\.text)
    #expect(names == ["Photos_\u{FFFD}.a", "Photos_two%0Alines_x%5Cy..pdf"])
    #expect(
      contents.files.first?.path.bytes.suffix(3) == Data([0xFF, 0x2E, 0x61]), "the local path stays byte for byte")
  }

  @Test func `files that would have the same name are numbered, files chosen themselves keep theirs`() {
    func source(_ path: FilePath, _ pathInFolder: FilePath? = nil) -> UploadSource {
      UploadSource(
        path: path, size: 1, modified: 0, identity: FileIdentity(device: 0, inode: 0), pathInFolder: pathInFolder)
    }
    let sources = [
      source("/x/A/b/c.jpg", "A/b/c.jpg"), source("/x/A/b_c.jpg", "A/b_c.jpg"), source("/x/A_b_c (2).jpg"),
      source("/y/A/b/c.jpg", "A/b/c.jpg"), source("/x/scan.pdf"), source("/y/scan.pdf"),
    ]
    #expect(
      StoredName.names(of: sources).map(\.text) == [
        "A_b_c.jpg", "A_b_c (3).jpg", "A_b_c (2).jpg", "A_b_c (4).jpg", "scan.pdf", "scan.pdf",
      ])
  }

  @Test func `the queue stores the names of a folder's files`() async throws {
    let fixture = try await QueueFixture()
    try put("2024/front.jpg")
    let contents = try await FolderContents.read(root)

    let queue = UploadQueue(store: fixture.store)
    _ = try await queue.add(contents.files, car: 1, destination: fixture.destination, onDuplicate: .fail)

    #expect(try queue.items().map(\.name) == ["Photos_2024_front.jpg"])
    #expect(try queue.items().map(\.path) == [root.appending("2024/front.jpg").string])
  }

  @Test func `a missing, an unreadable and an empty folder, and a file, are errors with a message`() async throws {
    func message(_ path: FilePath) async -> String? {
      do throws(UploadFailure) {
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

  @Test func `more files than the limit are refused`() async throws {
    for name in ["a.jpg", "2024/b.jpg", "2024/c.jpg"] { try put(name) }
    let failure = await #expect(throws: UploadFailure.self) { try await FolderContents.read(root, limit: 2) }
    #expect(failure?.message == "Photos contains more than 2 files; choose folders inside it.")
    #expect(try await FolderContents.read(root, limit: 3).files.count == 3)
  }

  @Test func `a canceled reading ends`() async throws {
    try put("a.jpg")
    let reading = Task { [root] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await Result { () async throws(UploadFailure) in try await FolderContents.read(root) }
    }
    guard case .failure(let failure) = await reading.value else { return #expect(Bool(false), "it was not canceled") }
    #expect(failure.cause == .canceled)
  }
}

extension Result where Failure == UploadFailure {
  fileprivate init(_ work: () async throws(UploadFailure) -> Success) async {
    do throws(UploadFailure) { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
