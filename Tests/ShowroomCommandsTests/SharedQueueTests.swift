import Foundation
import ShowroomCatalog
import ShowroomFiles
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomCommands
@testable import ShowroomSettings
@testable import ShowroomUploads

/// `uploads --resume` while another instance of the program uses the same queue.
@Suite("A queue shared with another instance", .timeLimit(.minutes(20)))
@MainActor
struct SharedQueueTests {
  private let shell: Shell
  /// The queue of the other instance, which runs until the test ends.
  private let other: UploadQueue
  private let store: CatalogStore

  init() async throws {
    shell = try Shell()
    _ = try await shell.run("list")
    store = try shell.store()
    other = UploadQueue(store: store)
  }

  private var destination: String { shell.home.appendingPathComponent("in").path }

  /// Adds an upload of a new file, which belongs to the instance with this queue.
  private func add(_ name: String, to queue: UploadQueue) async throws -> Upload.ID {
    try shell.write("Papers", to: name)
    let source = try UploadSource(path: FilePath(shell.home.appendingPathComponent(name).path))
    let ids = try await queue.add([source], car: 22, destination: .folder(destination), onDuplicate: .fail)
    return ids[0]
  }

  /// Adds an upload that an earlier instance left unfinished.
  ///
  /// - Parameter isNameless: Whether that instance had not received the name of what it created at the destination, so
  ///   that this is removed before the upload resumes.
  private func addInterrupted(_ name: String, isNameless: Bool = false) async throws -> Upload.ID {
    let queue = UploadQueue(store: try shell.store())
    let id = try await add(name, to: queue)
    if isNameless {
      try await queue.save(MultipartIntent(key: name, known: [], moment: 0).checkpoint, attempt: 0, of: id)
    }
    try await queue.release()
    return id
  }

  /// Adds an upload that failed in an earlier instance.
  private func addFailed(_ name: String) async throws -> Upload.ID {
    let queue = UploadQueue(store: try shell.store())
    let id = try await add(name, to: queue)
    try await queue.end(id, as: .failed, failure: UploadFailure(.noSpace, "The disk is full."))
    try await queue.release()
    return id
  }

  /// Resumes all uploads.
  ///
  /// - Parameters:
  ///   - starting: A closure called after the command has listed the uploads, and before it resumes any.
  ///   - removing: A closure called while the data of a nameless upload is removed, before failed uploads are retried.
  private func resume(
    starting: @escaping @Sendable () -> Void = {}, removing: @escaping @Sendable () async -> Void = {}
  ) async throws -> (areDone: Bool, output: String, errors: String) {
    let (output, errors) = (try Capture(), try Capture())
    let clock = InterruptedClock()
    let dependencies = UploadDependencies(
      store: try shell.store(), settings: try Settings(SettingsRequest(), environment: shell.environment),
      environment: shell.environment, clock: clock, executor: nil,
      makeEngine: { _, _, _ in InterruptedEngine(removing: removing) },
      localFolder: "/uploads", home: "/", base: "/", root: nil, now: { Date() })
    clock.interrupt(with: starting)
    let areDone = try await UploadsCommand(format: .text).resume(
      with: dependencies, to: output.output, progress: errors.output, isASCII: false)
    return (areDone, try output.text(), try errors.text())
  }

  @Test func `uploads of a running instance are named on standard error and left alone`() async throws {
    _ = try await add("a.pdf", to: other)
    _ = try await addInterrupted("b.pdf")

    let answer = try await shell.run("uploads", "--resume")

    #expect(
      answer
        == .init(
          status: 1, output: "b.pdf: uploaded, 6 B, \(destination)/22/b.pdf\n",
          errors: "showroom: a.pdf: Another running instance of Showroom is uploading it.\n"))
    #expect(try other.uploads().map(\.state) == [.queued, .done])
  }

  @Test func `an interrupted upload that another instance claims first is named on standard error`() async throws {
    _ = try await addInterrupted("a.pdf")
    let claimed = try await addInterrupted("b.pdf")
    let owner = try other.owner()

    let answer = try await resume(starting: { [store] in
      #expect(throws: Never.self) {
        try store.writeDurably { try $0.execute(sql: "UPDATE upload SET owner = '\(owner)' WHERE id = \(claimed)") }
      }
    })

    #expect(!answer.areDone)
    #expect(answer.output == "a.pdf: uploaded, 6 B, /there/a.pdf\n")
    #expect(answer.errors == "showroom: b.pdf: Another running instance of Showroom is uploading it.\n")
    #expect(try other.uploads().map(\.state) == [.done, .queued])
  }

  @Test func `a failed upload that another instance retries first is named on standard error`() async throws {
    _ = try await addInterrupted("a.pdf", isNameless: true)
    let claimed = try await addFailed("b.pdf")

    let answer = try await resume(removing: { [other] in
      await #expect(throws: Never.self) {
        let ids = try await other.claim([claimed])
        #expect(ids == [claimed])
      }
    })

    #expect(!answer.areDone)
    #expect(answer.output == "a.pdf: uploaded, 6 B, /there/a.pdf\n")
    #expect(
      answer.errors
        == "showroom: b.pdf: Another running instance of Showroom is uploading b.pdf; use that one, or quit it.\n")
    #expect(try other.uploads().map(\.state) == [.done, .queued])
  }

  @Test func `a failed upload that another instance has completed is not waited for`() async throws {
    _ = try await addInterrupted("a.pdf", isNameless: true)
    let completed = try await addFailed("b.pdf")

    let answer = try await resume(removing: { [other] in
      await #expect(throws: Never.self) {
        _ = try await other.claim([completed])
        let row = try #require(try other.row(completed))
        _ = try await other.finish(row, stored: StoredFile(name: "b.pdf", location: "/there/b.pdf", size: 6))
      }
    })

    #expect(answer.areDone && answer.errors.isEmpty, "\(answer.errors)")
    #expect(answer.output == "a.pdf: uploaded, 6 B, /there/a.pdf\n", "the other instance reports b.pdf")
    #expect(try other.uploads().map(\.state) == [.done, .done])
  }
}

/// A clock that calls a closure the next time it is read.
private final class InterruptedClock: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant

  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  func interrupt(with action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  var now: Instant {
    let next = action.withLock { action in
      defer { action = nil }
      return action
    }
    next?()
    return ContinuousClock.now
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}

/// A destination that stores every file, and calls a closure while it removes the data of an upload.
private struct InterruptedEngine: UploadEngine {
  let removing: @Sendable () async -> Void

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    await removing()
    return nil
  }
}
