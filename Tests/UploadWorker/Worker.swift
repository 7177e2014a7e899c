import Catalogue
import Foundation
import SystemPackage
import Uploads

/// Sends files and tells on the standard output, a line each: `ready`, `sent NAME`, `failed NAME: WHY`.
@main
struct Worker {
  static func main() async {
    guard let orders = Orders(CommandLine.arguments) else {
      tell("usage: upload-worker DATA DESTINATION add|resume|compete [FILE…]")
      exit(64)
    }
    let after = Orders.number("DIE_AFTER")
    if after > 0 {
      Thread.detachNewThread {
        usleep(UInt32(after))
        kill(getpid(), SIGKILL)
      }
    }
    do {
      exit(try await run(orders) ? 0 : 1)
    } catch {
      tell("failed: \(error)")
      exit(1)
    }
  }

  /// - Returns: whether all that was taken in hand is done.
  private static func run(_ orders: Orders) async throws -> Bool {
    let store = try CatalogueStore(directory: URL(fileURLWithPath: orders.data))
    let destination = try Destination(parsing: orders.destination, home: "/", base: "/")
    let death = LethalEngine.Death(moment: Orders.number("DIE_AT"), pause: UInt32(Orders.number("PAUSE")))
    let scheduler = UploadScheduler(
      queue: UploadQueue(store: store),
      engines: { destination async throws(UploadFailure) in
        LethalEngine(base: try await engine(for: destination), death: death)
      })
    let outcomes = scheduler.finished()
    try await scheduler.start()
    tell("ready")
    switch orders.deed {
    case .add:
      let sources = try orders.files.map { try UploadSource(path: FilePath($0)) }
      try await scheduler.enqueue(sources, car: 1, destination: destination)
    case .resume: try await scheduler.resumeInterrupted()
    case .compete: try await compete(scheduler, UploadQueue(store: store))
    }
    for await snapshot in scheduler.snapshots() where !snapshot.items.contains(where: \.isInHand) { break }
    await scheduler.stop(.keep)
    var isAllDone = true
    for await outcome in outcomes {
      switch outcome {
      case .done(let item, _): tell("sent \(item.name)")
      case .failed(let item, let failure):
        isAllDone = false
        tell("failed \(item.name): \(failure)")
      }
    }
    return isAllDone
  }

  private static func compete(_ scheduler: UploadScheduler, _ queue: UploadQueue) async throws {
    for item in try queue.items().shuffled() where item.state == .interrupted {
      // The other one was faster.
      try? await scheduler.retry(item.id)
    }
  }

  private static func engine(for destination: Destination) async throws(UploadFailure) -> any UploadEngine {
    guard case .folder(let path) = destination else {
      return try await Engines(transport: transport, credentials: credentials).engine(for: destination)
    }
    let chunk = Orders.number("CHUNK")
    return chunk > 0 ? LocalFolderEngine(folder: path, chunk: chunk) : LocalFolderEngine(folder: path)
  }

  private static let transport = HTTPTransport()
  /// None: the tests' servers ask nobody who they are.
  private static let credentials = CredentialStore(
    configurationFolder: "/nonexistent", home: "/nonexistent", environment: [:])

  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

extension UploadItem {
  /// Whether this program still has something to do for it.
  var isInHand: Bool {
    switch state {
    case .waiting, .paused, .hashing, .sending, .verifying, .retrying: true
    case .interrupted, .done, .failed, .cancelled, .elsewhere: false
    }
  }
}
