import Foundation
import Glibc
import ShowroomFiles
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("Names of files in a folder", .timeLimit(.minutes(20)))
struct FolderNamesTests {
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

  @Test func `files that would have the same name are numbered, but files selected individually keep theirs`() {
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
}
