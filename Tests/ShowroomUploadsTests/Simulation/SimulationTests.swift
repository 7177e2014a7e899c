import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

/// The real scheduler, queue and engines with in-memory servers and a fault at each request and each commit.
///
/// Servers process a request as a whole or, if the connection is lost, the first half of its body. Behind a proxy, they
/// may do so after the next one. Commits are those of SQLite; ``QueuePowerFailureSoak`` tests that they are on disk.
/// The checks state what the design allows to go wrong.
@Suite("Simulated uploads", .timeLimit(.minutes(20)))
struct SimulationTests {
  private let lab: SimulationLab

  init() async throws { lab = SimulationLab(folder: try await SimulationFolder()) }

  private static let file = SimulationPlan.File(name: "a;b.txt", size: 20_000)
  private static let crashes: [SimulationPlan.Fault] = [.crashBefore, .crashAfter, .crashInBody]

  @Test(arguments: SimulationPlan.Server.usual)
  func `uploads resume after a crash at any operation`(server: SimulationPlan.Server) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file, .init(name: "empty", size: 0)])
    try await lab.check(try await lab.plans(plan, with: Self.crashes))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `files in folders resume after a crash at any operation`(server: SimulationPlan.Server) async throws {
    let files = ["A/a.txt", "A/한 글/a;b.txt"].map { SimulationPlan.File(name: $0, size: 9_000) }
    try await lab.check(try await lab.plans(SimulationPlan(server: server, files: files), with: Self.crashes))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `files in folders that are discarded after a crash leave no file`(server: SimulationPlan.Server) async throws {
    let plan = SimulationPlan(server: server, files: [.init(name: "A/b/a;b.txt", size: 20_000)], successor: .discards)
    try await lab.check(try await lab.plans(plan, with: Self.crashes))
  }

  @Test(arguments: SimulationPlan.Server.usual, [DuplicatePolicy.keepBoth, .skip])
  func `a taken name in a folder is treated as chosen after a crash at any operation`(
    server: SimulationPlan.Server, policy: DuplicatePolicy
  ) async throws {
    for old in policy == .skip ? [SimulationPlan.Old.same, .different] : [.different] {
      let files = [SimulationPlan.File(name: "A/b/a.txt", size: 9_000)]
      let plan = SimulationPlan(server: server, files: files, onDuplicate: policy, old: old)
      try await lab.check(try await lab.plans(plan, with: [.crashBefore, .crashAfter]))
    }
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `files in folders that are uploaded at the same time are done despite a fault at any operation`(
    server: SimulationPlan.Server
  ) async throws {
    let files = ["A/a.txt", "A/b.txt", "A/c/a.txt", "A/a.txt"].map { SimulationPlan.File(name: $0, size: 10) }
    let plan = SimulationPlan(server: server, files: files, parallel: 4, onDuplicate: .keepBoth, seed: 5)
    let faults: [SimulationPlan.Fault] = [.reset, .lostAnswer, .busy, .slowDown, .discard, .crashAfter]
    var chance = SeededChance(seed: 5)
    try await lab.check(try await lab.plans(plan, with: faults).shuffled(using: &chance).prefix(60))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `uploads resume after a second crash`(server: SimulationPlan.Server) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file])
    var chance = SeededChance(seed: 1)
    for once in try await lab.plans(plan, with: [.crashBefore, .crashAfter]) {
      let twice = try await lab.plans(once, with: [.crashBefore, .crashAfter])
      try await lab.check(twice.filter { $0.faults.count == 2 }.shuffled(using: &chance).prefix(1))
    }
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `uploads that are discarded after a crash leave nothing`(server: SimulationPlan.Server) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file], successor: .discards)
    try await lab.check(try await lab.plans(plan, with: Self.crashes))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `discarding that is interrupted or fails is completed at a later launch`(
    server: SimulationPlan.Server
  ) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file], successor: .discards)
    var chance = SeededChance(seed: 2)
    for once in try await lab.plans(plan, with: [.crashAfter]) {
      let twice = try await lab.plans(once, with: [.reset, .crashBefore, .crashAfter])
      let later = twice.filter { $0.faults.count == 2 && ($0.faults.keys.max() ?? 0) > (once.faults.keys.max() ?? 0) }
      try await lab.check(later.shuffled(using: &chance).prefix(1))
    }
  }

  @Test func `discarding is not completed by a server that is too busy to say whose file it has`() async throws {
    let plan = SimulationPlan(server: .webDAV, files: [Self.file], successor: .discards)
    for once in try await lab.plans(plan, with: [.crashBefore]) {
      let twice = try await lab.plans(once, with: [.slowDown])
      try await lab.check(twice.filter { $0.faults.count == 2 && $0.faults[$0.faults.keys.max() ?? 0] == .slowDown })
    }
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `a file that another program has found and skipped stays if the upload that sent it is discarded`(
    server: SimulationPlan.Server
  ) async throws {
    let files = [1, 2].map { SimulationPlan.File(name: "a.txt", size: 0, program: $0) }
    let plan = SimulationPlan(server: server, files: files, onDuplicate: .skip, successor: .discards)
    try await lab.check(try await lab.plans(plan, with: [.crashBefore, .crashAfter]))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `an upload does not wait forever for one whose end could not be recorded`(
    server: SimulationPlan.Server
  ) async throws {
    let files = [SimulationPlan.File](repeating: .init(name: "a.txt", size: 9_000), count: 2)
    let plan = SimulationPlan(server: server, files: files, onDuplicate: .skip, old: .different)
    for once in try await lab.plans(plan, with: [.diskFull]) {
      let twice = try await lab.plans(once, with: [.diskFull])
      try await lab.check(twice.filter { $0.faults.keys.max() == (once.faults.keys.max() ?? 0) + 1 })
    }
  }

  @Test func `a test of moves that is interrupted leaves no file, even if the next program does not repeat it`()
    async throws
  {
    let files = [("A/b/größe.txt", 0), ("a.txt", 1), ("größe.txt", 1)].map { SimulationPlan.File(name: $0, size: $1) }
    var tried = 0
    for seed in 1...3 as ClosedRange<UInt64> {
      let plan = SimulationPlan(
        server: .webDAV, files: files, parallel: 3, onDuplicate: .keepBoth, old: .same, seed: seed)
      tried += try await lab.check(try await lab.plans(plan, with: [.crashBefore]))
    }
    #expect(tried > 50)
  }

  @Test(arguments: [SimulationPlan.Server.put, .roughPut])
  func `a test of moves leaves no file if deleting it fails at first`(server: SimulationPlan.Server) async throws {
    // Without an answer to `OPTIONS` and to the move of an absent file, a file is moved.
    let plan = SimulationPlan(
      server: server, files: [.init(name: "a.txt", size: 1)], faults: [5: .slowDown, 6: .slowDown])
    try await lab.check(try await lab.plans(plan, with: [.reset, .lostAnswer, .crashBefore, .crashAfter]))
  }

  @Test func `a sent file that could not be recorded is deleted even if another upload has reserved its name`()
    async throws
  {
    let files = [1, 0, 0].map { SimulationPlan.File(name: "a.txt", size: $0) }
    let plan = SimulationPlan(server: .roughPut, files: files, onDuplicate: .keepBoth)
    var tried = 0
    for once in try await lab.plans(plan, with: [.diskFull]) {
      let twice = try await lab.plans(once, with: [.discard]).filter { $0.faults.count == 2 }
      tried += try await lab.check(twice)
    }
    #expect(tried > 50)
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `uploads that are discarded at any request leave nothing`(server: SimulationPlan.Server) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file])
    try await lab.check(try await lab.plans(plan, with: [.discard]))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `uploads are not done before the server has all bytes`(server: SimulationPlan.Server) async throws {
    for policy in [DuplicatePolicy.fail, .replace] {
      let plan = SimulationPlan(server: server, files: [.init(name: "a.txt", size: 20_000)], onDuplicate: policy)
      try await lab.check(try await lab.plans(plan, with: [.shortened]))
    }
  }

  @Test(arguments: SimulationPlan.Server.usual, [SimulationPlan.Successor.resumes, .discards])
  func `no part that the server reports as stored stays after a crash at any later operation`(
    server: SimulationPlan.Server, successor: SimulationPlan.Successor
  ) async throws {
    let plan = SimulationPlan(server: server, files: [.init(name: "a.txt", size: 20_000)], successor: successor)
    for once in try await lab.plans(plan, with: [.shortened]) {
      let twice = try await lab.plans(once, with: [.crashBefore, .crashAfter])
      try await lab.check(twice.filter { ($0.faults.keys.max() ?? 0) > (once.faults.keys.max() ?? 0) })
    }
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `every upload is done despite a fault at any operation`(server: SimulationPlan.Server) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file])
    try await lab.check(
      try await lab.plans(plan, with: [.reset, .cutBody, .lostAnswer, .cutAnswer, .busy, .diskFull]))
  }

  @Test(arguments: SimulationPlan.Server.usual, DuplicatePolicy.allCases)
  func `a taken name is treated as chosen after a crash at any operation`(
    server: SimulationPlan.Server, policy: DuplicatePolicy
  ) async throws {
    for old in policy == .skip ? [SimulationPlan.Old.same, .different] : [.different] {
      let plan = SimulationPlan(server: server, files: [Self.file], onDuplicate: policy, old: old)
      try await lab.check(try await lab.plans(plan, with: [.crashBefore, .crashAfter]))
    }
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `another upload of the same name may come between a crash and the resumption`(
    server: SimulationPlan.Server
  ) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file], successor: .replacesFirst)
    try await lab.check(try await lab.plans(plan, with: [.crashBefore, .crashAfter]))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `an upload that is discarded while it replaces a later one leaves one of the files`(
    server: SimulationPlan.Server
  ) async throws {
    let plan = SimulationPlan(
      server: server, files: [Self.file], onDuplicate: .replace, old: .different, successor: .replacesFirst)
    var tried = 0
    for once in try await lab.plans(plan, with: [.crashBefore]) {
      let twice = try await lab.plans(once, with: [.discard]).filter { $0.faults.count == 2 }
      tried += try await lab.check(twice)
    }
    #expect(tried > 5)
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `files that are uploaded at the same time are done despite a fault at any operation`(
    server: SimulationPlan.Server
  ) async throws {
    let files = [("a;b.txt", 20_000), ("empty", 0), ("other", 9_000), ("a;b.txt", 1)].map { name, size in
      SimulationPlan.File(name: name, size: size)
    }
    let plan = SimulationPlan(server: server, files: files, parallel: 3, onDuplicate: .keepBoth, seed: 3)
    let faults: [SimulationPlan.Fault] = [.crashBefore, .crashAfter, .lostAnswer, .slowDown, .diskFull]
    var chance = SeededChance(seed: 3)
    try await lab.check(try await lab.plans(plan, with: faults).shuffled(using: &chance).prefix(60))
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `files that are discarded while they are uploaded at the same time leave nothing`(
    server: SimulationPlan.Server
  ) async throws {
    let files = ["a.txt", "b.txt", "c.txt"].map { SimulationPlan.File(name: $0, size: 20_000) }
    let plan = SimulationPlan(server: server, files: files, parallel: 3, seed: 1)
    try await lab.check(try await lab.plans(plan, with: [.discard]))
  }

  @Test func `the seed determines the order of files that are uploaded at the same time`() async throws {
    let files = ["a.txt", "b.txt", "c.txt"].map { SimulationPlan.File(name: $0, size: 10) }
    func order(_ seed: UInt64) async throws -> [String] {
      let plan = SimulationPlan(server: .put, files: files, parallel: 3, seed: seed)
      let operations = try await SimulationRun.run(plan, in: lab.folder).operations
      return operations.map(\.text).filter { $0.hasPrefix("1 PUT") }
    }

    let orders = try await [order(1), order(1), order(2), order(3), order(4)]

    #expect(orders[0] == orders[1] && orders[0].count == 3)
    #expect(Set(orders).count > 1)
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `uploads that are paused at any request continue and are done`(server: SimulationPlan.Server) async throws {
    let files = ["a;b.txt", "A/b.txt", "c.txt"].map { SimulationPlan.File(name: $0, size: 20_000) }
    for parallel in [1, 2] {
      let plan = SimulationPlan(server: server, files: files, parallel: parallel, seed: 4)
      try await lab.check(try await lab.plans(plan, with: SimulationPlan.Fault.pauses))
    }
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `uploads that are retried at any request after a failure are done`(server: SimulationPlan.Server) async throws {
    let files = [SimulationPlan.File](repeating: Self.file, count: 2) + [.init(name: "other", size: 1)]
    for faults in [[:], [4: .reset, 6: .reset], [5: .lostAnswer]] as [[Int: SimulationPlan.Fault]] {
      let plan = SimulationPlan(
        server: server, files: files, onDuplicate: .keepBoth, faults: faults, successor: .retries)
      try await lab.check(try await lab.plans(plan, with: SimulationPlan.Fault.retries))
    }
  }

  @Test func `a changed file whose name another upload is using can be retried when that has ended`() async throws {
    let file = SimulationPlan.File(name: "B/c/b;c.txt", size: 0, program: 2)
    try await lab.check([
      SimulationPlan(
        server: .webDAVHidden, files: [file, file], onDuplicate: .replace, faults: [4: .reset, 14: .changeContents],
        successor: .retries)
    ])
  }

  @Test(arguments: SimulationPlan.Server.usual)
  func `a running program takes over the uploads of one that has crashed`(
    server: SimulationPlan.Server
  ) async throws {
    let files = [1, 2, 2].enumerated().map { SimulationPlan.File(name: "\($0).txt", size: 9_000, program: $1) }
    let plan = SimulationPlan(server: server, files: files, seed: 7)
    var chance = SeededChance(seed: 7)
    for once in try await lab.plans(plan, with: [.crashAfter]).shuffled(using: &chance).prefix(8) {
      let twice = try await lab.plans(once, with: [.retry, .resumeInterrupted])
      try await lab.check(twice.filter { $0.faults.count == 2 }.shuffled(using: &chance).prefix(8))
    }
  }

  @Test(arguments: SimulationPlan.Server.usual, [DuplicatePolicy.fail, .replace, .keepBoth])
  func `a file that changes at any request is stored in one version, and a retry stores the latest`(
    server: SimulationPlan.Server, policy: DuplicatePolicy
  ) async throws {
    let plan = SimulationPlan(server: server, files: [Self.file], onDuplicate: policy, successor: .retries)
    try await lab.check(try await lab.plans(plan, with: SimulationPlan.Fault.changes))
  }

  @Test(arguments: SimulationPlan.Server.usual, [DuplicatePolicy.fail, .replace, .keepBoth])
  func `a file that changes right before a crash leaves nothing of its old version`(
    server: SimulationPlan.Server, policy: DuplicatePolicy
  ) async throws {
    for successor in [SimulationPlan.Successor.retries, .discards] {
      let plan = SimulationPlan(server: server, files: [Self.file], onDuplicate: policy, successor: successor)
      for once in try await lab.plans(plan, with: [.changeContents]) {
        let twice = try await lab.plans(once, with: [.crashBefore, .crashAfter])
        try await lab.check(twice.filter { $0.faults.keys.max() == (once.faults.keys.max() ?? 0) + 1 })
      }
    }
  }

  @Test(arguments: SimulationPlan.Server.usual, DuplicatePolicy.allCases)
  func `two programs on one database upload files of the same name`(
    server: SimulationPlan.Server, policy: DuplicatePolicy
  ) async throws {
    let files = [Self.file, Self.file, SimulationPlan.File(name: "other", size: 1)].enumerated().map { place, file in
      SimulationPlan.File(name: file.name, size: file.size, program: place == 0 ? 1 : 2)
    }
    for seed in 1...4 as ClosedRange<UInt64> {
      var plan = SimulationPlan(server: server, files: files, onDuplicate: policy, seed: seed)
      // One of the programs crashes in every other run.
      if seed.isMultiple(of: 2) { plan.faults[Int(seed) * 4] = .crashAfter }
      try await lab.check([plan])
    }
  }

  @Test func `an upload starts even if a command to cancel it failed when its turn came`() async throws {
    let plan = SimulationPlan(
      server: .tus, files: [.init(name: "a.txt", size: 1)], onDuplicate: .fail, old: .different,
      faults: [2: .crashBefore, 7: .crashAfter, 16: .discard, 19: .diskFull], successor: .replacesFirst, seed: 0)
    // Whether the command fails before or after the turn varies between runs.
    try await lab.check(repeatElement(plan, count: 60))
  }

  @Test func `skipping waits for a busy server that cannot list its files now`() async throws {
    try await lab.check([
      SimulationPlan(
        server: .webDAV, files: [.init(name: "a.txt", size: 1)], onDuplicate: .skip, old: .same,
        faults: [6: .slowDown], successor: .resumes, seed: 0)
    ])
  }

  @Test func `a plan that reveals a defect is simplified`() async throws {
    let plan = SimulationPlan(
      server: .tus, files: [Self.file, .init(name: "other", size: 9_000), .init(name: "third", size: 1)],
      onDuplicate: .keepBoth, old: .same, faults: [7: .busy, 20: .crashAfter, 31: .reset], successor: .discards, seed: 9
    )

    let simple = try await SimulationLab.simplified(plan) { plan in
      plan.faults.values.contains(.crashAfter) && plan.files.contains { $0.name == "other" }
    }

    #expect(
      simple.description == """
        SimulationPlan(server: .tus, files: [.init(name: "other", size: 1)], onDuplicate: .fail, old: .none, \
        faults: [1: .crashAfter], successor: .resumes, seed: 0)
        """)
  }
}
