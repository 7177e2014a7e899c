import Foundation
import NIOSSL
import Synchronization
import TestServers
import Testing

@testable import Catalogue

@Suite("A source on the web", .timeLimit(.minutes(5)))
struct HTTPTests {
  let folder: TemporaryFolder
  let store: CatalogueStore
  let table = Array(EPATable(["id": "1"], ["id": "2"]).text.utf8)

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  func refresh(_ address: String, _ change: (inout DownloadLimits) -> Void = { _ in }) async throws -> RefreshOutcome {
    var limits = DownloadLimits()
    limits.connectTimeout = 5
    limits.idleTimeout = 20
    change(&limits)
    return try await store.refresh(from: CatalogueSource(parsing: address), limits: limits)
  }

  /// Expects the failure, in one sentence that names the source, and an untouched catalogue.
  func expect(
    _ problem: SourceProblem, from address: String, location: SourceLocation = #_sourceLocation,
    _ change: (inout DownloadLimits) -> Void = { _ in }
  ) async throws {
    let error = await #expect(throws: CatalogueError.self, sourceLocation: location) {
      try await refresh(address, change)
    }
    #expect(error == .source(problem, source: address), sourceLocation: location)
    #expect(error?.description.contains(address) == true && error?.description.contains("\n") == false)
    #expect(try store.count() == 0, sourceLocation: location)
  }

  @Test("is fetched, and asked for again only if it changed")
  func conditional() async throws {
    let version = Mutex("one")
    let table = table
    let peer = try await FaultyPeer { request in
      let etag = version.withLock { "\"\($0)\"" }
      if request.header("If-None-Match") == etag { return .status("304 Not Modified") }
      return .ok(table, headers: "ETag: \(etag)\r\nLast-Modified: Sat, 01 Nov 2025 10:00:00 GMT\r\n")
    }
    #expect(try await refresh(peer.url()) == .applied(RefreshCounts(added: 2)))
    #expect(try await refresh(peer.url()) == .notModified)
    #expect(peer.requests.map { $0.header("If-None-Match") } == [nil, "\"one\""])
    #expect(peer.requests[1].header("If-Modified-Since") == "Sat, 01 Nov 2025 10:00:00 GMT")
    version.withLock { $0 = "two" }
    #expect(try await refresh(peer.url()) == .notModified, "another tag, but the same bytes")
    #expect(try await refresh(peer.url()) == .notModified)
    #expect(peer.requests.last?.header("If-None-Match") == "\"two\"", "the new tag was remembered")
  }

  @Test("without an ETag is recognised by its date, and without either by its bytes")
  func validators() async throws {
    let table = table
    let peer = try await FaultyPeer { request in
      if request.path == "/bytes" { return .ok(table) }
      if request.header("If-Modified-Since") != nil { return .status("304 Not Modified") }
      return .ok(table, headers: "Last-Modified: Sat, 01 Nov 2025 10:00:00 GMT\r\n")
    }
    _ = try await refresh(peer.url())
    #expect(try await refresh(peer.url()) == .notModified)
    #expect(try await refresh(peer.url("/bytes")) == .applied(RefreshCounts(unchanged: 2)))
    #expect(try await refresh(peer.url("/bytes")) == .notModified)
    #expect(
      peer.requests.last?.header("If-None-Match") == nil && peer.requests.last?.header("If-Modified-Since") == nil)
  }

  @Test("is asked without a condition when the stored cars are from elsewhere")
  func otherSource() async throws {
    let table = table
    let peer = try await FaultyPeer { _ in .ok(table, headers: "ETag: \"a\"\r\n") }
    _ = try await refresh(peer.url("/one"))
    _ = try await refresh(peer.url("/two"))
    _ = try await refresh(peer.url("/one"))
    #expect(peer.requests.map { $0.header("If-None-Match") } == [nil, nil, nil])
  }

  @Test("reports the bytes on the way")
  func progress() async throws {
    let table = table
    let peer = try await FaultyPeer { _ in .ok(table) }
    let reports = Collected<RefreshProgress>()
    _ = try await store.refresh(from: CatalogueSource(parsing: peer.url())) { reports.append($0) }
    #expect(reports.values.first?.phase == .connecting)
    let download = reports.values.last { $0.phase == .downloading }
    #expect(download?.completedBytes == Int64(table.count) && download?.fraction == 1)
    #expect(reports.values.last?.phase == .importing && reports.values.last?.cars == 2)
  }

  @Test(
    "that answers with an error is refused",
    arguments: [
      ("404 Not Found", 404, "check the address"), ("500 Internal Server Error", 500, "try again later"),
      ("403 Forbidden", 403, "refused"), ("304 Not Modified", 304, "refused"), ("204 No Content", 204, "refused"),
    ])
  func statuses(line: String, code: Int, advice: String) async throws {
    let peer = try await FaultyPeer { _ in .status(line) }
    try await expect(.httpStatus(code), from: peer.url())
    #expect(CatalogueError.source(.httpStatus(code), source: "x").description.contains(advice))
  }

  @Test("that is a web page is refused, also with status 200")
  func webPage() async throws {
    let peer = try await FaultyPeer { _ in .ok("<!doctype html><html>Please log in".utf8) }
    try await expect(.webPage, from: peer.url())
  }

  @Test("is followed elsewhere, also by a relative address")
  func redirects() async throws {
    let table = table
    let peer = try await FaultyPeer { request in
      switch request.path {
      case "/catalogue": .status("302 Found", headers: "Location: next?x=1\r\n")
      case "/next?x=1": .status("308 Permanent Redirect", headers: "Location: /last\r\n")
      default: .ok(table)
      }
    }
    #expect(try await refresh(peer.url()) == .applied(RefreshCounts(added: 2)))
    #expect(peer.requests.map(\.path) == ["/catalogue", "/next?x=1", "/last"])
  }

  @Test("that leads in circles, or on and on, is refused")
  func redirectLoops() async throws {
    let peer = try await FaultyPeer { request in
      let next = request.path.hasPrefix("/on") ? request.path + "n" : request.path == "/a" ? "/b" : "/a"
      return .status("302 Found", headers: "Location: \(next)\r\n")
    }
    try await expect(.tooManyRedirects(limit: 5), from: peer.url("/a"))
    try await expect(.tooManyRedirects(limit: 5), from: peer.url("/on"))
    #expect(peer.requests.count == 2 + 6)
  }

  @Test("that leads to no web address is refused", arguments: ["ftp://a/b", "file:///etc/passwd", ""])
  func badRedirects(location: String) async throws {
    let peer = try await FaultyPeer { _ in .status("302 Found", headers: "Location: \(location)\r\n") }
    try await expect(.badRedirect(to: location), from: peer.url())
  }

  @Test("that stalls, before the answer or in the middle, ends with a sentence")
  func stalls() async throws {
    let half = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbarrels08,".utf8)
    let peer = try await FaultyPeer { $0.path == "/half" ? .stall(after: half) : .stall(after: []) }
    try await expect(.timedOut(seconds: 0.3), from: peer.url()) { $0.idleTimeout = 0.3 }
    try await expect(.timedOut(seconds: 0.3), from: peer.url("/half")) { $0.idleTimeout = 0.3 }
  }

  @Test("that ends before its end is refused")
  func cutShort() async throws {
    let peer = try await FaultyPeer { _ in .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbarrels".utf8)) }
    let error = await #expect(throws: CatalogueError.self) { try await refresh(peer.url()) }
    #expect(error?.description.contains("failed:") == true, "\(error?.description ?? "")")
    #expect(try store.count() == 0)
  }

  @Test("that speaks no HTTP is refused")
  func noHTTP() async throws {
    let peer = try await FaultyPeer { _ in .send(Array("220 ready\r\n".utf8)) }
    let error = await #expect(throws: CatalogueError.self) { try await refresh(peer.url()) }
    #expect(error?.description.hasPrefix("The connection to") == true, "\(error?.description ?? "")")
  }

  @Test("that is larger than the limit is refused, announced or not")
  func tooLarge() async throws {
    let peer = try await FaultyPeer { request in
      request.path == "/announced"
        ? .ok(repeatElement(UInt8(ascii: "x"), count: 5000))
        : .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + Array(repeating: 0x78, count: 5000))
    }
    try await expect(.tooLarge(limit: 4096), from: peer.url("/announced")) { $0.maximumBytes = 4096 }
    try await expect(.tooLarge(limit: 4096), from: peer.url("/streamed")) { $0.maximumBytes = 4096 }
  }

  @Test(arguments: ["000", "001", "042", "099"])
  func `a status below 100 ends the refresh, not the program`(status: String) async throws {
    let peer = try await FaultyPeer { _ in .status("\(status) Odd") }

    let error = await #expect(throws: CatalogueError.self) { try await refresh(peer.url()) }

    #expect(error?.description.contains("the status \(Int(status) ?? -1), which is not one of HTTP") == true)
  }

  @Test(arguments: ["101 Switching Protocols", "600 Odd", "999 Odd", "205 Reset Content", "100 Continue"])
  func `no status ends the program`(line: String) async throws {
    let peer = try await FaultyPeer { _ in .status(line) }

    await #expect(throws: CatalogueError.self) { try await refresh(peer.url()) }
  }

  @Test func `interim answers without end are refused`() async throws {
    let interim = Array(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 200).joined()
    let peer = try await FaultyPeer { _ in .stall(after: Array(interim.utf8)) }

    let error = await #expect(throws: CatalogueError.self) { try await refresh(peer.url()) }

    #expect(error?.description.contains("interim answers without end") == true)
  }

  @Test func `a few interim answers before the catalogue are no fault`() async throws {
    let interim = Array(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 3).joined()
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(table.count)\r\n\r\n"
    let answer = Array((interim + head).utf8) + table
    let peer = try await FaultyPeer { _ in .send(answer) }

    #expect(try await refresh(peer.url()) == .applied(RefreshCounts(added: 2)))
  }

  @Test func `interim answers do not lengthen the time for the answer`() async throws {
    let peer = try await FaultyPeer { _ in
      .trickle(head: "", piece: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), every: .milliseconds(20))
    }

    let error = await #expect(throws: CatalogueError.self) {
      try await refresh(peer.url()) {
        $0.answers = AnswerLimits(headSeconds: 0.3, interimAnswers: .max)
      }
    }

    #expect(error?.description.contains("did not answer within 0.3 seconds") == true)
  }

  @Test func `a body that comes byte by byte is given up`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
    let peer = try await FaultyPeer { _ in .trickle(head: head, piece: [0x20], every: .milliseconds(20)) }

    let error = await #expect(throws: CatalogueError.self) {
      try await refresh(peer.url()) { $0.answers = AnswerLimits(windowSeconds: 0.3) }
    }

    #expect(error?.description.contains("bytes came in 0.3 seconds") == true)
  }

  @Test func `an answer that never ends is given up`() async throws {
    let head = "HTTP/1.1 200 OK\r\n\r\n"
    let peer = try await FaultyPeer { _ in .trickle(head: head, piece: [0x20], every: .milliseconds(20)) }

    let error = await #expect(throws: CatalogueError.self) {
      try await refresh(peer.url()) { $0.answers = AnswerLimits(bytesInWindow: 0, totalSeconds: 0.3) }
    }

    #expect(error?.description.contains("did not end within 0.3 seconds") == true)
  }

  @Test func `a login goes to the server of its address and to no other`() async throws {
    let table = table
    let other = try await FaultyPeer { _ in .ok(table) }
    let target = other.url("/cars", host: "localhost")
    let peer = try await FaultyPeer { request in
      .status("302 Found", headers: "Location: \(request.path == "/catalogue" ? "/next" : target)\r\n")
    }
    let address = peer.url().replacing("http://", with: "http://kim:open%40sesame@")

    _ = try await refresh(address)

    let login = "Basic " + Data("kim:open@sesame".utf8).base64EncodedString()
    #expect(peer.requests.map { $0.header("Authorization") } == [login, login])
    #expect(other.requests.map { $0.header("Authorization") } == [nil])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("data").path) {
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent("data/\(name)"))
      #expect(bytes.firstRange(of: Data("sesame".utf8)) == nil, "\(name)")
    }
    #expect(try store.currentSource() == CatalogueSource(parsing: peer.url()))
  }

  @Test("where nobody listens is refused at once")
  func refused() async throws {
    let port = ReservedPort()
    try await expect(.refused, from: "http://127.0.0.1:\(port.number)/catalogue")
    withExtendedLifetime(port) {}
  }

  @Test("whose host does not exist is said to be unknown")
  func unknownHost() async throws {
    try await expect(.unknownHost("no-such-host.invalid"), from: "http://no-such-host.invalid/x")
  }

  @Test("can be cancelled while it stalls, and leaves nothing behind")
  func cancellation() async throws {
    let (arrived, signal) = AsyncStream<Void>.makeStream()
    let peer = try await FaultyPeer { _ in
      signal.yield()
      signal.finish()
      return .stall(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx".utf8))
    }
    let (store, source) = (store, try CatalogueSource(parsing: peer.url()))
    let task = Task { try await store.refresh(from: source) }
    for await _ in arrived {}
    task.cancel()
    await #expect(throws: CatalogueError.cancelled) { try await task.value }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("data").path)
    #expect(files.allSatisfy { $0.hasPrefix("catalogue.sqlite") }, "\(files)")
  }
}
