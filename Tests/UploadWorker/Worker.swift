import Foundation
import ShowroomCatalog
import ShowroomFiles
import ShowroomUploads
import SystemPackage

/// Uploads files and prints a line for each event: `ready`, `sent NAME`, `failed NAME: REASON`.
@main
struct Worker {
  static func main() async {
    guard let arguments = WorkerArguments(CommandLine.arguments) else {
      printLine("usage: upload-worker DATA DESTINATION add|upload|resume|compete [FILE…]")
      exit(64)
    }
    let after = WorkerArguments.number("DIE_AFTER")
    if after > 0 {
      Thread.detachNewThread {
        usleep(UInt32(after))
        kill(getpid(), SIGKILL)
      }
    }
    do {
      exit(try await run(arguments) ? 0 : 1)
    } catch {
      printLine("failed: \(error)")
      exit(1)
    }
  }

  /// - Returns: Whether all claimed uploads are done.
  private static func run(_ arguments: WorkerArguments) async throws -> Bool {
    let store = try CatalogStore(directory: URL(fileURLWithPath: arguments.data))
    let destination = try Destination(parsing: arguments.destination, home: "/", base: "/")
    let death = LethalEngine.Death(
      moment: WorkerArguments.number("DIE_AT"), pause: UInt32(WorkerArguments.number("PAUSE")))
    let scheduler = UploadScheduler(
      queue: UploadQueue(store: store),
      engines: { destination async throws(UploadFailure) in
        LethalEngine(base: try await engine(for: destination), death: death)
      })
    let outcomes = scheduler.finished()
    try await scheduler.start()
    printLine("ready")
    switch arguments.command {
    case .add:
      let sources = try arguments.files.map { try UploadSource(path: FilePath($0)) }
      try await scheduler.enqueue(sources, car: 1, destination: destination)
    case .upload:
      let sources = try arguments.files.map { try UploadSource(path: FilePath($0)) }
      _ = try await scheduler.resumeOrEnqueue(sources, car: 1, destination: destination, onDuplicate: .fail)
    case .resume: try await scheduler.resumeInterrupted()
    case .compete: try await compete(scheduler, UploadQueue(store: store))
    }
    for await snapshot in scheduler.snapshots() where !snapshot.uploads.contains(where: \.isInHand) { break }
    await scheduler.stop(.keep)
    var isAllDone = true
    for await outcome in outcomes {
      switch outcome {
      case .done(let upload, _), .skipped(let upload, _): printLine("sent \(upload.name)")
      case .failed(let upload, let failure):
        isAllDone = false
        printLine("failed \(upload.name): \(failure)")
      }
    }
    return isAllDone
  }

  private static func compete(_ scheduler: UploadScheduler, _ queue: UploadQueue) async throws {
    var hasMet = false
    for upload in try queue.uploads().shuffled() where upload.state == .interrupted {
      // Another program claimed the row first.
      guard (try? await scheduler.retry(upload.id)) == true, !hasMet else { continue }
      // A program that starts late would find no rows left.
      while try queue.uploads().count(where: { $0.state != .interrupted }) < 2 { await Task.yield() }
      hasMet = true
    }
  }

  private static func engine(for destination: Destination) async throws(UploadFailure) -> any UploadEngine {
    guard case .folder(let path) = destination else {
      let credentials = CredentialStore(
        configurationFolder: "/nonexistent", home: "/nonexistent", configured: destination)
      return try await EngineRegistry(transport: transport, credentials: credentials).engine(for: destination)
    }
    let chunk = WorkerArguments.number("CHUNK")
    return chunk > 0 ? LocalFolderEngine(folder: path, chunk: chunk) : LocalFolderEngine(folder: path)
  }

  private static let transport = HTTPTransport()
  private static func printLine(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

extension Upload {
  /// Whether this program will continue the upload.
  var isInHand: Bool {
    switch state {
    case .queued, .paused, .hashing, .uploading, .verifying, .retrying: true
    case .interrupted, .done, .failed, .canceled, .discarding, .elsewhere: false
    }
  }
}
