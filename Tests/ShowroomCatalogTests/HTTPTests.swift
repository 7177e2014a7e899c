import Foundation
import ShowroomNetwork
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct HTTPTests {
  let folder: TemporaryFolder
  let store: CatalogStore
  let table = Array(EPATable(["id": "1"], ["id": "2"]).text.utf8)

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  func refresh(_ address: String, _ change: (inout DownloadLimits) -> Void = { _ in }) async throws -> RefreshOutcome {
    var limits = DownloadLimits()
    // On a busy computer, the name service may take longer than the default time limit.
    limits.request.connect = 600
    limits.request.idle = 20
    change(&limits)
    return try await store.refresh(from: CatalogSource(parsing: address), limits: limits)
  }

  /// Expects the failure, in one message that names the source, and an untouched catalog.
  func expect(
    _ problem: SourceError, from address: String, location: SourceLocation = #_sourceLocation,
    _ change: (inout DownloadLimits) -> Void = { _ in }
  ) async throws {
    let error = await #expect(throws: CatalogError.self, sourceLocation: location) {
      try await refresh(address, change)
    }
    #expect(error == .source(problem, source: address), sourceLocation: location)
    #expect(error?.description.contains(address) == true && error?.description.contains("\n") == false)
    #expect(try store.count() == 0, sourceLocation: location)
  }

  @Test func `a source is downloaded again only if it has changed`() async throws {
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

  @Test func `a source without an ETag is recognized by its date, and otherwise by its bytes`() async throws {
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

  @Test func `a validator that is too long to be sent is not kept`() async throws {
    let table = table
    let etag = String(repeating: "a", count: 70_000)
    let peer = try await FaultyPeer { _ in .ok(table, headers: "ETag: \"\(etag)\"\r\n") }
    _ = try await refresh(peer.url())

    #expect(try await refresh(peer.url()) == .notModified)

    #expect(peer.requests.map { $0.header("If-None-Match") } == [nil, nil])
  }

  @Test func `a request is unconditional when the stored cars are from another source`() async throws {
    let table = table
    let peer = try await FaultyPeer { _ in .ok(table, headers: "ETag: \"a\"\r\n") }
    _ = try await refresh(peer.url("/one"))
    _ = try await refresh(peer.url("/two"))
    _ = try await refresh(peer.url("/one"))
    #expect(peer.requests.map { $0.header("If-None-Match") } == [nil, nil, nil])
  }

  @Test func `a download reports its bytes`() async throws {
    let table = table
    let peer = try await FaultyPeer { _ in .ok(table) }
    let reports = Collected<RefreshProgress>()
    _ = try await store.refresh(from: CatalogSource(parsing: peer.url())) { reports.append($0) }
    #expect(reports.values.first?.phase == .connecting)
    let download = reports.values.last { $0.phase == .downloading }
    #expect(download?.completedBytes == Int64(table.count) && download?.fraction == 1)
    #expect(reports.values.last?.phase == .importing && reports.values.last?.cars == 2)
  }

  @Test(
    arguments: [
      ("404 Not Found", 404, "Check the address"), ("500 Internal Server Error", 500, "Try again later"),
      ("403 Forbidden", 403, "rejected"), ("304 Not Modified", 304, "rejected"), ("204 No Content", 204, "rejected"),
    ])
  func `an error status is reported`(line: String, code: Int, advice: String) async throws {
    let peer = try await FaultyPeer { _ in .status(line) }
    try await expect(.httpStatus(code), from: peer.url())
    #expect(CatalogError.source(.httpStatus(code), source: "x").description.contains(advice))
  }

  @Test func `a web page is rejected, even with status 200`() async throws {
    let peer = try await FaultyPeer { _ in .ok("<!doctype html><html>Please log in".utf8) }
    try await expect(.webPage, from: peer.url())
  }

  @Test func `redirects are followed, including those to relative addresses`() async throws {
    let table = table
    let peer = try await FaultyPeer { request in
      switch request.path {
      case "/catalog": .status("302 Found", headers: "Location: next?x=1\r\n")
      case "/next?x=1": .status("308 Permanent Redirect", headers: "Location: /last\r\n")
      default: .ok(table)
      }
    }
    #expect(try await refresh(peer.url()) == .applied(RefreshCounts(added: 2)))
    #expect(peer.requests.map(\.path) == ["/catalog", "/next?x=1", "/last"])
  }

  @Test func `redirect loops and endless redirects are rejected`() async throws {
    let count = Mutex(0)
    let peer = try await FaultyPeer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number > 50 { return .status("404 Not Found") }
      let next = request.path.hasPrefix("/on") ? request.path + "n" : request.path == "/a" ? "/b" : "/a"
      return .status("302 Found", headers: "Location: \(next)\r\n")
    }
    try await expect(.tooManyRedirects(limit: 5), from: peer.url("/a"))
    try await expect(.tooManyRedirects(limit: 5), from: peer.url("/on"))
    #expect(peer.requests.count == 2 + 6)
  }

  @Test(
    arguments: [
      ("ftp://a/b", "ftp://a/b"), ("file:///etc/passwd", "file:///etc/passwd"), ("", ""),
      ("ftp://kim:open@a/b?token=abc", "ftp://…@a/b?token=…"),
    ])
  func `a redirect to something that is not a web address is rejected without revealing secrets`(
    location: String, shown: String
  ) async throws {
    let peer = try await FaultyPeer { _ in .status("302 Found", headers: "Location: \(location)\r\n") }
    try await expect(.badRedirect(to: shown), from: peer.url())
  }

  @Test func `a server that stalls before or during the response is reported`() async throws {
    let half = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbarrels08,".utf8)
    let peer = try await FaultyPeer { $0.path == "/half" ? .stall(after: half) : .stall(after: []) }
    try await expect(.timedOut(seconds: 0.3), from: peer.url()) { $0.request.idle = 0.3 }
    try await expect(.timedOut(seconds: 0.3), from: peer.url("/half")) { $0.request.idle = 0.3 }
  }

  @Test func `a truncated response is rejected`() async throws {
    let peer = try await FaultyPeer { _ in .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbarrels".utf8)) }
    let error = await #expect(throws: CatalogError.self) { try await refresh(peer.url()) }
    #expect(error?.description.contains("failed:") == true, "\(error?.description ?? "")")
    #expect(try store.count() == 0)
  }

  @Test func `a server that does not use HTTP is reported`() async throws {
    let peer = try await FaultyPeer { _ in .send(Array("220 ready\r\n".utf8)) }
    let error = await #expect(throws: CatalogError.self) { try await refresh(peer.url()) }
    #expect(error?.description.hasPrefix("The connection to") == true, "\(error?.description ?? "")")
  }

  @Test func `a body beyond the limit is rejected, whether or not its size is announced`() async throws {
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

    let error = await #expect(throws: CatalogError.self) { try await refresh(peer.url()) }

    #expect(error?.description.contains("an invalid HTTP status") == true)
  }

  @Test(arguments: ["101 Switching Protocols", "600 Odd", "999 Odd", "205 Reset Content", "100 Continue"])
  func `no status ends the program`(line: String) async throws {
    let peer = try await FaultyPeer { _ in .status(line) }

    await #expect(throws: CatalogError.self) { try await refresh(peer.url()) }
  }

  @Test func `endless interim responses are rejected`() async throws {
    let interim = Array(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 200).joined()
    let peer = try await FaultyPeer { _ in .stall(after: Array(interim.utf8)) }

    let error = await #expect(throws: CatalogError.self) { try await refresh(peer.url()) }

    #expect(error?.description.contains("too many interim responses") == true)
  }

  @Test func `a few interim responses before the catalog are accepted`() async throws {
    let interim = Array(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 3).joined()
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(table.count)\r\n\r\n"
    let answer = Array((interim + head).utf8) + table
    let peer = try await FaultyPeer { _ in .send(answer) }

    #expect(try await refresh(peer.url()) == .applied(RefreshCounts(added: 2)))
  }

  @Test func `interim responses do not extend the time limit of the response`() async throws {
    let peer = try await FaultyPeer { _ in
      .trickle(head: "", piece: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), milliseconds: 20)
    }

    let error = await #expect(throws: CatalogError.self) {
      try await refresh(peer.url()) {
        $0.request.head = 0.3
        $0.request.interimResponses = .max
      }
    }

    #expect(error?.description.contains("did not respond within 0.3 seconds") == true)
  }

  @Test func `a body that arrives byte by byte is rejected`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
    let peer = try await FaultyPeer { _ in .trickle(head: head, piece: [0x20], milliseconds: 20) }

    let error = await #expect(throws: CatalogError.self) {
      try await refresh(peer.url()) { $0.request.window = 0.3 }
    }

    #expect(error?.description.contains("bytes arrived within 0.3 seconds") == true)
  }

  @Test func `a response that never ends is rejected`() async throws {
    let head = "HTTP/1.1 200 OK\r\n\r\n"
    let peer = try await FaultyPeer { _ in .trickle(head: head, piece: [0x20], milliseconds: 20) }

    let error = await #expect(throws: CatalogError.self) {
      try await refresh(peer.url()) {
        $0.request.bytesInWindow = 0
        $0.request.total = 0.3
      }
    }

    #expect(error?.description.contains("did not end within 0.3 seconds") == true)
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a login is sent only to the server of its address`(host: String) async throws {
    let table = table
    let other = try await FaultyPeer { _ in .ok(table) }
    let target = other.url("/cars", host: host)
    let peer = try await FaultyPeer { request in
      .status("302 Found", headers: "Location: \(request.path == "/catalog" ? "/next" : target)\r\n")
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
    #expect(try store.currentSource() == CatalogSource(parsing: peer.url()))
  }

  @Test func `a refused connection is reported at once`() async throws {
    let port = ReservedPort()
    try await expect(.refused, from: "http://127.0.0.1:\(port.number)/catalog")
    withExtendedLifetime(port) {}
  }

  @Test func `a refresh uses the proxy of the environment`() async throws {
    let table = table
    let server = try await FaultyPeer { _ in .ok(table) }
    let proxy = try SOCKSProxy(to: server.port)
    let outcome = try await refresh("http://cars.example/catalog") {
      $0.proxies = WebProxies(environment: ["http_proxy": "socks5h://127.0.0.1:\(proxy.port)"])
    }
    #expect(outcome == .applied(RefreshCounts(added: 2)))
    #expect(proxy.targets == ["cars.example:80"] && server.lines == ["GET /catalog"])
  }

  @Test func `an invalid proxy of the environment is reported without its password`() async throws {
    let reason = "HTTPS_PROXY is not the address of a proxy, such as http://host:port or socks5h://host:port"
    try await expect(.connectionFailed(reason: reason), from: "https://cars.example/catalog") {
      $0.proxies = WebProxies(environment: ["HTTPS_PROXY": "ftp://kim:sesame@127.0.0.1"])
    }
  }

  @Test func `an unknown host is reported`() async throws {
    try await expect(.unknownHost("no-such-host.invalid"), from: "http://no-such-host.invalid/x")
  }

  @Test func `a stalled download can be canceled and leaves nothing behind`() async throws {
    let (arrived, signal) = AsyncStream<Void>.makeStream()
    let peer = try await FaultyPeer { _ in
      signal.yield()
      signal.finish()
      return .stall(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx".utf8))
    }
    let (store, source) = (store, try CatalogSource(parsing: peer.url()))
    let task = Task { try await store.refresh(from: source) }
    for await _ in arrived {}
    task.cancel()
    await #expect(throws: CatalogError.canceled) { try await task.value }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("data").path)
    #expect(files.allSatisfy { $0.hasPrefix("catalogue.sqlite") }, "\(files)")
  }
}
