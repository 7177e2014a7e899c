import Foundation
import GRDB
import ShowroomFiles
import ShowroomTestSupport

@testable import ShowroomCatalog
@testable import ShowroomUploads

/// A simulated run: the programs of a plan upload its files, crash where the plan says so and are followed by
/// successors, until every upload has ended. A final program then removes everything that is not done.
struct SimulationRun {
  /// The result of a run.
  struct Result: Sendable {
    /// The violations of what the design promises.
    var problems: [String]
    var operations: [SimulationWorld.Operation]
  }

  let plan: SimulationPlan
  let folder: SimulationFolder
  let world: SimulationWorld
  /// A store that reads the database without taking part in the run.
  let store: CatalogStore
  let data: URL
  private var chance: SeededChance
  private(set) var reported: Set<Upload.ID> = []
  private(set) var problems: [String] = []
  /// The paths of removed uploads that were to replace a file.
  private(set) var replacing: Set<String> = []

  /// The maximum time for programs, by their own clocks, and the maximum number of operations.
  private static let longestTime = Duration.seconds(600), mostOperations = 2000
  /// The maximum number of consecutive programs.
  private static let mostSuccessors = 8

  /// Runs a plan.
  static func run(_ plan: SimulationPlan, in folder: SimulationFolder) async throws -> Result {
    var run = try SimulationRun(plan, in: folder)
    try await run.run()
    run.store.close()
    try? FileManager.default.removeItem(at: run.data)
    return Result(problems: run.problems, operations: run.world.operations)
  }

  private init(_ plan: SimulationPlan, in folder: SimulationFolder) throws {
    data = try folder.makeData()
    store = try CatalogStore(directory: data, followsOthers: false)
    var recorded: StoredFile?
    world = SimulationWorld(server: plan.startingServer(recorded: &recorded), faults: plan.faults)
    chance = SeededChance(seed: plan.seed)
    (self.plan, self.folder) = (plan, folder)
    guard let recorded else { return }
    let place = try plan.destination.description
    _ = try store.writeDurably {
      try AttachmentTable.insert(recorded, car: 1, destination: place, uploadedAt: 0, into: $0)
    }
  }

  private mutating func run() async throws {
    var first: [SimulatedProgram] = []
    let (destination, policy) = (try plan.destination, plan.onDuplicate)
    for number in plan.programs {
      let program = try start(number)
      let sources = try plan.files.enumerated().filter { $1.program == number }.map {
        try folder.source($1, place: $0)
      }
      program.perform { scheduler in
        try await scheduler.start()
        // One by one, because the user is responsible for files of the same name that are selected together.
        for source in sources {
          try await scheduler.enqueue([source], car: 1, destination: destination, onDuplicate: policy)
        }
      }
      first.append(program)
    }
    await drive(first)
    try checkRecords("after the first program")
    var successors = 0
    while try rows().contains(where: { $0.state == .pending || $0.cleanup != nil }) {
      successors += 1
      guard successors <= Self.mostSuccessors else {
        problems.append("\(successors) programs did not end every upload")
        break
      }
      try await succeed(successors)
      try checkRecords("after successor \(successors)")
    }
    try checkEnd()
    if try rows().contains(where: { $0.state != .done }) { try await cleanUp() }
    try checkRecords("at the end")
    try checkServer()
  }

  private func start(_ number: Int) throws -> SimulatedProgram {
    try SimulatedProgram(number, world: world, plan: plan, data: data)
  }

  private mutating func succeed(_ number: Int) async throws {
    // The first two numbers are those of the plan's programs.
    let program = try start(number + 2)
    let successor = plan.successor
    let destination = try plan.destination
    let other =
      number == 1 && successor == .replacesFirst
      ? try plan.files.first.map { try folder.source($0, place: SimulationFolder.successorPlace) } : nil
    program.perform { scheduler in
      try await scheduler.start()
      if let other {
        // The next successor resumes the others.
        try await scheduler.enqueue([other], car: 1, destination: destination, onDuplicate: .replace)
      } else if successor == .discards {
        try await scheduler.cancelUnfinished(discard: true)
      } else {
        try await scheduler.resumeInterrupted()
      }
    }
    await drive([program])
  }

  /// Removes everything that is not done, as the final user would.
  private mutating func cleanUp() async throws {
    world.endFaults()
    let program = try start(99)
    let undone = try rows().filter { $0.state != .done }
    replacing.formUnion(undone.filter { $0.transfer.onDuplicate == .replace }.map(\.transfer.path))
    let rest = undone.map(\.id)
    program.perform { scheduler in
      try await scheduler.start()
      for id in rest { try await scheduler.remove(id) }
    }
    await drive([program])
  }

  func rows() throws -> [QueueRow] { try UploadQueue(store: store).rows() }

  mutating func note(_ problem: String) { problems.append(problem) }

  // MARK: Driving

  /// Lets programs continue, one request at a time, until none of them does anything more, and then ends them.
  private mutating func drive(_ programs: [SimulatedProgram]) async {
    var running = programs
    var changes = world.changes.makeAsyncIterator()
    while !running.isEmpty {
      if let crashed = running.firstIndex(where: { [world] in world.hasCrashed($0.number) }) {
        reported.formUnion(await running.remove(at: crashed).end())
        continue
      }
      for program in running where world.takeDiscarding(program.number) {
        program.perform { try await $0.cancelUnfinished(discard: true) }
      }
      let waiting = world.waiting
      var sleeping: [SimulatedProgram] = []
      var isSettled = true
      for program in running {
        let count = waiting.count { $0.program == program.number }
        let isQuiet = count > 0 ? await program.isSettled(waiting: count) : await program.isQuiet
        isSettled = isSettled && isQuiet
        if count == 0, isQuiet, await !program.scheduler.isFinished { sleeping.append(program) }
      }
      guard isSettled else {
        await changes.next()
        continue
      }
      if waiting.isEmpty, sleeping.isEmpty { break }
      let choice = Int.random(in: 0..<waiting.count + sleeping.count, using: &chance)
      if choice < waiting.count {
        world.release(waiting[choice].id)
      } else {
        let clock = sleeping[choice - waiting.count].clock
        if !clock.advanceToNextDeadline() { stop(running, because: "waits for nothing") }
        if clock.now.offset > Self.longestTime { stop(running, because: "does not end") }
      }
      if world.operations.count > Self.mostOperations { stop(running, because: "makes requests without end") }
    }
    for program in running { reported.formUnion(await program.end()) }
  }

  private mutating func stop(_ programs: [SimulatedProgram], because problem: String) {
    problems.append("a program \(problem)")
    for program in programs { world.crash(program.number) }
  }
}
