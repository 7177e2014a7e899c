import Foundation
import SystemPackage
import TestServers
import Testing

@testable import Uploads

@Suite(
  "A tus server written by other people", .timeLimit(.minutes(5)),
  .enabled(if: TusPythonServer.isInstalled, "skipped: no tuspyserver in .build/test-servers, which `make test` makes"))
struct TusPythonTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test("takes files of all sizes, tells how it is, gives none back and deletes them")
  func life() async throws {
    let server = try await TusPythonServer()
    try await withTransport { transport in
      let engine = TusEngine(endpoint: server.endpoint, transport: transport)
      for (number, size) in [0, 1, 300_000].enumerated() {
        let source = try place.source("scan \(number) ü.pdf", size: size)
        let file = try await engine.send(place.transfer(source), report: Reports().report)
        let name = try #require(file.location.split(separator: "/").last)
        #expect(try server.held()[String(name)] == Data(Workplace.bytes(size)))
        let target = FilePath(place.url.appendingPathComponent("back").path)
        let failure = await #expect(throws: UploadFailure.self) { try await engine.fetch(file, to: target) { _ in } }
        #expect(failure?.sentence.contains("does not give uploads out (405); ask who runs it.") == true)
        try await engine.delete(file)
        #expect(try server.held()[String(name)] == nil)
      }
      let survey = try await engine.survey(car: 7)
      #expect(survey.maximumSize == 128_849_018_880 && survey.checksum == nil && survey.resumption == .resumes)
    }
  }

  @Test("has the whole file after a connection that broke and another that went on")
  func interrupted() async throws {
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
      // It has one thread, and waits for its own lock on that thread for half a minute when the next bytes come before it
      // has noticed that the first connection is gone: it is given something else to do in between.
      for _ in 0..<20 { _ = try await transport.send(HTTPRequest("OPTIONS", server.endpoint)) }
      let file = try await engine.send(place.transfer(source, checkpoint: checkpoint), report: Reports().report)
      #expect(file.location == checkpoint.values["url"])
      #expect(try server.held().values.map(\.self) == [Data(Workplace.bytes(3_000_000))])
    }
  }

  @Test("has every file once and whole, after the program was killed 30 times at moments by chance")
  func kills() async throws {
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
      try #require(round < 200, "the program is hardly ever killed; seed \(seed)")
      if batch.isEmpty {
        batch = try (0..<3).map { try fixture.file("scan \(round)-\($0).pdf", size: 400_000).path.string }
      }
      let queued = try UploadQueue(store: fixture.store).items().map(\.path)
      let isQueued = batch.allSatisfy(queued.contains)
      let run = try await WorkerRun(
        place + (isQueued ? ["resume"] : ["add"] + batch),
        environment: round.isMultiple(of: 2)
          ? ["DIE_AT": "\(Int.random(in: 1...12, using: &chance))"]
          : ["DIE_AFTER": "\(Int.random(in: 20_000...300_000, using: &chance))"])
      if run.signal == SIGKILL { kills += 1 } else { try #require(run.status == 0, "\(run.lines) seed \(seed)") }
      let items = try UploadQueue(store: fixture.store).items()
      try #require(
        items.allSatisfy { $0.state == .done || $0.state == .interrupted }, "\(items.map(\.state)) seed \(seed)")
      if items.filter({ batch.contains($0.path) }).count == 3, items.allSatisfy({ $0.state == .done }) { batch = [] }
      names = items.map(\.name)
    }
    let last = try await WorkerRun(place + ["resume"])
    #expect(last.status == 0, "\(last.lines), seed \(seed)")

    let attachments = try AttachmentStore(store: fixture.store).attachments(of: 1)
    #expect(attachments.map(\.file.name).sorted() == names.sorted(), "each is there once, seed \(seed)")
    let held = try server.held()
    for attachment in attachments {
      let upload = attachment.file.location.split(separator: "/").last.map(String.init) ?? ""
      #expect(held[upload] == QueueFixture.content(attachment.file.name, size: 400_000), "seed \(seed)")
    }
    #expect(Set(attachments.map(\.file.location)).count == attachments.count)
  }
}
