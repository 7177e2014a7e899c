import Foundation
import TestSupport
import Testing

/// The bundled tapes, played by the program itself.
@Suite(.waits, .showroom)
struct BundledTapesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Resources").standardizedFileURL.path

  private static var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/tapes")) ?? []
    return names.filter { $0.hasSuffix(".tape") }.sorted()
  }

  @Test(arguments: names)
  func `every tape meets its expectations and produces the same bytes twice`(name: String) throws {
    let folder = try TemporaryFolder()
    let recordings = try ["a.cast", "b.cast"].map { recording in
      let run = try PlainRun(
        [Programs.showroom, "demo", "\(Self.folder)/tapes/\(name)", "--headless", "--record", folder[recording]],
        environment: ["HOME": folder.path, "TMPDIR": folder.path, "SHOWROOM_RESOURCES": Self.folder])
      try #require(run.ending == .exit(0), "\(run.error)")
      return try Data(contentsOf: URL(fileURLWithPath: folder[recording]))
    }

    #expect(recordings[0].count > 1_000)
    #expect(recordings[0] == recordings[1])
  }
}
