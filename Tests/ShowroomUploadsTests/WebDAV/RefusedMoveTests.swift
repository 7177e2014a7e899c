import Foundation
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Servers that refuse a MOVE", .timeLimit(.minutes(20)))
struct RefusedMoveTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func send(_ transfer: Transfer, to peer: DAVPeer, _ reports: Reports = Reports()) async throws -> StoredFile {
    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport).send(transfer, report: reports.report)
    }
  }

  private func warnings(_ reports: Reports) -> [String] {
    reports.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
  }

  @Test func `a file that the server refuses to move is sent to its final name, with a warning`() async throws {
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { request in
        request.method == "MOVE" && request.header("Destination")?.hasSuffix(".pdf") == true ? .answer(400) : nil
      }
    }
    let reports = Reports()

    let file = try await send(place.transfer(place.source("a,b.pdf", size: 5000)), to: peer, reports)

    #expect(file.name == "a,b.pdf" && peer.held == ["/in/7/a%2Cb.pdf": SourceFolder.bytes(5000)])
    #expect(warnings(reports).count == 1 && warnings(reports)[0].contains("refused to move some files (400)"))
    _ = try await send(place.transfer(place.source("c.txt", size: 50)), to: peer)
    #expect(peer.lines.contains { $0.hasPrefix("MOVE") && $0.contains("c.txt") }, "other names are moved")
  }

  /// A server that truncates `Destination` at a semicolon. It may already have a file under the truncated name.
  @Test(arguments: [DuplicatePolicy.fail, .replace, .keepBoth], [true, false])
  func `a server that cuts names at a semicolon keeps the file, and nothing else`(
    policy: DuplicatePolicy, lists: Bool
  ) async throws {
    let (final, numbered) = ("/in/7/a%3Bb.pdf", "/in/7/a%3Bb%20%282%29.pdf")
    for others in [["/in/7/a": [7]], [:]] as [[String: [UInt8]]] {
      let old = policy == .fail ? [:] : [final: [1, 2, 3] as [UInt8]]
      let peer = try await DAVPeer(others.merging(old) { $1 }) { behavior in
        if lists { behavior.methods.insert("PROPFIND") }
        behavior.destination = { String($0.prefix { $0 != "%" }) }
      }
      let reports = Reports()

      let file = try await send(
        place.transfer(place.source("a;b.pdf", size: 5000), onDuplicate: policy), to: peer, reports)

      let isNumbered = policy == .keepBoth
      #expect(file.name == (isNumbered ? "a;b (2).pdf" : "a;b.pdf"))
      let expected = [isNumbered ? numbered : final: SourceFolder.bytes(5000)]
      #expect(peer.held == expected.merging(others) { $1 }.merging(isNumbered ? old : [:]) { $1 })
      #expect(
        warnings(reports) == [
          "127.0.0.1:\(peer.port) cannot move files whose names contain ; # % or +, so incomplete files are visible "
            + "there during the upload."
        ])
    }
  }

  @Test func `a server that keeps a semicolon receives the file once, even as a replacement`() async throws {
    let final = "/in/7/a%3Bb.pdf"
    let peer = try await DAVPeer([final: [1, 2, 3]])
    let reports = Reports()

    _ = try await send(
      place.transfer(place.source("a;b.pdf", size: 5000), onDuplicate: .replace), to: peer, reports)

    #expect(peer.held == [final: SourceFolder.bytes(5000)] && warnings(reports) == [])
    #expect(peer.requests.filter { $0.received == 5000 }.count == 1)
  }

  @Test(arguments: [nil, 403, 500])
  func `the warning about names that a server cannot move appears once for a destination`(listing: Int?) async throws {
    let fixture = try await QueueFixture()
    let peer = try await DAVPeer { behavior in
      behavior.methods.insert("PROPFIND")
      behavior.destination = { String($0.prefix { $0 != "%" }) }
      let first = Once()
      behavior.interruption = { request in
        // A server error is temporary.
        guard request.method == "PROPFIND", let listing, listing == 403 || first.claim() else { return nil }
        return .answer(listing)
      }
    }
    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let scheduler = fixture.scheduler(policy: RetryPolicy(delays: [0], spread: 0), engines: { _ in engine })
      let messages = scheduler.warnings()
      let names = ["a;b.pdf", "c;d.pdf", "e;f.pdf"]
      try await scheduler.enqueue(
        try names.map { try fixture.file($0) }, car: 1, destination: fixture.destination)
      await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .done } }
      await scheduler.stop(.keep)

      var texts: [String] = []
      for await warning in messages { texts.append(warning.message) }
      #expect(texts.count { $0.contains("cannot move files whose names") } == 1)
      #expect(texts.count == (listing == 403 ? 2 : 1), "\(texts)")
      #expect(peer.held.keys.sorted() == ["/in/1/a%3Bb.pdf", "/in/1/c%3Bd.pdf", "/in/1/e%3Bf.pdf"])
    }
  }

  @Test(arguments: [true, false])
  func `a server that does not move over existing files still replaces them`(movesOld: Bool) async throws {
    let final = "/in/7/scan.pdf"
    let peer = try await DAVPeer([final: [1, 2, 3]]) { behavior in
      behavior.refusesOverwriting = true
      behavior.interruption = { $0.method == "MOVE" && $0.path == final && !movesOld ? .answer(403) : nil }
    }
    let reports = Reports()

    let file = try await send(place.transfer(place.source(size: 5000), onDuplicate: .replace), to: peer, reports)

    #expect(file.name == "scan.pdf" && peer.held == [final: SourceFolder.bytes(5000)])
    #expect(warnings(reports).contains { $0.contains("cannot replace files") } == !movesOld)
    #expect(peer.lines.contains("DELETE \(final)") == !movesOld)
    #expect(peer.requests.filter { $0.received == 5000 }.count == 1, "the file is sent once")
  }

  @Test func `the new file is kept if the server refuses its name after the old one was deleted`() async throws {
    let final = "/in/7/scan.pdf"
    let refusal = Mutex<Int?>(403)
    let peer = try await DAVPeer([final: [1, 2, 3]]) { behavior in
      behavior.interruption = { request in
        // The old file cannot be moved to a hidden name, so it is deleted.
        if request.line == "MOVE \(final)" { return .answer(403) }
        let isMove = request.method == "MOVE" && request.header("Destination")?.hasSuffix(final) == true
        let isRefused = isMove || request.line == "PUT \(final)"
        return isRefused ? refusal.withLock { $0 }.map { .answer($0) } : nil
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()

    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source, onDuplicate: .replace), to: peer, reports)
    }

    #expect(failure?.status == 403)
    #expect(peer.held == ["/in/7/.a1b2c3.new.upload": SourceFolder.bytes(5000)])
    // While the file is sent to its final name, the hidden one is still the only complete one.
    let sending = try #require(reports.checkpoints.last { $0.values["stage"] == "direct" })
    let last = try #require(reports.checkpoints.last)
    let part = Array(SourceFolder.bytes(5000).prefix(7))
    refusal.withLock { $0 = 503 }
    peer.put(part, at: final)
    _ = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source, onDuplicate: .replace, checkpoint: sending), to: peer, reports)
    }
    let resumed = try #require(reports.checkpoints.last)
    let states: [(Checkpoint, [UInt8]?)] = [(last, nil), (last, part), (sending, part), (resumed, part)]
    for (checkpoint, part) in states {
      peer.put(part, at: final)
      let kept = await #expect(throws: UploadFailure.self) {
        try await withTransport { transport in
          try await WebDAVEngine(base: address(peer.url()), transport: transport)
            .discard(place.transfer(source, checkpoint: checkpoint)) {}
        }
      }
      #expect(
        kept?.message == "The old scan.pdf was not found on 127.0.0.1:\(peer.port), not even as .a1b2c3.old.upload, "
          + "so the new one was kept as .a1b2c3.new.upload; rename it there if the old one is gone.")
      #expect(peer.held["/in/7/.a1b2c3.new.upload"] == SourceFolder.bytes(5000))
    }

    refusal.withLock { $0 = nil }
    let before = peer.requests.count
    _ = try await send(place.transfer(source, onDuplicate: .replace, checkpoint: sending), to: peer)

    #expect(peer.held == [final: SourceFolder.bytes(5000)])
    #expect(!peer.lines.dropFirst(before).contains { $0.hasPrefix("PUT") }, "the hidden file is moved")
  }

  @Test(arguments: [nil, 0, 7], [true, false])
  func `a discarded upload gives the old file its name back, or a message names the hidden file`(
    part: Int?, restores: Bool
  ) async throws {
    let (final, old) = ("/in/7/scan.pdf", "/in/7/.a1b2c3.old.upload")
    let peer = try await DAVPeer([final: [1, 2, 3]]) { behavior in
      behavior.interruption = { request in
        if request.line == "PUT \(final)" { return .answer(503) }
        let isMove = request.method == "MOVE" && request.header("Destination")?.hasSuffix(final) == true
        return isMove && (request.path != old || !restores) ? .answer(403) : nil
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    _ = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source, onDuplicate: .replace), to: peer, reports)
    }
    #expect(peer.held[final] == nil && peer.held[old] == [1, 2, 3])
    peer.put(part.map { Array(SourceFolder.bytes(5000).prefix($0)) }, at: final)
    let interrupted = place.transfer(source, onDuplicate: .replace, checkpoint: reports.checkpoints.last)

    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      if !restores {
        let failure = await #expect(throws: UploadFailure.self) { try await engine.discard(interrupted) {} }
        #expect(
          failure?.message
            == "The old scan.pdf may still be hidden on 127.0.0.1:\(peer.port), where it was kept as "
            + ".a1b2c3.old.upload; rename it there in that case.")
        #expect(peer.held[final] == nil && peer.held[old] == [1, 2, 3])
        peer.put(nil, at: old)
        peer.put([1, 2, 3], at: final)
      }
      try await engine.discard(interrupted) {}
    }

    #expect(peer.held == [final: [1, 2, 3]])
  }

  @Test func `the hidden files are deleted once the new one has the final name`() async throws {
    let final = "/in/7/scan.pdf"
    let peer = try await DAVPeer([final: [1, 2, 3]]) { behavior in
      behavior.interruption = { request in
        request.method == "MOVE" && request.header("Destination")?.hasSuffix(final) == true ? .answer(403) : nil
      }
    }

    _ = try await send(place.transfer(place.source(size: 5000), onDuplicate: .replace), to: peer)

    #expect(peer.held == [final: SourceFolder.bytes(5000)])
    let put = try #require(peer.lines.lastIndex(of: "PUT \(final)"))
    for name in [".a1b2c3.new.upload", ".a1b2c3.old.upload"] {
      let deletion = try #require(peer.lines.lastIndex(of: "DELETE /in/7/\(name)"))
      #expect(put < deletion)
    }
  }

  @Test func `a file is replaced although the server does not respond to PROPFIND`() async throws {
    let final = "/in/7/scan.pdf"
    let peer = try await DAVPeer([final: [1, 2, 3]]) { behavior in
      behavior.interruption = { $0.method == "PROPFIND" ? .stall : nil }
    }

    try await withTransport {
      $0.optionalRequestTimeout = 0.2
    } _: { transport in
      _ = try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(place.transfer(place.source(size: 5000), onDuplicate: .replace), report: Reports().report)
    }

    #expect(peer.held == [final: SourceFolder.bytes(5000)])
  }

  @Test(arguments: [true, false], [true, false])
  func `a folder is not replaced by a file of the same name`(lists: Bool, refuses: Bool) async throws {
    let page = "/in/7/scan.pdf/page.txt"
    let peer = try await DAVPeer([page: [1, 2, 3]]) { behavior in
      if lists { behavior.methods.insert("PROPFIND") }
      behavior.refusesOverwriting = refuses
    }

    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(place.source(size: 5000), onDuplicate: .replace), to: peer)
    }

    #expect(failure?.cause == .forbidden && failure?.retry == .never)
    #expect(failure?.message == "scan.pdf on 127.0.0.1:\(peer.port) is a folder; rename it and retry.")
    #expect(peer.held[page] == [1, 2, 3])
  }

  /// A server that announces `MOVE` without supporting it, and where another program stores a file under the final name
  /// while the hidden file is sent.
  private func peer(storing other: [UInt8], at final: String) async throws -> DAVPeer {
    let hasAppeared = Mutex(false)
    return try await DAVPeer([final: other]) { behavior in
      behavior.interruption = { request in
        if request.method == "MOVE" {
          hasAppeared.withLock { $0 = true }
          return .answer(405)
        }
        return request.line == "HEAD \(final)" && !hasAppeared.withLock { $0 } ? .answer(404) : nil
      }
    }
  }

  private static let other = [UInt8](repeating: 7, count: 77)

  @Test(arguments: ["scan.pdf", "a;b.pdf"])
  func `a file that appears before a move fails is a duplicate, and no hidden file is left`(name: String) async throws {
    let final = "/in/7/" + name.replacing(";", with: "%3B")
    let peer = try await peer(storing: Self.other, at: final)
    let source = try place.source(name, size: 5000)
    let reports = Reports()

    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source), to: peer, reports)
    }

    #expect(failure?.cause == .duplicate(size: 77) && peer.held[final] == Self.other)
    let checkpoint = try #require(reports.checkpoints.last)
    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .discard(place.transfer(source, checkpoint: checkpoint)) {}
    }
    #expect(peer.held == [final: Self.other])
  }

  @Test(arguments: ["scan.pdf", "a;b.pdf"])
  func `both files are kept if one appears before a move fails`(name: String) async throws {
    let final = "/in/7/" + name.replacing(";", with: "%3B")
    let peer = try await peer(storing: Self.other, at: final)

    let file = try await send(place.transfer(place.source(name, size: 5000), onDuplicate: .keepBoth), to: peer)

    #expect(file.name == name.replacing(".pdf", with: " (2).pdf"))
    let numbered = final.replacing(".pdf", with: "%20%282%29.pdf")
    #expect(peer.held == [final: Self.other, numbered: SourceFolder.bytes(5000)])
  }

  @Test func `a final failure leaves no hidden files, but one that the user can resolve keeps them`() async throws {
    for (status, isKept) in [(507, false), (401, true)] {
      let fixture = try await QueueFixture()
      let peer = try await DAVPeer { behavior in
        behavior.interruption = { $0.method == "MOVE" ? .answer(status) : nil }
      }
      try await withTransport { transport in
        let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
        let scheduler = fixture.scheduler(engines: { _ in engine })
        try await scheduler.enqueue([try fixture.file("scan.pdf")], car: 1, destination: fixture.destination)
        await scheduler.snapshot { $0.uploads.first?.failure != nil }
        await scheduler.stop(.keep)
      }
      #expect(peer.held.isEmpty == !isKept, "\(status): \(peer.held.keys)")
    }
  }

  @Test(arguments: [true, false])
  func `a final failure keeps the old file or, if it was deleted, the new one, and a retry replaces it`(
    movesOld: Bool
  ) async throws {
    let fixture = try await QueueFixture()
    let final = "/in/1/scan.pdf"
    let isFull = Mutex(true)
    let peer = try await DAVPeer([final: [1, 2, 3]]) { behavior in
      behavior.refusesOverwriting = true
      behavior.interruption = { request in
        if request.line == "MOVE \(final)" { return movesOld ? nil : .answer(403) }
        let isLastMove = request.method == "MOVE" && request.path.hasSuffix(".new.upload")
        return isLastMove && isFull.withLock { $0 } ? .answer(507) : nil
      }
    }
    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let scheduler = fixture.scheduler(engines: { _ in engine })
      let ids = try await scheduler.enqueue(
        [try fixture.file("scan.pdf")], car: 1, destination: fixture.destination, onDuplicate: .replace)

      await scheduler.snapshot { $0.uploads.first?.failure != nil }
      #expect(peer.held.count == 1 && peer.held[final] == (movesOld ? [1, 2, 3] : nil), "\(peer.held.keys)")
      isFull.withLock { $0 = false }
      try await scheduler.retry(ids[0])
      await scheduler.snapshot { $0.uploads.first?.state == .done }
      await scheduler.stop(.keep)
    }

    #expect(peer.held == [final: Array(QueueFixture.content("scan.pdf", size: 1000))])
  }

  @Test func `a warning names the old file if a final failure leaves it hidden`() async throws {
    let fixture = try await QueueFixture()
    let final = "/in/1/scan.pdf"
    let peer = try await DAVPeer([final: [1, 2, 3]]) { behavior in
      behavior.refusesOverwriting = true
      behavior.interruption = { request in
        guard request.method == "MOVE" else { return nil }
        if request.path.hasSuffix(".old.upload") { return .answer(403) }
        return request.path.hasSuffix(".new.upload") ? .answer(507) : nil
      }
    }
    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let scheduler = fixture.scheduler(engines: { _ in engine })
      let messages = scheduler.warnings()
      try await scheduler.enqueue(
        [try fixture.file("scan.pdf")], car: 1, destination: fixture.destination, onDuplicate: .replace)
      await scheduler.snapshot { $0.uploads.first?.failure != nil }
      await scheduler.stop(.keep)

      var texts: [String] = []
      for await warning in messages { texts.append(warning.message) }
      #expect(peer.held.count == 1 && peer.held.values.contains([1, 2, 3]))
      let name = peer.held.keys.first?.split(separator: "/").last ?? ""
      #expect(texts.contains { $0.contains("The old scan.pdf") && $0.contains("was kept as \(name);") }, "\(texts)")
    }
  }
}
