import Foundation
import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Interrupted WebDAV uploads", .timeLimit(.minutes(20)))
struct WebDAVFaultTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  /// Uploads a file to the peer, or repeats the upload.
  private func send(
    _ transfer: Transfer, to url: String, _ reports: Reports = Reports()
  ) async throws -> StoredFile {
    try await withTransport { transport in
      try await WebDAVEngine(base: address(url), transport: transport).send(transfer, report: reports.report)
    }
  }

  static let temporary = "/in/7/.scan.pdf.a1b2c3.upload"
  static let final = "/in/7/scan.pdf"

  @Test func `an upload checks, sends, verifies, moves and verifies again, in this order`() async throws {
    let peer = try await DAVPeer()
    _ = try await send(place.transfer(place.source(size: 5000)), to: peer.url())
    #expect(
      peer.lines == [
        "HEAD \(Self.final)", "MKCOL /in/7/", "OPTIONS /in/7/", "PUT \(Self.temporary)", "HEAD \(Self.temporary)",
        "MOVE \(Self.temporary)", "HEAD \(Self.final)",
      ])
    let move = peer.requests.first { $0.method == "MOVE" }
    #expect(move?.header("Overwrite") == "F")
    #expect(move?.header("Destination") == peer.url(Self.final))
    #expect(peer.requests.allSatisfy { $0.header("Content-Range") == nil && $0.header("Expect") == nil })
    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test func `an upload that was interrupted after the move is not sent again`() async throws {
    let peer = try await DAVPeer { $0.losesAnswer = { $0.method == "MOVE" } }
    let source = try place.source(size: 5000)
    let reports = Reports()
    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source), to: peer.url(), reports)
    }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    let before = peer.requests.count
    let file = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer.url())
    #expect(file.name == "scan.pdf" && file.sha256?.count == 64)
    #expect(
      peer.lines.dropFirst(before) == [
        "HEAD \(Self.temporary)", "HEAD \(Self.final)", "GET \(Self.final)", "HEAD \(Self.final)",
      ])
  }

  @Test func `a replacement of the same size that was interrupted is sent again`() async throws {
    let isLost = Mutex(true)
    let peer = try await DAVPeer([Self.final: SourceFolder.bytes(5000).reversed()]) { behavior in
      behavior.interruption = { request in
        request.method == "MOVE" && isLost.withLock { $0 } ? .reset : nil
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source, onDuplicate: .replace), to: peer.url(), reports)
    }
    // The server loses the hidden file without moving it, so the old file keeps its name.
    peer.put(nil, at: Self.temporary)
    isLost.withLock { $0 = false }
    let before = peer.requests.count
    _ = try await send(
      place.transfer(source, onDuplicate: .replace, checkpoint: reports.checkpoints.last), to: peer.url())
    #expect(peer.lines.dropFirst(before).contains("PUT \(Self.temporary)"))
    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test func `a replacement that was interrupted between its moves continues with the second one`() async throws {
    let isLost = Mutex(true)
    let peer = try await DAVPeer([Self.final: [1, 2, 3]]) { behavior in
      behavior.interruption = { request in
        guard request.method == "MOVE", request.header("Overwrite") == "T" else { return nil }
        return isLost.withLock { isLost in
          defer { isLost = false }
          return isLost ? .reset : nil
        }
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source, onDuplicate: .replace), to: peer.url(), reports)
    }
    #expect(peer.held[Self.final] == [1, 2, 3])
    let before = peer.requests.count
    _ = try await send(
      place.transfer(source, onDuplicate: .replace, checkpoint: reports.checkpoints.last), to: peer.url())
    #expect(!peer.lines.dropFirst(before).contains { $0.hasPrefix("PUT") })
    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test func `an upload that was interrupted after the last byte is only moved`() async throws {
    let source = try place.source(size: 5000)
    let isBusy = Mutex(true)
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { $0.method == "MOVE" && isBusy.withLock { $0 } ? .answer(503) : nil }
    }
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url(), reports) }
    #expect(reports.checkpoints.last?.confirmed == 5000)
    isBusy.withLock { $0 = false }
    let before = peer.requests.count
    _ = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer.url())
    #expect(
      peer.lines.dropFirst(before) == ["HEAD \(Self.temporary)", "MOVE \(Self.temporary)", "HEAD \(Self.final)"])
  }

  @Test func `an upload that was interrupted in the middle starts over under the same hidden name`() async throws {
    let source = try place.source(size: 500_000)
    let isBroken = Mutex(true)
    let peer = try await DAVPeer { behavior in
      behavior.early = { request in
        request.method == "PUT" && isBroken.withLock { $0 } ? .init(after: 1000, reply: .reset) : nil
      }
    }
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url(), reports) }
    #expect(reports.checkpoints.map(\.confirmed) == [0])
    isBroken.withLock { $0 = false }
    let second = Reports()
    let file = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer.url(), second)
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: SourceFolder.bytes(500_000)))
    #expect(Set(peer.lines.filter { $0.hasPrefix("PUT") }) == ["PUT \(Self.temporary)"])
    #expect(peer.held == [Self.final: SourceFolder.bytes(500_000)])
  }

  @Test func `a hidden file whose response was lost is deleted if the server then refuses hidden names`() async throws {
    let isRefused = Mutex(false)
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { $0.line == "PUT \(Self.temporary)" && isRefused.withLock { $0 } ? .answer(403) : nil }
      behavior.losesAnswer = { $0.line == "PUT \(Self.temporary)" }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url(), reports) }
    try #require(peer.held.keys.contains(Self.temporary))
    isRefused.withLock { $0 = true }

    _ = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer.url())

    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test func `a retry succeeds on a server that neither moves files nor allows hidden names`() async throws {
    let isFull = Mutex(true)
    let peer = try await DAVPeer { behavior in
      behavior.methods.remove("MOVE")
      behavior.interruption = { request in
        if request.path.hasSuffix(Transfer.hiddenSuffix) { return .answer(403) }
        return request.method == "PUT" && isFull.withLock { $0 } ? .answer(413) : nil
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url(), reports) }
    isFull.withLock { $0 = false }

    _ = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer.url())

    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
    #expect(!peer.lines.contains { $0.hasPrefix("DELETE") })
  }

  @Test func `an upload that the server stored incompletely leaves nothing`() async throws {
    let peer = try await DAVPeer { $0.kept = { $0.dropLast() } }
    let source = try place.source(size: 5000)
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url()) }
    #expect(failure?.cause == .corrupted)
    #expect(failure?.message.contains("Only 4999 of 5000 bytes of scan.pdf arrived") == true)
    #expect(peer.held.isEmpty && !peer.lines.contains { $0.hasPrefix("MOVE") })
  }

  @Test func `a name that was taken during the upload is a duplicate or numbered`() async throws {
    let isTaken = Mutex(false)
    let peer = try await DAVPeer([Self.final: Array(repeating: 1, count: 77)]) { behavior in
      behavior.interruption = { request in
        if request.method == "MOVE" { isTaken.withLock { $0 = true } }
        return request.line == "HEAD \(Self.final)" && !isTaken.withLock { $0 } ? .answer(404) : nil
      }
    }
    let source = try place.source(size: 5000)
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url()) }
    #expect(failure?.cause == .duplicate(size: 77))
    isTaken.withLock { $0 = false }
    let file = try await send(place.transfer(source, onDuplicate: .keepBoth), to: peer.url())
    #expect(file.name == "scan (2).pdf")
    #expect(peer.held["/in/7/scan%20%282%29.pdf"] == SourceFolder.bytes(5000))
  }

  /// A server on which another program stores a file under the final name before the first move.
  private func peer(
    storing other: [UInt8], _ change: (inout DAVPeer.Behavior) -> Void = { _ in }
  ) async throws -> DAVPeer {
    let hasAppeared = Mutex(false)
    return try await DAVPeer([Self.final: other]) { behavior in
      behavior.interruption = { request in
        if request.method == "MOVE" { hasAppeared.withLock { $0 = true } }
        return request.line == "HEAD \(Self.final)" && !hasAppeared.withLock { $0 } ? .answer(404) : nil
      }
      change(&behavior)
    }
  }

  private func discard(_ checkpoint: Checkpoint?, of source: UploadSource, at peer: DAVPeer) async throws {
    let checkpoint = try #require(checkpoint)
    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .discard(place.transfer(source, checkpoint: checkpoint)) {}
    }
  }

  @Test(arguments: [true, false])
  func `discarding twice never deletes an identical file of another program`(refuses: Bool) async throws {
    let peer = try await peer(storing: SourceFolder.bytes(5000)) { $0.refusesOverwriting = refuses }
    let source = try place.source(size: 5000)
    let reports = Reports()
    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source), to: peer.url(), reports)
    }
    #expect(failure?.cause == .duplicate(size: 5000))
    // The server deleted the hidden file the first time, but the response was lost.
    peer.put(nil, at: Self.temporary)

    try await discard(reports.checkpoints.last, of: source, at: peer)

    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test func `both files are kept if a server refuses to move one over another that has appeared`() async throws {
    let peer = try await peer(storing: [1, 2, 3]) { $0.refusesOverwriting = true }

    let file = try await send(place.transfer(place.source(size: 5000), onDuplicate: .keepBoth), to: peer.url())

    #expect(file.name == "scan (2).pdf")
    #expect(peer.held == [Self.final: [1, 2, 3], "/in/7/scan%20%282%29.pdf": SourceFolder.bytes(5000)])
  }

  @Test func `a file that replaced another one after confirmation stays when its upload is discarded`() async throws {
    let peer = try await peer(storing: [1, 2, 3]) { behavior in
      behavior.losesAnswer = { $0.method == "MOVE" && $0.header("Overwrite") == "T" }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url(), reports) }
    let answered = place.transfer(source, onDuplicate: .replace, checkpoint: reports.checkpoints.last)
    await #expect(throws: UploadFailure.self) { try await send(answered, to: peer.url(), reports) }

    try await discard(reports.checkpoints.last, of: source, at: peer)

    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test func `a move that ends while the next attempt repeats it is a success`() async throws {
    let isFirst = Mutex(true)
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { request in
        if isFirst.withLock({ $0 }) { return request.method == "MOVE" ? .answer(504) : nil }
        return request.line == "HEAD \(Self.temporary)" ? .answer(200, ["Content-Length": "5000"]) : nil
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url(), reports) }
    peer.put(nil, at: Self.temporary)
    peer.put(SourceFolder.bytes(5000), at: Self.final)
    isFirst.withLock { $0 = false }
    let before = peer.requests.count

    let file = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer.url())

    #expect(file.name == "scan.pdf")
    #expect(
      peer.lines.dropFirst(before) == [
        "HEAD \(Self.temporary)", "MOVE \(Self.temporary)", "HEAD \(Self.final)", "GET \(Self.final)",
        "HEAD \(Self.final)",
      ])
  }

  @Test func `a server that deletes nothing receives the file after an interrupted test of its moves`() async throws {
    let first = Once()
    let peer = try await DAVPeer { behavior in
      behavior.namesMethods = false
      behavior.interruption = { request in
        if request.method == "DELETE" { return .answer(403) }
        return request.method == "PUT" && first.claim() ? .answer(503) : nil
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url(), reports) }

    _ = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer.url(), reports)

    #expect(peer.held[Self.final] == SourceFolder.bytes(5000))
    let warnings = reports.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(warnings.contains { $0.hasPrefix("An empty hidden file may remain on 127.0.0.1") }, "\(warnings)")
  }

  @Test(arguments: ["HEAD", "MKCOL", "PUT", "MOVE"])
  func `an error status ends the attempt with that status at every step`(method: String) async throws {
    let source = try place.source(size: 5000)
    for (status, cause) in [(401, .unauthorized), (423, .unavailable), (500, .unavailable), (507, .noSpace)]
      as [(Int, UploadFailure.Cause)]
    {
      let peer = try await DAVPeer { behavior in
        behavior.interruption = { $0.method == method ? .answer(status, ["Retry-After": "9"]) : nil }
      }
      let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer.url()) }
      #expect(failure?.status == status && failure?.cause == cause)
      #expect(failure?.retry == (cause == .unavailable ? .after(seconds: 9) : .never))
      #expect(peer.requests.last?.method == method, "no request follows")
    }
  }

  @Test func `discarding deletes the hidden file and never an existing one`() async throws {
    let source = try place.source(size: 5000)
    for old in [nil, [1], SourceFolder.bytes(9)] as [[UInt8]?] {
      let plain = try await DAVPeer(old.map { [Self.final: $0] } ?? [:]) { behavior in
        behavior.methods.remove("MOVE")
        behavior.interruption = { $0.method == "PUT" ? .reset : nil }
      }
      let reports = Reports()
      await #expect(throws: UploadFailure.self) {
        try await send(place.transfer(source, onDuplicate: .replace), to: plain.url(), reports)
      }
      let before = plain.requests.count
      let checkpoint = try #require(reports.checkpoints.last)
      try await withTransport { transport in
        try await WebDAVEngine(base: address(plain.url()), transport: transport)
          .discard(place.transfer(source, checkpoint: checkpoint)) {}
      }
      let deleted = plain.lines.dropFirst(before).filter { $0.hasPrefix("DELETE") }
      #expect(deleted == ["DELETE \(Self.temporary)"] && plain.held[Self.final] == old)
    }
  }

  @Test func `missing folders are created from the outermost to the innermost`() async throws {
    let made = Mutex<Set<String>>([])
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { request in
        guard request.method == "MKCOL" else { return nil }
        return made.withLock { made in
          let parent = request.path.split(separator: "/").dropLast().joined(separator: "/")
          guard parent.isEmpty || made.contains(parent) else { return .answer(409) }
          made.insert(request.path.split(separator: "/").joined(separator: "/"))
          return .answer(201)
        }
      }
    }
    try await withTransport { transport in
      _ = try await WebDAVEngine(base: address(peer.url("/a/b")), transport: transport)
        .send(place.transfer(place.source(size: 5000)), report: Reports().report)
    }
    #expect(made.withLock { $0 } == ["a", "a/b", "a/b/7"])
  }

  @Test(arguments: [404, 409])
  func `a folder that was removed after an upload is created again`(status: Int) async throws {
    let hasFolder = Mutex(false)
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { request in
        hasFolder.withLock { hasFolder in
          if request.method == "MKCOL" { hasFolder = true }
          return request.method == "PUT" && !hasFolder ? .answer(status) : nil
        }
      }
    }

    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      for name in ["one.pdf", "two.pdf", "three.pdf"] {
        if name == "three.pdf" { hasFolder.withLock { $0 = false } }
        _ = try await engine.send(place.transfer(place.source(name, size: 50)), report: Reports().report)
      }
    }

    #expect(peer.lines.count { $0.hasPrefix("MKCOL") } == 2)
    #expect(peer.held.keys.sorted() == ["/in/7/one.pdf", "/in/7/three.pdf", "/in/7/two.pdf"])
  }

  @Test func `free space and files are read from listings of different servers`() throws {
    let text = """
      <?xml version="1.0"?><d:multistatus xmlns:d="DAV:">
      <d:response><d:href>/in/7/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype>
       <d:quota-available-bytes>12345</d:quota-available-bytes></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
      <d:response><d:href>http://h/in/7/b%20c.pdf</d:href><d:propstat><d:prop><d:resourcetype/>
       <d:getcontentlength>9</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
      <d:response><d:href>/in/7/..%2F..%2Fa.pdf</d:href><d:propstat><d:prop>
       <d:getcontentlength>7</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
      <d:response><d:href>http://evil/in/7/x.pdf</d:href><d:propstat><d:prop>
       <d:getcontentlength>7</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
      <d:response><d:href>/in/7/no-length.pdf</d:href><d:propstat><d:prop><d:getcontentlength/></d:prop>
       <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
      </d:multistatus>
      """
    let listing = try #require(WebDAVListing(Array(text.utf8), of: address("http://h/in/7/")))
    #expect(listing.freeBytes == 12_345)
    #expect(listing.files.map(\.size).sorted() == [7, 9])
    #expect(listing.files.allSatisfy { !$0.name.contains("/") && !$0.name.hasPrefix(".") })
    #expect(WebDAVListing(Array("<html></html>".utf8), of: address("http://h/in/7/")) == nil)
  }
}
