import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

/// WebDAV servers that refuse to move a file over another one, with faults at all operations from that move on. The
/// operations before it are those of every WebDAV server.
@Suite("Simulated refusals of moves", .timeLimit(.minutes(20)))
struct SimulatedRefusalTests {
  private let lab: SimulationLab

  init() async throws { lab = SimulationLab(folder: try await SimulationFolder()) }

  /// The servers on which a file is still replaced.
  private static let replacing = SimulationPlan.Server.refusing.filter { !$0.neverReplaces }
  private static let discarded: [SimulationPlan.Server] = replacing + [.webDAV412]
  /// A crash before an operation is one after the operation before it.
  private static let crashes: [SimulationPlan.Fault] = [.crashAfter, .crashInBody]

  private func replacement(
    on server: SimulationPlan.Server, then successor: SimulationPlan.Successor = .resumes
  ) -> SimulationPlan {
    SimulationPlan(
      server: server, files: [.init(name: "a;b.txt", size: 20_000)], onDuplicate: .replace, old: .different,
      successor: successor)
  }

  /// Returns plans with faults from the first move to the final name on.
  private func plans(_ plan: SimulationPlan, with faults: [SimulationPlan.Fault]) async throws -> [SimulationPlan] {
    try await lab.plans(plan, with: faults) { operation in
      operation.text.contains(" MOVE ") && !operation.text.hasSuffix(Transfer.hiddenSuffix)
    }
  }

  @Test(arguments: replacing)
  func `a file is replaced after a crash at any operation`(server: SimulationPlan.Server) async throws {
    try await lab.check(try await plans(replacement(on: server), with: Self.crashes))
  }

  @Test(arguments: discarded)
  func `a replacement that is discarded after a crash leaves the old file, the new one or a part sent over the old one`(
    server: SimulationPlan.Server
  ) async throws {
    try await lab.check(try await plans(replacement(on: server, then: .discards), with: Self.crashes))
  }

  @Test(arguments: replacing)
  func `a file is replaced despite a fault at any operation`(server: SimulationPlan.Server) async throws {
    let faults: [SimulationPlan.Fault] = [.reset, .processedLate, .discard, .diskFull]
    try await lab.check(try await plans(replacement(on: server), with: faults))
  }

  @Test(arguments: [SimulationPlan.Server.webDAV403, .webDAVHidden])
  func `a replacement that is discarded before the server processes a request leaves the old file or the new one`(
    server: SimulationPlan.Server
  ) async throws {
    try await lab.checkCrashes(after: try await plans(replacement(on: server, then: .discards), with: [.processedLate]))
  }

  @Test(arguments: [SimulationPlan.Server.webDAV409, .webDAV412])
  func `an old file that the server never replaces stays as it is`(server: SimulationPlan.Server) async throws {
    var chance = SeededChance(seed: 6)
    let crashes = try await plans(replacement(on: server), with: Self.crashes)
    try await lab.check(crashes.shuffled(using: &chance).prefix(8))
  }

  @Test(arguments: [SimulationPlan.Successor.resumes, .discards])
  func `a file that the server does not move to its final name is sent there despite a crash at any operation`(
    successor: SimulationPlan.Successor
  ) async throws {
    let plan = SimulationPlan(
      server: .webDAVHidden, files: [.init(name: "a;b.txt", size: 20_000)], successor: successor)
    try await lab.check(try await plans(plan, with: Self.crashes))
  }

  /// Returns the number of the operation that moves the old file to a hidden name.
  private func moveOfOld(in plan: SimulationPlan) async throws -> Int {
    let operations = try await SimulationRun.run(plan, in: lab.folder).operations
    return try #require(operations.firstIndex { $0.text.contains(" MOVE /in/1/a%3Bb.txt to ") }) + 1
  }

  /// Returns the operations after a crash right after the old file was moved to a hidden name, and a command to discard
  /// the upload.
  private func operationsAfterCrash(on server: SimulationPlan.Server) async throws -> [String] {
    var plan = replacement(on: server, then: .discards)
    let move = try await moveOfOld(in: plan)
    plan.faults[move] = .crashAfter
    let result = try await SimulationRun.run(plan, in: lab.folder)
    #expect(result.problems == [])
    return result.operations.dropFirst(move).map(\.text)
  }

  @Test func `a hidden old file is kept or restored if the new one changes after a crash`() async throws {
    var plan = replacement(on: .webDAVHidden)
    let move = try await moveOfOld(in: plan)
    plan.faults[move] = .crashAfter
    let changed = try await lab.plans(plan, with: [.changeContents])
    try await lab.check(changed.filter { ($0.faults.keys.max() ?? 0) > move })
  }

  @Test func `the old file gets its name back if its replacement is discarded after a crash`() async throws {
    let texts = try await operationsAfterCrash(on: .webDAV403)

    let restored = texts.filter { $0.contains(".old.upload to http://dav.test/in/1/a%3Bb.txt") }
    #expect(restored.count == 1 && restored.allSatisfy { $0.hasPrefix("3 MOVE ") }, "\(texts)")
  }

  @Test func `a hidden file is deleted if another upload shows that the server does not move files`() async throws {
    let files = ["a.txt", "b.txt"].map { SimulationPlan.File(name: $0, size: 9_000) }
    var plan = SimulationPlan(server: .webDAV501, files: files, onDuplicate: .replace, old: .different)
    let operations = try await SimulationRun.run(plan, in: lab.folder).operations
    let sent = try #require(operations.firstIndex { $0.text.contains(" PUT ") })
    let head = try #require(operations[sent...].firstIndex { $0.text.hasSuffix(" HEAD /in/1/a.txt") })
    // While the first upload pauses after a lost response, the second one is sent.
    plan.faults[head + 1] = .lostAnswer
    try await lab.check(try await lab.plans(plan, with: Self.crashes))
  }

  @Test func `another upload may take the name of an old file that is hidden`() async throws {
    var plan = replacement(on: .webDAV403, then: .replacesFirst)
    try await lab.check(try await plans(plan, with: Self.crashes))

    plan.faults[try await moveOfOld(in: plan)] = .crashAfter
    let texts = try await SimulationRun.run(plan, in: lab.folder).operations.map(\.text)
    // After the user has chosen one of the files, another program removes the upload.
    #expect(texts.contains { $0.hasPrefix("100 ") }, "\(texts)")
  }

  @Test func `the user chooses between the old file and a part of a file that has changed since`() async throws {
    var plan = replacement(on: .webDAVHidden, then: .retries)
    let operations = try await SimulationRun.run(plan, in: lab.folder).operations
    let sent = try #require(operations.firstIndex { $0.text.hasSuffix(" PUT /in/1/a%3Bb.txt") }) + 1
    plan.faults[sent] = .crashInBody
    try await lab.check(try await lab.plans(plan, with: [.vanish]).filter { ($0.faults.keys.max() ?? 0) > sent })
  }

  @Test func `the user renames the old file if the server does not give it its name back`() async throws {
    let texts = try await operationsAfterCrash(on: .webDAVHidden)

    // The first successor deletes the new file and keeps the old one, and the second one finds that under its name.
    #expect(texts.contains { $0.hasPrefix("3 DELETE ") && $0.contains(".new.upload") }, "\(texts)")
    #expect(!texts.contains { $0.contains(" DELETE ") && $0.contains(".old.upload") }, "\(texts)")
    #expect(texts.contains { $0.hasPrefix("4 ") }, "\(texts)")
  }
}
