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

    let names = StoredPath.paths(of: contents.files).map(\.text)
    #expect(names == ["Photos/%FF.a", "Photos/two%0Alines/x%5Cy..pdf"])
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
      StoredPath.paths(of: sources).map(\.text) == [
        "A/b/c.jpg", "A/b_c.jpg", "A_b_c (2).jpg", "A/b/c (2).jpg", "scan.pdf", "scan.pdf",
      ])
  }

  @Test func `a file gets a number if a folder of the same upload has its name`() {
    func source(_ path: FilePath, _ pathInFolder: FilePath? = nil) -> UploadSource {
      UploadSource(
        path: path, size: 1, modified: 0, identity: FileIdentity(device: 0, inode: 0), pathInFolder: pathInFolder)
    }
    // One name is decomposed, and both are the same at the destination.
    let sources = [
      source("/x/A/é", "A/é"), source("/x/A/e\u{301}/c.jpg", "A/e\u{301}/c.jpg"), source("/x/B/b", "A/b"),
      source("/x/A/b/b/c", "A/b/b/c"), source("/x/C"),
    ]
    #expect(
      StoredPath.paths(of: sources).map(\.text) == ["A/é (2)", "A/é/c.jpg", "A/b (2)", "A/b/b/c", "C"])
  }

  @Test func `a path from the database or a destination never leads out of the folder of the car`() {
    for (text, expected) in [
      ("Photos/2024/front.jpg", "Photos/2024/front.jpg"), ("scan.pdf", "scan.pdf"),
      ("../../etc/passwd", "__/__/etc/passwd"),
      ("/etc/passwd", "etc/passwd"), ("a//b/", "a/b"), ("", "file"), ("/", "file"), ("a/./.ssh/b", "a/_/_ssh/b"),
      ("a\\..\\b/c", "a_.._b/c"), ("a\u{0}/b", "a_/b"), ("%2e%2e/%2F", "%2e%2e/%2F"), ("사진/앞.jpg", "사진/앞.jpg"),
      ("a/ /b", "a/file/b"),
      // The slash and the combining character are one `Character`.
      ("../\u{301}a/\u{338}b", "__/\u{301}a/\u{338}b"),
    ] {
      let path = StoredPath(received: text)
      #expect(path.text.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(text)")
      #expect(StoredPath(received: path.text) == path)
    }
  }

  @Test func `every safe path stays the same when it is read again`() {
    let long = String(repeating: "a", count: 254)
    for name in [long + " b", long + ". b", String(repeating: "ü", count: 127) + " x", "x" + long + ".tar.gz"] {
      let name = StoredName(name).text
      #expect(name.utf8.count <= 255 && StoredName(received: name).text == name)
      #expect(
        StoredName(received: StoredName(received: name).numbered(2).text) == StoredName(received: name).numbered(2))
    }
  }

  @Test func `the queue stores the names of a folder's files`() async throws {
    let fixture = try await QueueFixture()
    try put("2024/front.jpg")
    let contents = try await FolderContents.read(root)

    let queue = UploadQueue(store: fixture.store)
    _ = try await queue.add(contents.files, car: 1, destination: fixture.destination, onDuplicate: .fail)

    #expect(try queue.uploads().map(\.name) == ["Photos/2024/front.jpg"])
    #expect(try queue.uploads().map(\.path) == [root.appending("2024/front.jpg").string])
  }
}
