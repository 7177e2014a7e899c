import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("Killed programs", .timeLimit(.minutes(20)))
struct KillTests {
  static let kills = 100
  static let size = 8_000
  /// The number of files that are queued together. Small files are uploaded at the same time.
  static let batchSize = 4

  @Test func `after 100 kills at random times, every file is done or can be resumed exactly once`() async throws {
    let fixture = try await QueueFixture()
    let seed = UInt64.random(in: 0...(.max))
    var chance = SeededChance(seed: seed)
    var names: [String] = []
    var kills = 0
    var batch: [String] = []
    var whole: Set<String> = []
    var round = 0
    while kills < Self.kills {
      round += 1
      try #require(round < 10 * Self.kills, "the program was killed too rarely, seed \(seed)")
      var environment = ["CHUNK": "1000"]
      // Half of the kills occur at a significant moment, and half at a random time.
      if round.isMultiple(of: 2) {
        environment["DIE_AT"] = "\(Int.random(in: 1...60, using: &chance))"
      } else {
        environment["DIE_AFTER"] = "\(Int.random(in: 1_000...100_000, using: &chance))"
        environment["PAUSE"] = "\(Int.random(in: 0...1_000, using: &chance))"
      }
      let orders: [String]
      if batch.isEmpty {
        batch = try (0..<Self.batchSize).map { number in
          let name = "scan \(round)-\(number).pdf"
          _ = try fixture.file(name, size: Self.size)
          return name
        }
        orders = ["add"] + batch.map { fixture.path(of: $0).string }
      } else {
        orders = ["resume"]
      }
      let run = try await WorkerRun(
        [fixture.data.path, fixture.destinationPath] + orders, environment: environment)
      if run.signal == SIGKILL { kills += 1 } else { try #require(run.status == 0, "\(run.lines) seed \(seed)") }

      let uploads = try UploadQueue(store: fixture.store).uploads()
      // Files are queued all together or, if the kill came first, not at all.
      let queued = Set(uploads.map(\.name))
      #expect(batch.allSatisfy(queued.contains) || batch.allSatisfy { !queued.contains($0) }, "seed \(seed)")
      if let first = batch.first, !names.contains(first), queued.contains(first) { names += batch }
      let isSound = try check(fixture, uploads, names: names, whole: &whole)
      try #require(isSound, "after \(kills) kills, seed \(seed): \(run.lines)")
      if uploads.allSatisfy({ $0.state == .done }) { batch = [] }
    }
    let last = try await WorkerRun([fixture.data.path, fixture.destinationPath, "resume"], environment: [:])
    #expect(last.status == 0, "\(last.lines), seed \(seed)")
    // The next upload removes the locks of programs that have ended. If there was nothing to resume, none has done so.
    _ = try fixture.file("one more.pdf", size: Self.size)
    names.append("one more.pdf")
    let oneMore = try await WorkerRun(
      [fixture.data.path, fixture.destinationPath, "add", fixture.path(of: "one more.pdf").string], environment: [:])
    #expect(oneMore.status == 0, "\(oneMore.lines), seed \(seed)")

    #expect(fixture.stored() == names.sorted(), "all queued files are there and nothing else, seed \(seed)")
    let attachments = try AttachmentStore(store: fixture.store).attachments(of: 1)
    #expect(attachments.map(\.file.name).sorted() == names.sorted(), "seed \(seed)")
    let locks = try FileManager.default.contentsOfDirectory(atPath: fixture.data.path).filter { $0.hasSuffix(".lock") }
    #expect(locks.count <= 1, "later programs removed the locks of killed ones, except for the last")
  }

  /// Checks that every queued file is done or can be resumed, that published files are complete, and that completed
  /// files are published.
  /// - Parameter whole: the names of files that have already been checked.
  private func check(
    _ fixture: QueueFixture, _ uploads: [Upload], names: [String], whole: inout Set<String>
  ) throws -> Bool {
    var isSound = uploads.map(\.name).sorted() == names.sorted()
    let stored = Set(fixture.stored())
    for name in stored where !name.hasPrefix(".") && whole.insert(name).inserted {
      isSound = try isSound && fixture.storedData(name) == QueueFixture.content(name, size: Self.size)
    }
    let attached = try AttachmentStore(store: fixture.store).attachments(of: 1).map(\.file.name)
    let done = uploads.filter { $0.state == .done }.map(\.name)
    isSound = isSound && uploads.allSatisfy { $0.state == .done || $0.state == .interrupted }
    isSound = isSound && stored.isSuperset(of: done) && attached.sorted() == done.sorted()
    // Only running uploads can be published before they are recorded as done.
    return isSound && stored.filter { !$0.hasPrefix(".") }.count <= done.count + Self.batchSize
  }

  @Test func `a command that is killed at every moment and repeated uploads its file once`() async throws {
    let fixture = try await QueueFixture()
    let file = try fixture.file("scan.pdf", size: Self.size).path.string
    var kills = 0
    while kills < 200 {
      let run = try await WorkerRun(
        [fixture.data.path, fixture.destinationPath, "upload", file],
        environment: ["CHUNK": "4096", "DIE_AT": "\(kills + 1)"])
      #expect(try UploadQueue(store: fixture.store).uploads().count == 1, "the upload was resumed")
      guard run.signal == SIGKILL else {
        #expect(run.status == 0, "\(run.lines)")
        break
      }
      kills += 1
    }

    #expect((5..<200).contains(kills))
    #expect(fixture.stored() == ["scan.pdf"])
    #expect(try fixture.storedData("scan.pdf") == QueueFixture.content("scan.pdf", size: Self.size))
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1).count == 1)
  }

  @Test func `two programs that claim the rows of a killed one get different rows`() async throws {
    let fixture = try await QueueFixture()
    let names = (0..<40).map { "scan \($0).pdf" }
    let files = try names.map { try fixture.file($0, size: 10_000).path.string }
    let place = [fixture.data.path, fixture.destinationPath]
    let killed = try await WorkerRun(place + ["add"] + files, environment: ["DIE_AT": "1"])
    #expect(killed.signal == SIGKILL)
    #expect(try UploadQueue(store: fixture.store).uploads().count { $0.state == .interrupted } == 40)

    async let first = WorkerRun(place + ["compete"], environment: ["PAUSE": "200", "CHUNK": "4096"])
    async let second = WorkerRun(place + ["compete"], environment: ["PAUSE": "200", "CHUNK": "4096"])
    let runs = try await [first, second]
    #expect(runs.map(\.status) == [0, 0], "\(runs.map(\.lines))")
    #expect((runs[0].sent + runs[1].sent).sorted() == names.sorted(), "each file was uploaded exactly once")
    #expect(runs.allSatisfy { !$0.sent.isEmpty }, "both programs uploaded files")
    #expect(fixture.stored() == names.sorted())
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1).count == 40)
  }
}
