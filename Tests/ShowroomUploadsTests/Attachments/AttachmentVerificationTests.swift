import Foundation
import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite(.timeLimit(.minutes(20)))
struct AttachmentVerificationTests {
  private let folder: TemporaryFolder
  private let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    let photos = folder.url.appendingPathComponent("Photos/2024")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    try Data("12345".utf8).write(to: photos.appendingPathComponent("a.jpg"))
    path = FilePath(photos.path).appending("a.jpg")
  }

  private func attachment(_ name: String, size: Int64 = 5) -> ShowroomUploads.Attachment {
    ShowroomUploads.Attachment(
      id: 1, car: 22, file: StoredFile(name: name, location: "/files/22/\(name)", size: size), destination: "/files",
      uploadedAt: 0)
  }

  private func upload(_ name: String) -> Upload {
    Upload(
      id: 1, car: 22, name: name, path: path.string, destination: "/files", state: .done,
      progress: UploadProgress(size: 5, isComplete: true))
  }

  private func finding(_ cause: UploadFailure.Cause?, _ name: String, isStoredByName: Bool = true, size: Int64 = 5)
    -> AttachmentVerification.Finding
  {
    AttachmentVerification.Finding(
      attachment(name, size: size), failure: cause.map { UploadFailure($0, "It failed.") },
      isStoredByName: isStoredByName)
  }

  @Test func `a missing file is uploaded again unless its name is taken, and a changed one is replaced`() {
    let missing = finding(.missing, "a.jpg").remedy(in: [upload("a.jpg")])
    #expect(missing?.onDuplicate == .skip && missing?.source.path == path && missing?.chosen == path)
    #expect(finding(.corrupted, "a.jpg").remedy(in: [upload("a.jpg")])?.onDuplicate == .replace)
    #expect(finding(nil, "a.jpg").remedy(in: [upload("a.jpg")]) == nil)
    #expect(finding(.unreachable, "a.jpg").remedy(in: [upload("a.jpg")]) == nil)
  }

  @Test func `where the server assigns addresses, the record of a missing file is replaced`() {
    let missing = finding(.missing, "a.jpg", isStoredByName: false).remedy(in: [upload("a.jpg")])
    #expect(missing?.onDuplicate == .replace)
  }

  @Test func `a file of a folder keeps its path in the folder`() {
    let remedy = finding(.missing, "Photos/2024/a.jpg").remedy(in: [upload("Photos/2024/a.jpg")])
    #expect(remedy?.source.pathInFolder == "Photos/2024/a.jpg")
    #expect(remedy?.chosen == FilePath(folder.url.path).appending("Photos"))
  }

  @Test func `a file of another size, under another name, or unknown to the queue is not uploaded again`() {
    #expect(finding(.missing, "a.jpg", size: 6).remedy(in: [upload("a.jpg")]) == nil)
    #expect(finding(.missing, "b.jpg").remedy(in: [upload("b.jpg")]) == nil)
    #expect(finding(.missing, "a.jpg").remedy(in: []) == nil)
  }

  @Test func `a file behind the sign-in page of a network is unverified, not changed`() async throws {
    let peer = try await FaultyPeer { _ in .answer(200, ["Content-Type": "text/html", "Connection": "close"]) }
    let file = StoredFile(name: "a.jpg", location: peer.url("/in/22/a.jpg"), size: 5)

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { transport in
        try await WebDAVEngine(base: address(peer.url("/in")), transport: transport).verify(file)
      }
    }

    #expect(AttachmentVerification.Finding(attachment("a.jpg"), failure: failure).outcome == .unverified)
  }

  @Test func `a changed file is reported even if the server reports on no other file`() async throws {
    let peer = try await FaultyPeer { $0.method == "GET" ? .content([5, 4, 3, 2, 1]) : .answer(400) }
    let file = StoredFile(name: "a.jpg", location: peer.url("/in/22/a.jpg"), size: 5, sha256: "00")

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { transport in
        try await WebDAVEngine(base: address(peer.url("/in")), transport: transport).verify(file)
      }
    }

    #expect(AttachmentVerification.Finding(attachment("a.jpg"), failure: failure).outcome == .changed)
  }

  /// An engine that assigns addresses and has none of its files.
  private struct ForgetfulEngine: UploadEngine {
    var storesByName: Bool { false }

    func destinationInfo(for car: Int64, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
      throw UploadFailure(.protocol, "It has no information.")
    }
    func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
      throw UploadFailure(.protocol, "It accepts no files.")
    }
    func discard(
      _ transfer: Transfer, progress: @escaping @Sendable () -> Void
    ) async throws(UploadFailure) -> String? { nil }
    func delete(_ file: StoredFile) async throws(UploadFailure) {}
    func verify(_ file: StoredFile) async throws(UploadFailure) {
      if file.name != "ok" { throw UploadFailure(.missing, "\(file.name) is gone.") }
    }
    func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {}
  }

  @Test func `all files are verified, each with the engine of its destination`() async {
    var attachments = (0..<20).map { _ in attachment("ok") } + [attachment("a.jpg"), attachment("c")]
    attachments[21].destination = "nowhere"
    let reported = Mutex<[AttachmentVerification.Finding]>([])

    await AttachmentVerification.run(attachments) { attachment throws(UploadFailure) in
      if attachment.destination == "nowhere" { throw UploadFailure(.protocol, "This is not a destination.") }
      return ForgetfulEngine()
    } report: {
      let finding = $0
      reported.withLock { $0.append(finding) }
    }

    let found = Dictionary(grouping: reported.withLock(\.self), by: \.outcome)
    #expect(found.mapValues(\.count) == [.verified: 20, .missing: 1, .unverified: 1])
    #expect(found[.missing]?.first?.remedy(in: [upload("a.jpg")])?.onDuplicate == .replace)
  }
}
