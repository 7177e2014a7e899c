import Foundation
import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import ShowroomUploads
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

@MainActor @Suite(.timeLimit(.minutes(20)))
struct UploadedFilesReactorTests {
  private let uploads = ScriptedUploads()
  private let folder: TemporaryFolder
  private let reactor: UploadedFilesReactor
  private let missing = UploadFailure(.missing, "b.pdf is no longer in /files; it was deleted or moved.")
  private let changed = UploadFailure(.corrupted, "The contents of c.pdf have changed since the upload.")

  /// Creates a screen with a file of an unknown car and two of a car in the catalog.
  init() async throws {
    folder = try TemporaryFolder()
    let files = [("a.pdf", 1, 3), ("b.pdf", 2, 3), ("c.pdf", 3, 99)] as [(String, Int64, Car.ID)]
    uploads.script.with { state in
      for (name, id, car) in files {
        var attachment = ScriptedUploads.attachment(id, name, car: car, size: 5)
        attachment.uploadedAt += Double(id)
        state.attachments[car, default: []].append(attachment)
      }
    }
    reactor = UploadedFilesReactor(catalog: try await CatalogFixture().live(), uploads: uploads.live)
  }

  private var state: UploadedFilesReactor.State { reactor.currentState }
  private var names: [String] { state.listed.map(\.file.name) }

  private func load() async {
    reactor.action.send(.load)
    _ = await first(reactor.state(\.files)) { $0 != nil }
  }

  /// Verifies the listed files, and returns the message with the result.
  private func verify() async -> Message<UploadedFilesReactor.Action>? {
    let messages = Recorder(reactor.outputs.compactMap(\.message))
    reactor.action.send(.toggleVerification)
    await eventually { state.verifying == nil && !messages.elements.isEmpty }
    return messages.elements.last
  }

  private func fail(_ failures: [String: UploadFailure]) {
    uploads.script.with { $0.verificationFailures = failures }
  }

  /// Puts a file that was uploaded into the temporary folder, and into the queue.
  private func keep(_ name: String, car: Car.ID, _ contents: String = "12345") throws {
    let url = folder.url.appendingPathComponent(name)
    try Data(contents.utf8).write(to: url)
    var upload = ScriptedUploads.upload(Int64(uploads.live.snapshot.value.uploads.count), name, car: car, .done)
    upload.path = url.path
    uploads.show(uploads.live.snapshot.value.uploads + [upload])
  }

  @Test func `the files of all cars are listed, the latest first, and searched`() async {
    await load()
    #expect(names == ["c.pdf", "b.pdf", "a.pdf"])
    #expect(state.carNames == [3: "Kia EV6 2022"], "car 99 is not in the catalog")

    reactor.action.send(.search("FILES b.p"))
    #expect(names == ["b.pdf"])
    reactor.action.send(.search("b.pdf x"))
    #expect(names == [])
  }

  @Test func `files that cannot be read are reported, and reading again removes the failure`() async {
    let failure = UploadFailure(.store, "The database is damaged.")
    uploads.script.with { $0.listFailure = failure }
    reactor.action.send(.load)
    await eventually { state.failure == failure }

    uploads.script.with { $0.listFailure = nil }
    reactor.action.send(.load)
    await eventually { state.failure == nil && state.files?.count == 3 }
  }

  @Test func `a new upload appears, and a deleted one disappears with its result`() async {
    await load()
    fail(["c.pdf": changed])
    _ = await verify()
    #expect(state.findings[3]?.outcome == .changed && state.findings.count == 3)

    uploads.script.with { $0.attachments = [3: [ScriptedUploads.attachment(4, "d.pdf", car: 3)]] }
    uploads.live.attachmentChanges.send(())

    await eventually { names == ["d.pdf"] }
    #expect(state.findings.isEmpty)
  }

  @Test func `each listed file is verified, and a toast has the numbers`() async {
    await load()
    fail([
      "a.pdf": UploadFailure(.unreachable, "files.example.org does not respond."), "b.pdf": missing, "c.pdf": changed,
    ])
    #expect(await verify() == .toast("1 missing, 1 changed, 1 unverified", kind: .warning))
    #expect(state.findings.mapValues(\.outcome) == [1: .unverified, 2: .missing, 3: .changed])

    fail([:])
    reactor.action.send(.search("a.pdf"))
    #expect(await verify() == .toast("1 verified", kind: .success))
    #expect(state.findings.mapValues(\.outcome) == [1: .verified], "older results are forgotten")

    reactor.action.send(.search("x"))
    reactor.action.send(.toggleVerification)
    #expect(state.verifying == nil, "there is nothing to verify")
  }

  @Test func `files are searched by their results as well`() async {
    await load()
    fail(["b.pdf": missing, "c.pdf": UploadFailure(.unreachable, "files.example.org does not respond.")])
    reactor.action.send(.search("missing"))
    #expect(names == [], "nothing has been verified yet")
    reactor.action.send(.search(""))
    _ = await verify()

    let found = ["Missing": ["b.pdf"], "pdf unver": ["c.pdf"], "verified": ["a.pdf"], "changed": []]
    for (search, files) in found {
      reactor.action.send(.search(search))
      #expect(names == files, "\(search)")
    }

    reactor.action.send(.search("missing"))
    fail([:])
    #expect(await verify() == .toast("1 verified", kind: .success))
    #expect(names == [] && state.findings.mapValues(\.outcome) == [2: .verified])
  }

  @Test func `a verification can be stopped, and the results so far stay`() async {
    await load()
    uploads.script.with { $0.verificationsGated = true }
    reactor.action.send(.toggleVerification)
    await eventually { uploads.script.with { $0.verifying.count } == 3 }
    uploads.script.finishVerification(of: "b.pdf")
    await eventually { state.findings.count == 1 }
    #expect(state.verifying == 3)

    reactor.action.send(.toggleVerification)
    for file in ["a.pdf", "c.pdf"] { uploads.script.finishVerification(of: file) }

    #expect(state.verifying == nil)
    #expect(state.findings.mapValues(\.outcome) == [2: .verified])
  }

  @Test func `releasing the reactor during a verification cancels the verification`() async throws {
    let engine = StalledVerifications()
    var service = uploads.script.service
    service.engine = { _ in engine }
    let live = LiveUploads(service: service, destinations: ScriptedUploads.destinations, clock: uploads.clock)
    let holder = Box<UploadedFilesReactor?>(
      UploadedFilesReactor(catalog: try await CatalogFixture().live(), uploads: live))
    weak let released = holder.value
    let messages = holder.value.map { Recorder($0.outputs.compactMap(\.message)) }
    holder.value?.action.send(.load)
    await eventually { holder.value?.currentState.files != nil }
    holder.value?.action.send(.toggleVerification)
    await eventually { engine.begun == ["a.pdf", "b.pdf", "c.pdf"] }
    #expect(holder.value?.currentState.verifying == 3 && engine.canceled.isEmpty)

    holder.value = nil

    #expect(released == nil)
    await eventually { engine.canceled == ["a.pdf", "b.pdf", "c.pdf"] }
    await settle()
    #expect(messages?.elements == [])
  }

  @Test func `a missing file is uploaded again, and a changed one replaces the other`() async throws {
    await load()
    fail(["b.pdf": missing, "c.pdf": changed])
    try keep("b.pdf", car: 3)
    try keep("c.pdf", car: 99)
    _ = await verify()

    reactor.action.send(.uploadAgain(2))
    await eventually { uploads.script.with { $0.enqueued } == ["b.pdf to /files for 3"] }
    reactor.action.send(.uploadAgain(3))
    await eventually { uploads.script.with { $0.enqueued.last } == "c.pdf to /files for 99" }
    #expect(uploads.script.with { $0.policies } == [.skip, .replace])

    reactor.action.send(.uploadAgain(1))
    #expect(uploads.script.with { $0.enqueued.count } == 2, "a.pdf is where it should be")
  }

  @Test func `a file whose original has changed or is gone is not uploaded again`() async throws {
    await load()
    fail(["b.pdf": missing])
    try keep("b.pdf", car: 3, "another size")
    _ = await verify()
    let messages = Recorder(reactor.outputs.compactMap(\.message))

    reactor.action.send(.uploadAgain(2))

    await eventually { !messages.elements.isEmpty }
    #expect(
      messages.elements == [
        .toast("b.pdf has changed, or its upload is no longer listed, so choose it again", kind: .warning)
      ])
    #expect(uploads.script.with { $0.enqueued } == [])
  }

  @Test func `a queue that cannot be written is reported`() async throws {
    await load()
    fail(["b.pdf": missing])
    try keep("b.pdf", car: 3)
    _ = await verify()
    uploads.script.with { $0.enqueueFailure = UploadFailure(.store, "The disk is full.") }
    let messages = Recorder(reactor.outputs.compactMap(\.message))

    reactor.action.send(.uploadAgain(2))

    await eventually { messages.elements.count == 2 }
    #expect(messages.elements.last == .alert("Could not upload b.pdf again", text: "The disk is full."))
  }
}

/// An engine whose verifications end only when they are canceled.
final class StalledVerifications: UploadEngine {
  private let names = Mutex<(begun: Set<String>, canceled: Set<String>)>((begun: [], canceled: []))

  var begun: Set<String> { names.withLock { $0.begun } }
  var canceled: Set<String> { names.withLock { $0.canceled } }

  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    ScriptedUploads.info
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    throw UploadFailure(.protocol, "Sending is not scripted.")
  }

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    nil
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) {}

  func verify(_ file: StoredFile) async throws(UploadFailure) {
    names.withLock { _ = $0.begun.insert(file.name) }
    let (endless, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in endless {}
    withExtendedLifetime(continuation) {}
    if Task.isCancelled { names.withLock { _ = $0.canceled.insert(file.name) } }
    throw UploadFailure(.canceled, "The verification was canceled.")
  }

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {}
}
