import Foundation
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("Privacy of files", .timeLimit(.minutes(20)))
struct PrivacyTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  /// Returns the permissions of a file or folder.
  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// The permissions that new files do not get. `umask` would change them for all tests for a moment.
  private var mask: mode_t {
    get throws {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Umask:") })
      return try #require(mode_t(line.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8))
    }
  }

  @Test(
    arguments: [(0o600, 0o600, 0o700), (0o400, 0o600, 0o700), (0o640, 0o640, 0o755), (0o644, 0o644, 0o755)]
      as [(mode_t, mode_t, mode_t)])
  func `a copy in a local folder is as private as the file`(file: mode_t, copy: mode_t, folder: mode_t) async throws {
    let path = try fixture.file("a.pdf").path
    chmod(path.string, file)
    let transfer = Transfer(id: "7d1c", car: 1, source: try UploadSource(path: path), name: "a.pdf")

    let stored = try await fixture.engine.send(transfer) { _ in }

    let mask = try mask
    #expect(mode(stored.location) == copy & ~mask)
    #expect(mode(fixture.destinationPath + "/1") == folder & ~mask)
    #expect(mode(fixture.destinationPath) == folder & ~mask)
  }

  @Test func `a downloaded copy of a private file is private`() async throws {
    let path = try fixture.file("a.pdf").path
    chmod(path.string, 0o600)
    let stored = try await fixture.engine.send(
      Transfer(id: "7d1c", car: 1, source: try UploadSource(path: path), name: "a.pdf")
    ) { _ in }

    let back = fixture.path(of: "back.pdf")
    try await fixture.engine.fetch(stored, to: back)

    #expect(mode(back.string) == 0o600)
  }

  @Test func `hidden names are short for every file name`() async throws {
    for name in [String(repeating: "é", count: 127), "a.pdf", String(repeating: "👨‍👩‍👧‍👦", count: 10)] {
      let source = try fixture.file("a.pdf")
      let transfer = Transfer(id: UUID().uuidString, car: 1, source: source, name: name)
      #expect(transfer.hiddenName.utf8.count <= 90 && transfer.stagedName(for: name).utf8.count <= 120)
      #expect(Transfer.isHidden(transfer.hiddenName) && Transfer.isHidden(transfer.stagedName(for: name)))
    }
  }
}
