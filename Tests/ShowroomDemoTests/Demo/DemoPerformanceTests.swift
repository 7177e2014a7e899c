import Foundation
import ReactorTesting
import ShowroomTestSupport
import TapePlayer
import Testing

@testable import ShowroomDemo
@testable import ShowroomSettings

@Suite(.timeLimit(.minutes(20)), .serialized)
@MainActor
struct DemoPerformanceTests {
  private func performance(_ text: String) throws -> DemoPerformance {
    var performance = DemoPerformance(
      try Tape(parsing: text, file: "a.tape"),
      resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path]))
    performance.windowOpened = { FrameCheck.watch($0) }
    return performance
  }

  @Test func `a recording that cannot be written fails the demo after it has been played`() async throws {
    var performance = try performance("Wait /Cars/\n")
    let sink = FullDisk(lines: 2)
    performance.recordings = [sink]
    await #expect(throws: RecordingError.cannotWrite(path: "a.cast", errno: ENOSPC)) {
      try await performance.playHeadless()
    }
    #expect(sink.lines == 0)
    // A failure of the tape takes precedence.
    var failing = try self.performance("Wait@1s /zeppelin/\n")
    failing.recordings = [FullDisk(lines: 1)]
    await #expect(throws: TapeFailure.self) { try await failing.playHeadless() }
  }

  @Test func `a demo can start with the whole bundled catalog`() async throws {
    let performance = try performance("Env SHOWROOM_DEMO \"bundled\"\nWait /1.49,582/\n")

    let screen = try await performance.playHeadless()

    #expect(screen.text.contains("49,582"))
  }

  @Test func `a demo releases everything at its end`() async throws {
    weak var released: RecordingBuffer?
    do {
      var performance = try performance("Wait /Cars/\nEnter\n")
      let buffer = RecordingBuffer()
      released = buffer
      performance.recordings = [buffer]
      _ = try await performance.playHeadless()
    }

    #expect(released == nil, "the screen and the program of the demo were kept")
  }

  @Test func `a database that cannot be damaged is reported as a file that could not be written`() throws {
    let sandbox = try DemoSandbox()
    defer { sandbox.remove() }

    let failure = try #require(#expect(throws: DemoSandboxError.self) { try sandbox.damageDatabase() })

    #expect("\(failure)".contains("could not be written in \(failure.parent) (No such file or directory)."))
  }

  @Test func `a recording without a header is removed`() async throws {
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
    arguments: [
      "Env SHOWROOM_THEME \"pink\"\n", "Require no-such-program\n", "Env SHOWROOM_CATALOG \"none.sqlite\"\n",
    ])
  func `a demo that cannot start leaves an earlier recording unchanged`(beginning: String) async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).cast")
    let earlier = Data("{\"version\":2}\n".utf8)
    try earlier.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var performance = try performance(beginning + "Wait /Cars/\n")
    performance.recordingFiles = [url.path]
    await #expect(throws: (any Error).self) { try await performance.playHeadless() }
    #expect(try Data(contentsOf: url) == earlier)
  }

  @Test func `a demo neither reads nor writes files outside its home folder`() async throws {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).pdf").path
    let mine = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).csv")
    try Data("mine".utf8).write(to: mine)
    defer { try? FileManager.default.removeItem(at: mine) }
    let screen = try await performance(
      """
      Wait /Cars/
      Type "E" Wait /Export/ Ctrl+u Type "\(mine.path)" Enter
      Wait /A demo exports into its home folder only/ Escape
      Type "u" Wait /Choose files/
      Type "h" Wait /Only this folder and its subfolders are available/
      #! expect /Documents/
      Type "p" Type "/etc/passwd" Enter
      Wait /"passwd" is outside the folders/
      Ctrl+u Type "../../" Tab Wait /"\\.\\." is outside/
      Sleep 10s
      Escape
      Enter Wait /registration/ Type "u" Wait /Uploads for/ Wait /✓ Uploaded/
      Sleep 10s Escape Wait /Make/ Enter Wait /Attachments/
      Type "w" Wait /Save a copy/ Ctrl+u Type "\(copy)" Enter
      Wait /A demo saves copies in its home folder only/ Escape
      Type "w" Wait /Save a copy/ Enter Wait /Saved a copy as ~.registration.pdf/
      """
    ).playHeadless()
    #expect(!screen.text.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(try String(contentsOf: mine, encoding: .utf8) == "mine")
  }

  /// The keys that upload a file to the first car.
  private static let upload = """
    Wait /1.3,585/ Type "u" Wait /Choose files/ Enter Wait /registration.pdf/ Space Type "u" Wait /✓ Uploaded/

    """

  @Test(arguments: [("s", 1), ("r", 2)])
  func `a file whose name is taken can be skipped or replaced`(answer: String, uploads: Int) async throws {
    let screen = try await performance(
      Self.upload + """
        Type "a" Wait /Choose files/ Wait /registration.pdf/ Space Type "u"
        Wait /Enter Resolve/ Enter Wait /Decide later/ Sleep 1s
        Type "\(answer)" Sleep 10s
        """
    ).playHeadless()

    #expect(screen.text.contains("1 file, 1.26 MB: registration.pdf"))
    #expect(screen.text.components(separatedBy: "✓ Uploaded").count - 1 == uploads)
    #expect(!screen.text.contains("Exists"))
  }

  @Test func `all uploads of a demo together keep to the rate limit`() async throws {
    let screen = try await performance(
      """
      Wait /1.3,585/ Type "U" Wait /Nothing is being uploaded/
      Type "L" Wait /Limit the total upload rate/ Type "50k" Enter Wait /limit 50.0 kB/ Escape
      Wait /1.3,585/ Type "u" Wait /Choose files/ Enter Wait /registration.pdf/ Type "a" Type "u" Wait /Uploads for/
      Sleep 10s
      """
    ).playHeadless()

    // 500 kB of 4.38 MB.
    #expect(screen.text.contains(/\b1[012]% sent/))
  }

  @Test(arguments: [
    ("~/uploads", "local folder · not resumable"), ("dav+https://files.example", "WebDAV · not resumable"),
    ("s3://cars?region=us-east-1", "S3 · resumable"), ("https://files.example/other", "tus 1.0.0 · resumable"),
  ])
  func `each destination of a demo has the capabilities of its kind, and its own files`(
    address: String, capabilities: String
  ) async throws {
    let screen = try await performance(
      Self.upload + """
        Type "d" Wait /Contents +1 file/ Ctrl+u Type "\(address)" Wait /Contents +no files for this car/
        """
    ).playHeadless()

    #expect(screen.text.contains(capabilities))
  }

  @Test func `a demo never shows its temporary folder`() async throws {
    let screen = try await performance(
      """
      Type "U"
      Sleep 300ms
      Type "d"
      Wait /this computer/
      """
    ).playHeadless()

    #expect(screen.text.contains("/home/demo/.local/share/showroom/uploads"))
    #expect(!screen.text.contains("showroom-demo"))
  }

  @Test func `a demo removes the folders of killed demos and nothing else`() throws {
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

  @Test func `a demo imports the bundled cars only, and refreshes them from the same file`() async throws {
    let file = Checkout.resources.appendingPathComponent("catalog.csv.gz").path
    _ = try await performance(
      """
      Env SHOWROOM_DEMO "first-run"
      Wait /Choose a catalog source/
      Down Enter Type "\(file)" Enter
      Wait /Only the bundled catalog is available/
      Escape Up Enter Wait /1.49,582/
      Type "r" Wait /Up to date/
      """
    ).playHeadless()
  }

  /// A sink that accepts a number of lines and then reports a full disk.
  private final class FullDisk: RecordingSink {
    private(set) var lines: Int

    init(lines: Int) { self.lines = lines }

    func write(line: [UInt8]) throws(RecordingError) {
      guard lines > 0 else { throw .cannotWrite(path: "a.cast", errno: ENOSPC) }
      lines -= 1
    }
  }
}
