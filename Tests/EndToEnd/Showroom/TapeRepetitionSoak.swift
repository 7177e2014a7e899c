import Foundation
import ShowroomTestSupport
import Testing

/// Random tapes, each played by two processes, which differ in their addresses, in the order of their hash tables, and
/// in the time of day.
@Suite(.waits, .showroom, .serialized)
struct TapeRepetitionSoak {
  /// Everything that a performance writes.
  private struct Outcome: Equatable {
    var ending: Ending
    var files: [String: Data]
  }

  private static let formats = ["jsonl", "json", "redux.json"]
  private static let resources = Checkout.resources.path

  private func play(_ text: String, _ arguments: [String], in folder: TemporaryFolder) throws -> Outcome {
    try folder.write(text, to: "random.tape")
    // A folder with a name that is used once, as every part of a demo's own folder must be hidden.
    let run = try PlainRun(
      [Programs.showroom, "demo", folder["random.tape"], "--headless", "--text", "--record", folder["a.cast"]]
        + arguments,
      environment: ["HOME": folder.path, "TMPDIR": folder.path, "SHOWROOM_RESOURCES": Self.resources])
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = FileManager.default.contents(atPath: folder[name])
    }
    files["output"] = Data(run.output.utf8)
    files["error"] = Data(run.error.replacing(folder.path, with: "").utf8)
    return Outcome(ending: run.ending, files: files)
  }

  @Test(.enabled(if: randomizesAddresses, "The kernel places every process at the same addresses."))
  func `the same tape produces the same bytes in every process, with the inspector and a trace`() throws {
    for seed in SoakSeeds(24) {
      let text = RandomTape.text(seed: seed)
      let isOpen = seed % 2 == 0
      let format = Self.formats[Int(seed % 3)]

      let outcomes = try (0..<2).map { _ in
        let folder = try TemporaryFolder()
        return try play(text, ["--trace", folder["a.\(format)"]] + (isOpen ? ["--inspect"] : []), in: folder)
      }

      // 1 is a tape that quits the program before its end.
      #expect([.exit(0), .exit(1)].contains(outcomes[0].ending), "seed \(seed)\n\(text)")
      #expect(outcomes[0].ending == outcomes[1].ending, "seed \(seed)")
      #expect(outcomes[0].files.keys.sorted() == outcomes[1].files.keys.sorted(), "seed \(seed)")
      #expect(outcomes[0].files.count == 5, "seed \(seed): \(outcomes[0].files.keys.sorted())")
      for (name, first) in outcomes[0].files {
        if let difference = difference(first, outcomes[1].files[name] ?? Data()) {
          Issue.record("seed \(seed), \(name):\n\(difference)\n\(text)")
        }
        #expect(!String(decoding: first, as: UTF8.self).contains("showroom-demo-"), "seed \(seed), \(name)")
      }
    }
  }

  /// Whether two processes have different addresses, without which equal bytes would prove nothing about them.
  private static let randomizesAddresses =
    (try? String(contentsOfFile: "/proc/sys/kernel/randomize_va_space", encoding: .utf8))?.hasPrefix("2") == true

  /// Returns the surroundings of the first difference.
  private func difference(_ first: Data, _ second: Data) -> String? {
    guard first != second else { return nil }
    let index = zip(first, second).prefix { $0 == $1 }.count
    return [first, second].map { String(decoding: $0[max(0, index - 300)...].prefix(400), as: UTF8.self) }
      .joined(separator: "\n--- or\n")
  }
}
