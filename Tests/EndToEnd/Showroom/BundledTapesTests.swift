import Foundation
import ShowroomTestSupport
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
  func `every tape meets its expectations and produces the same recording and trace twice`(name: String) throws {
    let folder = try TemporaryFolder()
    let outputs = try ["a", "b"].map { output in
      let (recording, trace) = (folder["\(output).cast"], folder["\(output).jsonl"])
      let run = try PlainRun(
        [
          Programs.showroom, "demo", "\(Self.folder)/tapes/\(name)", "--headless", "--record", recording, "--trace",
          trace,
        ],
        environment: ["HOME": folder.path, "TMPDIR": folder.path, "SHOWROOM_RESOURCES": Self.folder])
      try #require(run.ending == .exit(0), "\(run.error)")
      return try [recording, trace].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }

    for (first, second) in zip(outputs[0], outputs[1]) {
      #expect(first.count > 1_000)
      #expect(first == second)
    }
  }
}
