import Foundation
import TapePlayer
import Testing

@testable import ShowroomApp

@Suite("A demo", .timeLimit(.minutes(3)), .serialized)
@MainActor
struct DemoPerformanceTests {
  private func performance(_ text: String) throws -> DemoPerformance {
    DemoPerformance(
      try Tape(parsing: text, file: "a.tape"),
      resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path]))
  }

  @Test("whose recording cannot be written on fails, when it has been played")
  func fullDisk() async throws {
    var performance = try performance("Wait /Cars/\n")
    let sink = FullDisk(lines: 2)
    performance.recordings = [sink]
    await #expect(throws: RecordingError.cannotWrite(path: "a.cast", errno: ENOSPC)) {
      try await performance.playHeadless()
    }
    #expect(sink.lines == 0)
    // What the tape expects in vain is said first.
    var failing = try self.performance("Wait@1s /zeppelin/\n")
    failing.recordings = [FullDisk(lines: 1)]
    await #expect(throws: TapeFailure.self) { try await failing.playHeadless() }
  }

  @Test("that cannot be recorded from the first line on says so, and leaves no recording")
  func noHeader() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).cast").path
    var performance = try performance("Wait /Cars/\n")
    performance.recordingFiles = [path]
    performance.recordings = [FullDisk(lines: 0)]
    await #expect(throws: RecordingError.cannotCreate(path: "a.cast", errno: ENOSPC)) {
      try await performance.playHeadless()
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "that cannot begin leaves an earlier recording as it is",
    arguments: [
      "Env SHOWROOM_THEME \"pink\"\n", "Require no-such-program\n", "Env SHOWROOM_CATALOGUE \"/none.sqlite\"\n",
    ])
  func earlierRecording(beginning: String) async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).cast")
    let earlier = Data("{\"version\":2}\n".utf8)
    try earlier.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var performance = try performance(beginning + "Wait /Cars/\n")
    performance.recordingFiles = [url.path]
    await #expect(throws: (any Error).self) { try await performance.playHeadless() }
    #expect(try Data(contentsOf: url) == earlier)
  }

  @Test("stays in its home: files outside are neither chosen nor written")
  func home() async throws {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).pdf").path
    let screen = try await performance(
      """
      Wait /Cars/
      Type "u" Wait /Choose files/
      Type "h" Wait /A demo does not leave its home/
      #! expect /Documents/
      Type "p" Type "/etc/passwd" Enter
      Wait /"passwd" is outside the demo's home/
      Ctrl+u Type "../../" Tab Wait /"\\.\\." is outside/
      Escape 2
      Enter Wait /registration/ Type "u" Wait /Uploads of/ Wait /✓ Uploaded/
      Sleep 10s Escape Wait /Make/ Enter Wait /Attachments/
      Type "w" Wait /Save a copy/ Ctrl+u Type "\(copy)" Enter
      Wait /A demo saves copies in its home only/ Escape
      Type "w" Wait /Save a copy/ Enter Wait /Saved as ~.registration.pdf/
      """
    ).playHeadless()
    #expect(!screen.text.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test func `shows no folder that has another name the next time`() async throws {
    let screen = try await performance(
      """
      Type "U"
      Sleep 300ms
      Type "d"
      Wait /on this machine/
      """
    ).playHeadless()

    #expect(screen.text.contains("/home/demo/.local/share/showroom/uploads"))
    #expect(!screen.text.contains("showroom-demo"))
  }

  @Test func `removes what a demo that was killed has left, and nothing else`() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("demos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() }
    for name in ["showroom-demo-killed/data", ".showroom-demo-young", "other"] {
      try FileManager.default.createDirectory(
        at: place.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: place.appendingPathComponent("showroom-demo-link").path, withDestinationPath: "other")

    let living = try DemoFolder(in: place)
    DemoFolder.removeAbandoned(in: place)

    let kept = [".showroom-demo-young", "other", "showroom-demo-link"]
    #expect(try left() == (kept + [living.url.lastPathComponent]).sorted())
    living.remove()
    #expect(try left() == kept)
  }

  @Test("takes the bundled cars only")
  func source() async throws {
    let file = Checkout.resources.appendingPathComponent("catalogue.json").path
    _ = try await performance(
      """
      Env SHOWROOM_DEMO "first-run"
      Wait /Where do the cars come from/
      Down Enter Type "\(file)" Enter
      Wait /A demo reads no files of yours/
      Escape Up Enter Wait /1.649/
      """
    ).playHeadless()
  }

  /// Takes some lines, and then no more.
  private final class FullDisk: RecordingSink {
    private(set) var lines: Int

    init(lines: Int) { self.lines = lines }

    func write(line: [UInt8]) throws(RecordingError) {
      guard lines > 0 else { throw .cannotWrite(path: "a.cast", errno: ENOSPC) }
      lines -= 1
    }
  }
}
