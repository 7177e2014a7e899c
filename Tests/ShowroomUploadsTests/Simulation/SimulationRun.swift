import Foundation
import GRDB
import ShowroomFiles
import ShowroomTestSupport
import SystemPackage

@testable import ShowroomCatalog
@testable import ShowroomUploads

/// A simulated run: the programs of a plan upload its files, crash where the plan says so and are followed by
/// successors, until every upload has ended. A final program then removes everything that is not done. The simulated
/// user follows the instructions in messages about discarded uploads.
///
/// Files are real. They change only while no program does anything, and their times are those of the plan.
struct SimulationRun {
  /// The result of a run.
  struct Result: Sendable {
    /// The violations of what the design promises.
    var problems: [String]
    var operations: [SimulationWorld.Operation]
  }

  /// A file to upload.
  struct Source {
    let name: String
    /// The contents that the file has had, by its modification times.
    var versions: [Int64: [UInt8]]
  }

  let plan: SimulationPlan
  let folder: SimulationFolder
  let world: SimulationWorld
  /// A store that reads the database without taking part in the run.
  let store: CatalogStore
  let data: URL
  private var chance: SeededChance
  private(set) var sources: [FilePath: Source] = [:]
  private var fileChanges = 0
  private(set) var reported: Set<Upload.ID> = []
  private(set) var warnings: [String] = []
  private(set) var problems: [String] = []
  /// The paths of removed uploads that were to replace a file.
  private(set) var replacing: Set<String> = []
  /// Whether the final program has removed an upload that is not done.
  private(set) var hasRemoved = false

  /// The maximum time for programs, by their own clocks, and the maximum number of operations.
  private static let longestTime = Duration.seconds(600), mostOperations = 2000
  /// The maximum number of consecutive programs.
  private static let mostSuccessors = 8

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
      var sources: [UploadSource] = []
      for (place, file) in plan.files.enumerated() where file.program == number {
        try sources.append(source(file, place: place))
      }
      program.perform { [sources] scheduler in
        try await scheduler.start()
        // One by one, because the user is responsible for files of the same name that are selected together.
        for source in sources {
          try await scheduler.enqueue([source], car: 1, destination: destination, onDuplicate: policy)
        }
      }
      first.append(program)
    }
    try await drive(first)
    try checkRecords("after the first program")
    var successors = 0
    while try rows().contains(where: { $0.state == .pending || $0.cleanup != nil }) {
      successors += 1
      guard successors <= Self.mostSuccessors else {
        problems.append("\(successors) programs did not end every upload")
        break
      }
      _ = try followMessages()
      try await succeed(successors)
      try checkRecords("after successor \(successors)")
    }
    world.endFaults()
    if plan.successor == .retries { try await retryFailed() }
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
    var other: UploadSource?
    if number == 1, successor == .replacesFirst, let first = plan.files.first {
      other = try source(first, place: SimulationFolder.successorPlace)
    }
    program.perform { [other] scheduler in
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
    try await drive([program])
  }

  /// Retries what has failed, with everything working and every file present, and once more if a message asks for that.
  private mutating func retryFailed() async throws {
    if plan.faults.values.contains(.vanish) { try changeFiles(.touch) }
    for number in [97, 98] {
      let program = try start(number)
      program.perform { scheduler in
        try await scheduler.start()
        try await scheduler.retryAllFailed()
      }
      try await drive([program])
      try checkRecords("after the retry")
      let isAsked = try rows().contains { $0.failure?.message.contains("Try again when it has ended.") == true }
      if !isAsked { break }
    }
  }

  /// Removes everything that is not done, as the final user would.
  private mutating func cleanUp() async throws {
    hasRemoved = true
    let program = try start(99)
    let undone = try rows().filter { $0.state != .done }
    replacing.formUnion(undone.filter { $0.transfer.onDuplicate == .replace }.map(\.transfer.path))
    let rest = undone.map(\.id)
    program.perform { scheduler in
      try await scheduler.start()
      // One that cannot be removed stays in the queue, and the next program tries again.
      for id in rest { try? await scheduler.remove(id) }
    }
    try await drive([program])
    guard try followMessages() else { return }
    let next = try start(100)
    next.perform { try await $0.start() }
    try await drive([next])
  }

  /// Gives each file its final name that a program has kept under a hidden one, as the message about a discarded upload
  /// asks the user to, or deletes it if another file has taken that name.
  /// - Returns: whether there was such a file.
  private mutating func followMessages() throws -> Bool {
    var hasChanged = false
    for row in try rows() where row.cleanup != nil {
      guard let message = row.failure?.message, let state = WebDAVUploadState(row.transfer.checkpoint) else { continue }
      if message.contains("was kept as \(state.oldName), because there is a file named") {
        let isTaken = world.server.published.contains { $0.name == row.transfer.path(of: state.name) }
        let isDeleted = world.delete(state.oldName, in: state.folder)
        if isDeleted, !isTaken { note("\(state.oldName) was kept although no other file has the name \(state.name)") }
        hasChanged = hasChanged || isDeleted
        continue
      }
      guard
        let hidden = ([state.oldName] + state.hiddenNames)
          .first(where: { message.contains("was kept as \($0); rename it there") })
      else { continue }
      let isThere = world.server.unpublished.contains(state.folder.inside(hidden).path)
      let isRenamed = world.rename(hidden, to: state.name, in: state.folder)
      if isThere, !isRenamed { note("\(hidden) was kept although another file has the name \(state.name)") }
      hasChanged = hasChanged || isRenamed
    }
    return hasChanged
  }

  func rows() throws -> [QueueRow] { try UploadQueue(store: store).rows() }

  mutating func note(_ problem: String) { problems.append(problem) }

  // MARK: Files

  /// Returns the first version of the file at a position.
  private mutating func source(_ file: SimulationPlan.File, place: Int) throws -> UploadSource {
    let source = try folder.source(file, place: place, in: plan.changesFiles ? data : nil)
    let bytes = SimulationFolder.bytes(file.size, place: place)
    sources[source.path] = Source(name: file.name, versions: [source.modified: bytes])
    return source
  }

  /// Changes all files, or deletes them.
  private mutating func changeFiles(_ change: SimulationPlan.Fault) throws {
    fileChanges += 1
    // Later than the time of the first version, which is the real one, and within the limits of old file systems.
    let time = Date(timeIntervalSince1970: 2_100_000_000 + Double(fileChanges))
    for (path, source) in sources {
      let url = URL(fileURLWithPath: path.string)
      var bytes = source.versions.max { $0.key < $1.key }?.value ?? []
      switch change {
      case .changeContents: bytes = bytes.map { $0 &+ 1 }
      case .grow: bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: fileChanges), count: 1_000)
      default: break
      }
      try Data(bytes).write(to: url)
      // Even a file that is deleted has a new time, which a program that has opened it observes.
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: url.path)
      let modified = try UploadSource(path: path).modified
      sources[path]?.versions[modified] = bytes
      if change == .vanish { try FileManager.default.removeItem(at: url) }
    }
  }

  // MARK: Driving

  private mutating func perform(_ step: SimulationPlan.Fault, with program: SimulatedProgram) throws {
    switch step {
    case .discard: program.perform { try await $0.cancelUnfinished(discard: true) }
    case .pause: program.perform { await $0.setPaused(true) }
    case .pauseAfterCurrent: program.perform { await $0.setPaused(true, finishingCurrent: true) }
    case .retry:
      program.perform { scheduler in
        for upload in await scheduler.uploads { _ = try? await scheduler.retry(upload.id) }
      }
    case .retryAllFailed: program.perform { try await $0.retryAllFailed() }
    case .resumeInterrupted: program.perform { try await $0.resumeInterrupted() }
    default: try changeFiles(step)
    }
  }

  /// Lets programs continue, one request at a time, until none of them does anything more, and then ends them.
  /// A paused program continues at a moment that the seed determines.
  private mutating func drive(_ programs: [SimulatedProgram]) async throws {
    var running = programs
    var changes = world.changes.makeAsyncIterator()
    while !running.isEmpty {
      if let crashed = running.firstIndex(where: { [world] in world.hasCrashed($0.number) }) {
        await end(running.remove(at: crashed))
        continue
      }
      let waiting = world.waiting
      var (sleeping, paused): ([SimulatedProgram], [SimulatedProgram]) = ([], [])
      var isSettled = true
      for program in running {
        let count = waiting.count { $0.program == program.number }
        let isQuiet = count > 0 ? await program.isSettled(waiting: count) : await program.isQuiet
        isSettled = isSettled && isQuiet
        if count == 0, isQuiet, await !program.scheduler.isFinished { sleeping.append(program) }
        if await program.scheduler.isPaused { paused.append(program) }
      }
      guard isSettled else {
        // Nothing announces that an upload waits because a busy server receives fewer requests.
        if world.hasRefused, plan.parallel > 1 { await Task.yield() } else { await changes.next() }
        continue
      }
      let steps = world.takeSteps()
      for (number, step) in steps {
        if let program = running.first(where: { $0.number == number }) { try perform(step, with: program) }
      }
      guard steps.isEmpty else { continue }
      if waiting.isEmpty, sleeping.isEmpty { break }
      let choice = Int.random(in: 0..<waiting.count + sleeping.count + paused.count, using: &chance)
      if choice < waiting.count {
        world.release(waiting[choice].id)
      } else if choice < waiting.count + sleeping.count {
        let program = sleeping[choice - waiting.count]
        let isWaitingForUser = paused.contains { $0 === program }
        if !program.clock.advanceToNextDeadline(), !isWaitingForUser { stop(running, because: "waits for nothing") }
        if program.clock.now.offset > Self.longestTime { stop(running, because: "does not end") }
      } else {
        paused[choice - waiting.count - sleeping.count].perform { await $0.setPaused(false) }
      }
      if world.operations.count > Self.mostOperations { stop(running, because: "makes requests without end") }
    }
    for program in running { await end(program) }
  }

  private mutating func end(_ program: SimulatedProgram) async {
    let (done, warnings) = await program.end()
    reported.formUnion(done)
    self.warnings += warnings
  }

  private mutating func stop(_ programs: [SimulatedProgram], because problem: String) {
    problems.append("a program \(problem)")
    for program in programs { world.crash(program.number) }
  }
}
