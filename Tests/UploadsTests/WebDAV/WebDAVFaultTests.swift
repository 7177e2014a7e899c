import Crypto
import Foundation
import Synchronization
import Testing

@testable import Uploads

@Suite("A WebDAV upload that is interrupted", .timeLimit(.minutes(5)))
struct WebDAVFaultTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Sends a file to the peer once, or once more.
  private func send(
    _ transfer: Transfer, to peer: FaultyPeer, _ reports: Reports = Reports()
  ) async throws -> StoredFile {
    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url("/in")), transport: transport)
        .send(transfer, report: reports.report)
    }
  }

  /// What a server answers when all goes well: nothing is there yet but what was sent.
  private static func usual(_ request: FaultyPeer.Request, size: Int) -> FaultyPeer.Reply {
    switch request.method {
    case "HEAD" where request.path.hasSuffix(".upload"): .answer(200, ["Content-Length": "\(size)"])
    case "HEAD": .answer(404)
    default: .answer(201)
    }
  }

  static let temporary = "/in/7/.scan.pdf.a1b2c3.upload"

  @Test("asks, sends, compares and moves, in this order")
  func order() async throws {
    let peer = try await FaultyPeer { Self.usual($0, size: 5000) }
    _ = try await send(place.transfer(place.source(size: 5000)), to: peer)
    #expect(
      peer.lines == [
        "HEAD /in/7/scan.pdf", "MKCOL /in/7/", "PUT \(Self.temporary)", "HEAD \(Self.temporary)",
        "MOVE \(Self.temporary)",
      ])
    #expect(peer.requests.last?.header("Overwrite") == "F")
    #expect(peer.requests.last?.header("Destination") == peer.url("/in/7/scan.pdf"))
    #expect(peer.requests.allSatisfy { $0.header("Content-Range") == nil && $0.header("Expect") == nil })
  }

  @Test("between the move and its answer was published, and is not sent again")
  func lostAnswer() async throws {
    let isMoved = Mutex(false)
    let peer = try await FaultyPeer { request in
      let isMoved = isMoved.withLock { isMoved in
        defer { if request.method == "MOVE" { isMoved = true } }
        return isMoved
      }
      if request.method == "MOVE" { return .reset }
      if isMoved, request.method == "HEAD" {
        return request.path.hasSuffix(".upload") ? .answer(404) : .answer(200, ["Content-Length": "5000"])
      }
      return Self.usual(request, size: 5000)
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source), to: peer, reports)
    }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    let before = peer.requests.count
    let file = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer)
    #expect(file.name == "scan.pdf" && file.sha256?.count == 64)
    #expect(peer.lines.dropFirst(before) == ["HEAD \(Self.temporary)", "HEAD /in/7/scan.pdf"])
  }

  @Test("and was to replace a file of the same size is sent again: which of both is there nobody can tell")
  func lostReplacement() async throws {
    let isGone = Mutex(false)
    let peer = try await FaultyPeer { request in
      if request.method == "MOVE" { return isGone.withLock { $0 } ? .answer(204) : .reset }
      // The server has lost the hidden file without moving it; under the name is what was there before.
      if request.method == "HEAD", request.path.hasSuffix(".upload") {
        return .answer(isGone.withLock { $0 } ? 404 : 200, ["Content-Length": "5000"])
      }
      return request.method == "HEAD" ? .answer(200, ["Content-Length": "5000"]) : .answer(201)
    }
    let source = try place.source(size: 5000)
    let reports = Reports()
    await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source, onDuplicate: .replace), to: peer, reports)
    }
    isGone.withLock { $0 = true }
    let before = peer.requests.count
    _ = try await send(
      place.transfer(source, onDuplicate: .replace, checkpoint: reports.checkpoints.last), to: peer)
    #expect(peer.lines.dropFirst(before).contains("PUT \(Self.temporary)"))
    #expect(peer.lines.last == "MOVE \(Self.temporary)")
  }

  @Test("after everything had arrived is only moved")
  func stored() async throws {
    let source = try place.source(size: 5000)
    let busy = try await FaultyPeer { $0.method == "MOVE" ? .answer(503) : Self.usual($0, size: 5000) }
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: busy, reports) }
    #expect(reports.checkpoints.last?.confirmed == 5000)
    try await withTransport { transport in
      let peer = try await FaultyPeer { Self.usual($0, size: 5000) }
      var checkpoint = try #require(reports.checkpoints.last)
      checkpoint.values["folder"] = peer.url("/in/7/")
      _ = try await WebDAVEngine(base: address(peer.url("/in")), transport: transport)
        .send(place.transfer(source, checkpoint: checkpoint), report: Reports().report)
      #expect(peer.lines == ["HEAD \(Self.temporary)", "MOVE \(Self.temporary)"])
    }
  }

  @Test("in the middle starts over under the same hidden name, with a checksum of what was sent in the end")
  func middle() async throws {
    let source = try place.source(size: 500_000)
    let isFirst = Mutex(true)
    let peer = try await FaultyPeer { request in
      guard request.method == "PUT" else { return nil }
      return isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? .init(after: 1000, reply: .reset) : nil
      }
    } answer: {
      Self.usual($0, size: 500_000)
    }
    let reports = Reports()
    await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer, reports) }
    #expect(reports.checkpoints.map(\.confirmed) == [0])
    let second = Reports()
    let file = try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer, second)
    #expect(file.sha256 == SHA256.hash(data: Workplace.bytes(500_000)).hexadecimal)
    #expect(peer.lines.filter { $0.hasPrefix("PUT") } == Array(repeating: "PUT \(Self.temporary)", count: 2))
    #expect(peer.requests.last { $0.method == "PUT" }?.body == Workplace.bytes(500_000))
  }

  @Test("by a server that has fewer bytes than it says leaves nothing, under no name")
  func corrupted() async throws {
    let peer = try await FaultyPeer { Self.usual($0, size: 4999) }
    let source = try place.source(size: 5000)
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer) }
    #expect(failure?.cause == .corrupted && failure?.sentence.contains("Of 5000 bytes 4999 arrived") == true)
    #expect(peer.lines.last == "DELETE \(Self.temporary)" && !peer.lines.contains { $0.hasPrefix("MOVE") })
  }

  @Test("by somebody who was faster with the name ends as a duplicate, or under another name")
  func raced() async throws {
    let isTaken = Mutex(false)
    let answer: FaultyPeer.Answer = { request in
      if request.method == "MOVE", request.header("Destination")?.hasSuffix("scan.pdf") == true {
        isTaken.withLock { $0 = true }
        return .answer(412)
      }
      if request.line == "HEAD /in/7/scan.pdf", isTaken.withLock({ $0 }) {
        return .answer(200, ["Content-Length": "77"])
      }
      return Self.usual(request, size: 5000)
    }
    let peer = try await FaultyPeer(answer: answer)
    let source = try place.source(size: 5000)
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer) }
    #expect(failure?.cause == .duplicate(size: 77))
    isTaken.withLock { $0 = false }
    let file = try await send(place.transfer(source, onDuplicate: .keepBoth), to: peer)
    #expect(file.name == "scan (2).pdf")
    #expect(peer.requests.last?.header("Destination") == peer.url("/in/7/scan%20%282%29.pdf"))
  }

  @Test(
    "by an answer that is no success ends with that status, wherever it comes",
    arguments: ["HEAD", "MKCOL", "PUT", "MOVE"])
  func statuses(method: String) async throws {
    let source = try place.source(size: 5000)
    for (status, cause) in [(401, .unauthorised), (423, .unavailable), (500, .unavailable), (507, .noSpace)]
      as [(Int, UploadFailure.Cause)]
    {
      let peer = try await FaultyPeer { request in
        request.method == method ? .answer(status, ["Retry-After": "9"]) : Self.usual(request, size: 5000)
      }
      let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer) }
      #expect(failure?.status == status && failure?.cause == cause)
      #expect(failure?.retry == (cause == .unavailable ? .after(seconds: 9) : .never))
      #expect(peer.requests.last?.method == method, "nothing is tried after it")
    }
  }

  @Test("is discarded by deleting the hidden file, and never one that was there before")
  func discarding() async throws {
    let source = try place.source(size: 5000)
    let plain = try await FaultyPeer { request in
      switch request.method {
      case "MOVE": .answer(405)
      case "PUT" where request.path.hasSuffix("scan.pdf"): .reset
      default: Self.usual(request, size: 5000)
      }
    }
    for (policy, isDeleted) in [(DuplicatePolicy.fail, true), (.replace, false)] {
      let reports = Reports()
      await #expect(throws: UploadFailure.self) {
        try await send(place.transfer(source, onDuplicate: policy), to: plain, reports)
      }
      let before = plain.requests.count
      let checkpoint = try #require(reports.checkpoints.last)
      try await withTransport { transport in
        try await WebDAVEngine(base: address(plain.url("/in")), transport: transport).discard(checkpoint)
      }
      #expect(plain.lines.dropFirst(before) == (isDeleted ? ["DELETE /in/7/scan.pdf"] : []))
    }
  }

  @Test("makes the folders that are missing, from the outside in")
  func folders() async throws {
    let made = Mutex<Set<String>>([])
    let peer = try await FaultyPeer { request in
      guard request.method == "MKCOL" else { return Self.usual(request, size: 5000) }
      return made.withLock { made in
        let parent = request.path.split(separator: "/").dropLast().joined(separator: "/")
        guard parent.isEmpty || made.contains(parent) else { return .answer(409) }
        made.insert(request.path.split(separator: "/").joined(separator: "/"))
        return .answer(201)
      }
    }
    try await withTransport { transport in
      _ = try await WebDAVEngine(base: address(peer.url("/a/b")), transport: transport)
        .send(place.transfer(place.source(size: 5000)), report: Reports().report)
    }
    #expect(made.withLock { $0 } == ["a", "a/b", "a/b/7"])
  }

  @Test("Room and files are read from a list as servers write it")
  func listing() throws {
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
