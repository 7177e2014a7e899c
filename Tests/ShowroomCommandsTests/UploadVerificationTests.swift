import Foundation
import ShowroomUploads
import Testing

/// `--on-duplicate skip`, and `uploads --verify`.
@Suite(.timeLimit(.minutes(20)))
@MainActor
struct UploadVerificationTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try FileManager.default.createDirectory(
      at: shell.home.appendingPathComponent("Photos"), withIntermediateDirectories: true)
    for name in ["a.jpg", "b.jpg"] { try shell.write(name, to: "Photos/\(name)") }
  }

  private var photos: String { shell.home.appendingPathComponent("Photos").path }
  private var destination: URL { shell.home.appendingPathComponent("in/22") }

  private func upload(_ arguments: String...) async throws -> Shell.Answer {
    try await shell.run(
      ["upload", "22", photos, "--destination", destination.deletingLastPathComponent().path] + arguments)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: destination.appendingPathComponent(name), encoding: .utf8)
  }

  private func lines(_ answer: Shell.Answer) -> Set<String> {
    Set(answer.output.split(separator: "\n").map(String.init))
  }

  /// The number of files that the catalog knows of the car.
  private func attachments() throws -> Int { try AttachmentStore(store: shell.store()).attachments(of: 22).count }

  // MARK: Duplicates

  @Test func `the same folder twice succeeds, and only what is new is sent`() async throws {
    #expect(try await upload().status == 0)
    let before = try FileManager.default.attributesOfItem(atPath: destination.path + "/Photos/a.jpg")
    try shell.write("new", to: "Photos/c.jpg")
    let recorded = try AttachmentStore(store: shell.store()).attachments(of: 22)

    let again = try await upload("--on-duplicate", "skip")

    #expect(again.status == 0, "\(again.errors)")
    #expect(
      lines(again) == [
        "Photos/a.jpg: skipped, the same file was uploaded before",
        "Photos/b.jpg: skipped, the same file was uploaded before",
        "Photos/c.jpg: uploaded, 3 B, \(destination.path)/Photos/c.jpg",
      ])
    let after = try FileManager.default.attributesOfItem(atPath: destination.path + "/Photos/a.jpg")
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int, "the file was not written again")
    #expect(try attachments() == 3)
    #expect(
      try AttachmentStore(store: shell.store()).attachments(of: 22).prefix(2) == recorded[...], "with its date")
    let json = try await upload("--on-duplicate", "skip", "--format", "json")
    #expect(json.output.split(separator: "\n").filter { $0.hasPrefix(#"{"event": "skipped""#) }.count == 3)
  }

  @Test func `a file that another program stored is read and compared, and then recorded`() async throws {
    try FileManager.default.createDirectory(
      at: destination.appendingPathComponent("Photos"), withIntermediateDirectories: true)
    try Data("a.jpg".utf8).write(to: destination.appendingPathComponent("Photos/a.jpg"))
    // The size is the same, the contents are not.
    try Data("B.jpg".utf8).write(to: destination.appendingPathComponent("Photos/b.jpg"))

    let answer = try await upload("--on-duplicate", "skip")

    #expect(answer.status == 1)
    #expect(answer.output == "Photos/a.jpg: skipped, the destination has the same file\n")
    #expect(
      answer.errors.contains(
        "showroom: Photos/b.jpg: The destination has a different file named Photos/b.jpg: its contents differ; replace "
          + "the file, or keep both. Add --on-duplicate replace or --on-duplicate keep-both to upload it.\n"),
      "\(answer.errors)")
    #expect(try text("Photos/b.jpg") == "B.jpg")
    #expect(try attachments() == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: destination.path + "/Photos").sorted() == ["a.jpg", "b.jpg"],
      "nothing hidden is left")
  }

  @Test func `a file that has changed since it was uploaded is not skipped`() async throws {
    _ = try await upload()
    try shell.write("A.jpg", to: "Photos/a.jpg")

    let answer = try await upload("--on-duplicate", "skip")

    #expect(answer.status == 1)
    #expect(answer.output == "Photos/b.jpg: skipped, the same file was uploaded before\n")
    #expect(try text("Photos/a.jpg") == "a.jpg")
  }

  @Test func `folders of the same name are skipped file by file when they are uploaded again`() async throws {
    let other = shell.home.appendingPathComponent("other/Photos")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try shell.write("other", to: "other/Photos/b.jpg")
    #expect(try await upload(other.path).status == 0)

    let answer = try await upload(other.path, "--on-duplicate", "skip")

    #expect(answer.status == 0)
    let names = ["Photos/a.jpg", "Photos/b.jpg", "Photos/b (2).jpg"]
    #expect(lines(answer) == Set(names.map { "\($0): skipped, the same file was uploaded before" }))
    #expect(try text("Photos/b (2).jpg") == "other")
  }

  // MARK: --verify

  @Test func `files at the destination are verified, missing or changed, with the command that repairs them`()
    async throws
  {
    _ = try await upload()
    let place = destination.deletingLastPathComponent().path
    #expect(
      try await lines(shell.run("uploads", "--verify")) == [
        "Photos/a.jpg: verified, 5 B, \(destination.path)/Photos/a.jpg",
        "Photos/b.jpg: verified, 5 B, \(destination.path)/Photos/b.jpg",
      ])

    try FileManager.default.removeItem(at: destination.appendingPathComponent("Photos/a.jpg"))
    try Data("B.jpg".utf8).write(to: destination.appendingPathComponent("Photos/b.jpg"))
    let answer = try await shell.run("uploads", "--verify")

    #expect(answer.status == 1 && answer.output.isEmpty)
    let missing =
      "showroom: Photos/a.jpg of car 22: Photos/a.jpg is no longer in \(place); it was deleted or moved."
      + " To upload it again: showroom upload 22 '\(photos)' --destination '\(place)' --on-duplicate skip"
      + " --include 'a.jpg' --exclude '*/*'\n"
    let changed =
      "showroom: Photos/b.jpg of car 22: The contents of b.jpg have changed since the upload."
      + " To upload it again: showroom upload 22 '\(photos)' --destination '\(place)' --on-duplicate replace"
      + " --include 'b.jpg' --exclude '*/*'\n"
    #expect(answer.errors.contains(missing), "\(answer.errors)")
    #expect(answer.errors.contains(changed), "\(answer.errors)")
    #expect(answer.errors.hasSuffix("1 missing, 1 changed\n"))

    let json = try await shell.run("uploads", "--verify", "--format", "json")
    #expect(json.status == 1 && json.errors.isEmpty)
    let events = try json.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(Set(events.compactMap { $0["event"] as? String }) == ["missing", "changed"])
    #expect(events.allSatisfy { $0["car"] as? Int == 22 && $0["error"] is String && $0["size"] as? Int == 5 })
  }

  @Test func `a file of a deeper folder is repaired with the folder that was uploaded, and an old one is not`()
    async throws
  {
    try FileManager.default.createDirectory(
      at: shell.home.appendingPathComponent("Photos/2024"), withIntermediateDirectories: true)
    try shell.write("deep", to: "Photos/2024/c.jpg")
    _ = try await upload("--include", "c.jpg")
    try FileManager.default.removeItem(at: destination.appendingPathComponent("Photos"))
    let answer = try await shell.run("uploads", "--verify")
    #expect(
      answer.errors.contains("To upload it again: showroom upload 22 '\(photos)' --destination"), "\(answer.errors)")

    let queue = try shell.store()
    try queue.writeDurably { db in
      for table in ["upload", "attachment"] { try db.execute(sql: "UPDATE \(table) SET name = 'Photos_2024_c.jpg'") }
    }
    // The folder would be uploaded under other names.
    let old = try await shell.run("uploads", "--verify")
    #expect(old.errors.contains("Photos_2024_c.jpg of car 22: ") && !old.errors.contains("again"), "\(old.errors)")
  }

  @Test func `the command that repairs a hidden file sends only that file, from the same data directory`() async throws
  {
    for folder in ["Photos/.raw", "Photos/.raw/sub"] {
      try FileManager.default.createDirectory(
        at: shell.home.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for name in [".raw/[1]*.jpg", ".raw/1x.jpg", ".raw/sub/a.jpg"] { try shell.write(name, to: "Photos/\(name)") }
    let data = ["--data-dir", shell.home.appendingPathComponent("other data").path]
    let place = destination.deletingLastPathComponent().path
    let upload = ["upload", "22", photos, "--destination", place]
    #expect(try await shell.run(upload + ["--hidden"] + data).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: destination.path + "/Photos/%2Eraw")
    let name = try #require(names.first { $0.hasPrefix("[1]") }, "\(names)")
    try FileManager.default.removeItem(atPath: destination.path + "/Photos/%2Eraw/\(name)")

    let answer = try await shell.run(["uploads", "--verify"] + data)

    let include = #".raw/\[1]\*.jpg"#
    #expect(
      answer.errors.contains(
        "showroom upload 22 '\(photos)' --destination '\(place)' --on-duplicate skip --include '\(include)' --hidden "
          + "--data-dir '\(data[1])'\n"), "\(answer.errors)")
    let repair = try await shell.run(upload + ["--on-duplicate", "skip", "--include", include, "--hidden"] + data)
    #expect(repair.status == 0 && repair.output.split(separator: "\n").count == 1, "\(repair)")
    #expect(try await shell.run(["uploads", "--verify"] + data).status == 0)
  }

  @Test func `the command that repairs a file of a folder leaves those of its name in subfolders alone`() async throws {
    try FileManager.default.createDirectory(
      at: shell.home.appendingPathComponent("Photos/raw"), withIntermediateDirectories: true)
    try shell.write("raw", to: "Photos/raw/a.jpg")
    _ = try await upload()
    try Data("A.jpg".utf8).write(to: destination.appendingPathComponent("Photos/a.jpg"))

    let answer = try await shell.run("uploads", "--verify")
    #expect(answer.errors.contains("--on-duplicate replace --include 'a.jpg' --exclude '*/*'\n"), "\(answer.errors)")
    let repair = try await upload("--on-duplicate", "replace", "--include", "a.jpg", "--exclude", "*/*")

    #expect(repair.status == 0 && lines(repair) == ["Photos/a.jpg: uploaded, 5 B, \(destination.path)/Photos/a.jpg"])
    #expect(try text("Photos/a.jpg") == "a.jpg")
  }

  @Test func `a destination that does not respond is not taken for a missing file`() async throws {
    _ = try await upload()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: destination.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: destination.path) }
    guard access(destination.path, R_OK | X_OK) != 0 else { try Test.cancel("Root may read every folder.") }

    let answer = try await shell.run("uploads", "--verify")

    #expect(answer.status == 1 && answer.errors.hasSuffix("2 unverified\n") && !answer.errors.contains("again"))
  }

  @Test func `the files of one car can be verified, and wrong arguments are usage errors`() async throws {
    #expect(try await shell.run("uploads", "--verify") == .init(status: 0, errors: "No uploaded files.\n"))
    _ = try await upload()
    #expect(
      try await shell.run("uploads", "--verify", "--car", "12") == .init(status: 0, errors: "No uploaded files.\n"))
    #expect(try await shell.run("uploads", "--verify", "--car", "22").errors == "2 verified\n")

    let ids = try await shell.run("uploads", "--verify", "1")
    #expect(ids.status == 2 && ids.errors.contains("--verify and --history take no upload IDs."))
    let car = try await shell.run("uploads", "--resume", "--car", "22")
    #expect(car.status == 2 && car.errors.contains("--car requires --verify or --history."))
    let search = try await shell.run("uploads", "--verify", "--search", "a")
    #expect(search.status == 2 && search.errors.contains("--search requires --history."))
  }

  // MARK: --history

  @Test func `what was uploaded is listed, the latest first, and searched`() async throws {
    #expect(try await shell.run("uploads", "--history") == .init(status: 0, errors: "No uploaded files.\n"))
    _ = try await upload()
    _ = try await shell.run("uploads", "--remove", "1")
    try shell.write("later", to: "later.pdf")
    _ = try await shell.run("upload", "1", shell.home.appendingPathComponent("later.pdf").path)

    let lines = try await shell.run("uploads", "--history").output.split(separator: "\n")
    #expect(lines.count == 4 && lines.first?.hasPrefix("Uploaded") == true, "the queue does not matter")
    #expect(lines.dropFirst().first?.contains("later.pdf") == true)
    let found = try await shell.run("uploads", "--history", "--search", "PHOTOS b.jpg").output.split(separator: "\n")
    #expect(found.count == 2 && found.last?.contains("Photos/b.jpg") == true)
    #expect(try await shell.run("uploads", "--history", "--search", "x y").errors == "No uploaded files.\n")

    let json = try await shell.run("uploads", "--history", "--car", "22", "--format", "json").output
    let files = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(files.count == 2 && files.allSatisfy { $0["car"] as? Int == 22 && $0["uploadedAt"] is String })
    #expect(try await shell.run("uploads", "--history", "--car", "333", "--format", "json").output == "[]\n")
  }

  @Test func `a path is quoted for a shell`() async throws {
    try shell.write("it's", to: "it's; rm.txt")
    let path = shell.home.appendingPathComponent("it's; rm.txt").path
    #expect(try await shell.run("upload", "22", path, "--destination", destination.path).status == 0)
    try FileManager.default.removeItem(at: destination.appendingPathComponent("22"))

    let answer = try await shell.run("uploads", "--verify")

    #expect(
      answer.errors.contains("showroom upload 22 '\(path.replacing("'", with: #"'\''"#))' --destination"),
      "\(answer.errors)")
  }
}
