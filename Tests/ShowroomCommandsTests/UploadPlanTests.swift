import Foundation
import ShowroomFiles
import ShowroomTestSupport
import ShowroomText
import ShowroomUploads
import SystemPackage
import Testing

@testable import ShowroomCommands

/// The files of folders that are uploaded, and `--dry-run`.
@Suite(.timeLimit(.minutes(20)))
@MainActor
struct UploadPlanTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    for name in [
      "front.jpg", "notes.tmp", ".hidden.jpg", "raw/back.jpg", "raw/back.dng", "raw/cache/a.jpg", ".git/b.jpg",
    ] {
      let path = shell.home.appendingPathComponent("Photos/\(name)")
      try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: path)
    }
  }

  /// Runs `showroom upload 22 Photos --dry-run` with more arguments.
  private func plan(_ arguments: String...) async throws -> Shell.Answer { try await plan(arguments) }

  private func plan(_ arguments: [String]) async throws -> Shell.Answer {
    try await shell.run(
      ["upload", "22", shell.home.appendingPathComponent("Photos").path, "--dry-run", "--destination", destination]
        + arguments)
  }

  private var destination: String { shell.home.appendingPathComponent("in").path }

  /// The names at the destination that a plan has.
  private func names(_ arguments: String...) async throws -> [String] {
    try await plan(arguments).output.split(separator: "\n").dropLast().map { String($0.prefix { $0 != " " }) }
  }

  @Test func `patterns choose the files of folders`() async throws {
    let all = [
      "Photos/front.jpg", "Photos/notes.tmp", "Photos/raw/back.dng", "Photos/raw/back.jpg", "Photos/raw/cache/a.jpg",
    ]
    #expect(try await names() == all)
    #expect(!FileManager.default.fileExists(atPath: destination), "a plan creates no folder")
    #expect(
      try await names("--include", "*.jpg") == ["Photos/front.jpg", "Photos/raw/back.jpg", "Photos/raw/cache/a.jpg"])
    #expect(
      try await names("--exclude", "*.tmp", "--exclude", "cache")
        == ["Photos/front.jpg", "Photos/raw/back.dng", "Photos/raw/back.jpg"])
    // A star does not match a slash.
    #expect(try await names("--include", "raw/*.jpg") == ["Photos/raw/back.jpg"])
    #expect(
      try await names("--include", "*.jpg", "--exclude", "raw/cache") == ["Photos/front.jpg", "Photos/raw/back.jpg"])
    #expect(try await names("--include", "*.JPG") == [])
    #expect(
      try await names("--include", "*.jpg", "--hidden", "--exclude", "raw")
        == ["Photos/%2Ehidden.jpg", "Photos/front.jpg", "Photos/%2Egit/b.jpg"])
  }

  @Test func `what the patterns leave out is counted, and a folder without files is an error`() async throws {
    let some = try await plan("--include", "*.jpg")
    #expect(
      some.errors == "Photos: 3 files, 36 B. 2 filtered items and 2 hidden items are left out.\n", "\(some.errors)")

    let none = try await plan("--include", "*.png")
    #expect(none.status == 1)
    #expect(none.errors.contains("contains no files to upload. 5 filtered items and 2 hidden items are left out."))

    let empty = try await plan("--exclude", "")
    #expect(empty.status == 2)
    #expect(empty.errors.contains("A pattern of --include or --exclude is empty. Specify one such as '*.jpg'."))
  }

  @Test func `the plan shows what exists, and uploads nothing`() async throws {
    let photos = shell.home.appendingPathComponent("Photos").path
    let first = try await shell.run("upload", "22", photos, "--destination", destination, "--include", "front.jpg")
    #expect(first.status == 0)

    let refused = try await plan("--include", "*.jpg")
    #expect(
      refused.output == """
        Photos/front.jpg  9 B  exists
        Photos/raw/back.jpg  12 B
        Photos/raw/cache/a.jpg  15 B
        3 files, 36 B, to \(destination)

        """, "\(refused.output)")
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains(
        "showroom: Photos/front.jpg exists at the destination. Add --on-duplicate replace or --on-duplicate keep-both "
          + "to upload it, or --on-duplicate skip to skip it if it is the same file.\n"))

    let replacing = try await plan("--include", "front.jpg", "--on-duplicate", "replace")
    #expect(replacing.status == 0 && replacing.output.hasPrefix("Photos/front.jpg  9 B  replaces a file\n"))
    let keeping = try await plan("--include", "front.jpg", "--on-duplicate", "keep-both", "--format", "json")
    #expect(keeping.status == 0)
    #expect(
      keeping.output == """
        {"event": "planned", "name": "Photos/front.jpg", "path": "\(photos)/front.jpg", "size": 9, \
        "destination": "\(destination)", "exists": true, "queued": false}

        """, "\(keeping.output)")

    #expect(try FileManager.default.contentsOfDirectory(atPath: destination + "/22/Photos") == ["front.jpg"])
    #expect(try await shell.run("uploads").output.contains("raw") == false)
  }

  nonisolated private static let nginxModule = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"

  nonisolated private static func nginx(_ folder: TemporaryFolder) async throws -> NginxServer {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("files"), withIntermediateDirectories: true)
    return try await NginxServer(folder: folder, modules: [nginxModule], log: "$request_method $uri") { port in
      """
      root \(folder.url.path)/files;
      server {
        listen 127.0.0.1:\(port);
        location / { dav_methods PUT DELETE MKCOL COPY MOVE; dav_ext_methods PROPFIND OPTIONS; }
      }
      """
    }
  }

  @Test(
    .enabled(
      if: NginxServer.isInstalled && FileManager.default.fileExists(atPath: nginxModule),
      "skipped: nginx is not installed, or has no module for PROPFIND"))
  func `the plan and a second upload find the files in folders of a WebDAV server`() async throws {
    let folder = try TemporaryFolder()
    let nginx = try await Self.nginx(folder)
    let arguments = [
      "upload", "22", shell.home.appendingPathComponent("Photos").path, "--destination",
      "dav+http://127.0.0.1:\(nginx.port)/", "--include", "*.jpg",
    ]
    #expect(try await shell.run(arguments + ["--exclude", "cache"]).status == 0)

    let plan = try await shell.run(arguments + ["--dry-run", "--on-duplicate", "skip"])
    #expect(
      plan.output.hasPrefix(
        """
        Photos/front.jpg  9 B  is skipped if it is the same file
        Photos/raw/back.jpg  12 B  is skipped if it is the same file
        Photos/raw/cache/a.jpg  15 B

        """), "\(plan.output)")
    let again = try await shell.run(arguments + ["--on-duplicate", "skip"])
    #expect(again.status == 0 && again.output.split(separator: "\n").count { $0.contains("skipped") } == 2)
    let place = folder.url.path + "/files/22"
    #expect(FileManager.default.contents(atPath: place + "/Photos/raw/cache/a.jpg") == Data("raw/cache/a.jpg".utf8))
    #expect(try await shell.run("uploads", "--verify").errors == "3 verified\n")
  }

  @Test func `two files of one name are a problem, unless one gets a number`() throws {
    func plan(_ policy: DuplicatePolicy) -> UploadPlan {
      UploadPlan(
        ["/a/scan.pdf", "/b/scan.pdf"].map {
          UploadSource(path: $0, size: .max, modified: 0, identity: FileIdentity(device: 1, inode: 1))
        }, to: .folder("/in"), onDuplicate: policy,
        info: DestinationInfo(engine: "WebDAV", resumption: .unsupported, publishesAtomically: true, files: []),
        unfinished: [:])
    }

    #expect(plan(.fail).problems == ["Two files are named scan.pdf; add --on-duplicate keep-both to upload both."])
    #expect(plan(.keepBoth).problems == [])
    #expect(plan(.keepBoth).lines[1].hasSuffix("gets a number, because the name is taken"))
    #expect(plan(.fail).lines.last == "2 files, \(ByteFormatting.size(.max)), to /in")
  }

  /// Returns the plan to upload files of 9 bytes with these paths to a destination with files of these paths and sizes.
  private func plan(
    _ policy: DuplicatePolicy, _ paths: String..., to destination: Destination = .folder("/in"),
    with files: KeyValuePairs<String, Int64>
  ) -> UploadPlan {
    UploadPlan(
      paths.map { path in
        UploadSource(
          path: FilePath("/home/\(path)"), size: 9, modified: 0, identity: FileIdentity(device: 1, inode: 1),
          pathInFolder: FilePath(path))
      }, to: destination, onDuplicate: policy,
      info: DestinationInfo(
        engine: "test", resumption: .unsupported, publishesAtomically: true,
        files: files.map { StoredFile(name: $0.key, location: "/in/22/\($0.key)", size: $0.value) }), unfinished: [:])
  }

  @Test func `with skip, a file of another size is a problem`() {
    let plan = plan(.skip, "A/same", "A/other", with: ["A/same": 9, "A/other": 8])

    #expect(
      plan.problems == [
        "The destination has a different file named A/other: its size differs. Add --on-duplicate replace or "
          + "--on-duplicate keep-both to upload it."
      ])
    #expect(
      plan.lines.dropLast() == [
        "A/same  9 B  is skipped if it is the same file", "A/other  9 B  differs in size from the file of that name",
      ])
  }

  @Test func `a file in place of a folder, and a folder in place of a file, are problems`() throws {
    let file = "A is a file at the destination, but A/b/c requires a folder of that name; rename one of them."
    for policy in DuplicatePolicy.allCases { #expect(plan(policy, "A/b/c", with: ["A": 9]).problems == [file]) }
    #expect(
      plan(.fail, "A/b/c", with: ["A": 9]).lines.first == "A/b/c  9 B  requires a folder in place of the file A")

    let folder = "A/b is a folder at the destination, but the upload is a file; rename one of them."
    for policy in [DuplicatePolicy.fail, .replace, .skip] {
      #expect(plan(policy, "A/b", with: ["A/b/c": 9]).problems == [folder])
    }
    #expect(plan(.keepBoth, "A/b", with: ["A/b/c": 9]).problems == [])

    let s3 = try Destination(parsing: "s3://cars/scans?endpoint=http://127.0.0.1:9", home: "/", base: "/")
    #expect(plan(.fail, "A/b", to: s3, with: ["A": 9, "A/b/c": 9]).problems == [])
  }

  @Test func `a file that is also in the queue is described with one text`() throws {
    let source = UploadSource(path: "/a.pdf", size: 9, modified: 0, identity: FileIdentity(device: 1, inode: 1))

    func line(_ state: Upload.State) -> String? {
      UploadPlan(
        [source], to: .folder("/in"), onDuplicate: .skip,
        info: DestinationInfo(
          engine: "test", resumption: .unsupported, publishesAtomically: true,
          files: [StoredFile(name: "a.pdf", location: "/in/22/a.pdf", size: 9)]), unfinished: [0: .sample(state)]
      ).lines.first
    }

    #expect(line(.interrupted) == "a.pdf  9 B  is skipped if it is the same file, and resumes an unfinished upload")
    #expect(line(.elsewhere)?.hasSuffix(", and is in the queue of another running instance of Showroom") == true)
  }

  @Test func `a destination that cannot be used is a problem`() async throws {
    let port = ReservedPort()
    let unreachable = try await shell.run(
      "upload", "22", shell.home.appendingPathComponent("Photos").path, "--dry-run", "--destination",
      "dav+http://127.0.0.1:\(port.number)/in")
    #expect(unreachable.status == 1 && unreachable.output.isEmpty)
    #expect(unreachable.errors.contains("refused the connection"))

    let plan = UploadPlan(
      [UploadSource(path: "/a.pdf", size: 2_000_000, modified: 0, identity: FileIdentity(device: 1, inode: 1))],
      to: .folder("/in"), onDuplicate: .fail,
      info: DestinationInfo(
        engine: "WebDAV", resumption: .unsupported, publishesAtomically: true, maximumSize: 1_000_000, freeBytes: 5,
        readOnlyReason: "Nobody may write to /in."),
      unfinished: [:])
    #expect(
      plan.problems == [
        "Nobody may write to /in.", "/in has 5 B left; free some space there, or upload fewer files.",
        "a.pdf is larger than the 1.00 MB that /in accepts; split it.",
      ])
    #expect(plan.lines.last == "1 file, 2.00 MB, to /in; it cannot list its files, so duplicates are unknown")
    #expect(plan.json[0].contains("\"exists\": null"))
  }
}
