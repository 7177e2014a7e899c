import Foundation
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite(
  "tus with tuspyserver", .timeLimit(.minutes(20)),
  .enabled(
    if: TusPythonServer.isInstalled, "skipped: tuspyserver is not installed in .build/test-servers (see make test)"))
struct TusPythonTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  @Test func `tuspyserver stores files of all sizes, reports their offset and deletes them`() async throws {
    let server = try await TusPythonServer()
    try await withTransport { transport in
      let engine = TusEngine(endpoint: server.endpoint, transport: transport)
      for (number, size) in [0, 1, 300_000].enumerated() {
        let source = try place.source("scan \(number) ü.pdf", size: size)
        let file = try await engine.send(place.transfer(source), report: Reports().report)
        let name = try #require(file.location.split(separator: "/").last)
        #expect(try server.held()[String(name)] == Data(SourceFolder.bytes(size)))
        let target = FilePath(place.url.appendingPathComponent("back").path)
        let failure = await #expect(throws: UploadFailure.self) { try await engine.fetch(file, to: target) }
        #expect(failure?.message.contains("does not support downloads (405); contact its administrator.") == true)
        try await engine.delete(file)
        #expect(try server.held()[String(name)] == nil)
      }
      let info = try await engine.destinationInfo(for: 7, in: nil)
      #expect(info.maximumSize == 128_849_018_880 && info.checksum == nil && info.resumption == .supported)
    }
  }

  @Test func `a file in folders is stored under a name made from its path`() async throws {
    let server = try await TusPythonServer()
    let source = try place.source("front.jpg", size: 3000)
    try await withTransport { transport in
      let engine = TusEngine(endpoint: server.endpoint, transport: transport)
      let file = try await engine.send(
        place.transfer(source, in: ["Photos", "사진 1"]), report: Reports().report)
      #expect(file.name == "front.jpg")
      #expect(try server.held().values.map(\.self) == [Data(SourceFolder.bytes(3000))])
      try await engine.delete(file)
    }
  }

  @Test func `an upload resumes after a broken connection`() async throws {
    let server = try await TusPythonServer()
    let source = try place.source(size: 3_000_000)
    let reports = Reports()
    try await withTransport { transport in
      let engine = TusEngine(endpoint: server.endpoint, transport: transport)
      await #expect(throws: UploadFailure(.store, "Enough.")) {
        try await engine.send(place.transfer(source)) { event throws(UploadFailure) in
          reports.append(event)
          if case .sent = event { throw UploadFailure(.store, "Enough.") }
        }
      }
      let checkpoint = try #require(reports.checkpoints.last)
      // The server has one thread. If the next bytes arrive before it notices the closed connection, it waits half a
      // minute for its own lock and then refuses them, so other requests are sent until it has noticed that.
      let url = try #require(checkpoint.values["url"])
      while try !server.hasEndedRequest(for: url) {
        _ = try await transport.send(HTTPRequest("OPTIONS", server.endpoint))
      }
      let file = try await engine.send(place.transfer(source, checkpoint: checkpoint), report: Reports().report)
      #expect(file.location == checkpoint.values["url"])
      #expect(try server.held().values.map(\.self) == [Data(SourceFolder.bytes(3_000_000))])
    }
  }

  @Test func `every file is complete exactly once after 30 kills at random times`() async throws {
    let server = try await TusPythonServer()
    let fixture = try await QueueFixture()
    let seed = UInt64.random(in: 0...(.max))
    var chance = SeededChance(seed: seed)
    let place = [fixture.data.path, "tus+" + server.endpoint.text]
    var (kills, round) = (0, 0)
    var batch: [String] = []
    var names: [String] = []
    while kills < 30 {
      round += 1
      try #require(round < 200, "the program was killed too rarely, seed \(seed)")
      if batch.isEmpty {
        batch = try (0..<3).map { try fixture.file("scan \(round)-\($0).pdf", size: 400_000).path.string }
      }
      let queued = try UploadQueue(store: fixture.store).uploads().map(\.path)
      let isQueued = batch.allSatisfy(queued.contains)
      let run = try await WorkerRun(
        place + (isQueued ? ["resume"] : ["add"] + batch),
        environment: round.isMultiple(of: 2)
          ? ["DIE_AT": "\(Int.random(in: 1...12, using: &chance))"]
          : ["DIE_AFTER": "\(Int.random(in: 20_000...300_000, using: &chance))"])
      if run.signal == SIGKILL { kills += 1 } else { try #require(run.status == 0, "\(run.lines) seed \(seed)") }
      let uploads = try UploadQueue(store: fixture.store).uploads()
      try #require(
        uploads.allSatisfy { $0.state == .done || $0.state == .interrupted }, "\(uploads.map(\.state)) seed \(seed)")
      if uploads.filter({ batch.contains($0.path) }).count == 3, uploads.allSatisfy({ $0.state == .done }) {
        batch = []
      }
      names = uploads.map(\.name)
    }
    let last = try await WorkerRun(place + ["resume"])
    #expect(last.status == 0, "\(last.lines), seed \(seed)")

    let attachments = try AttachmentStore(store: fixture.store).attachments(of: 1)
    #expect(attachments.map(\.file.name).sorted() == names.sorted(), "each file is there once, seed \(seed)")
    let held = try server.held()
    for attachment in attachments {
      let upload = attachment.file.location.split(separator: "/").last.map(String.init) ?? ""
      #expect(held[upload] == QueueFixture.content(attachment.file.name, size: 400_000), "seed \(seed)")
    }
    #expect(Set(attachments.map(\.file.location)).count == attachments.count)
  }
}
