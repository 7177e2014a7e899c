import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("HTTP connections", .timeLimit(.minutes(20)))
struct ConnectionTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  /// Returns the failure of uploading a large file. Records an issue if the request does not end within ten minutes.
  private func failure(
    _ url: String, location: SourceLocation = #_sourceLocation, _ change: (inout HTTPLimits) -> Void = { _ in }
  ) async throws -> UploadFailure? {
    // The buffers of the system may take 38 MB.
    let source = try place.large(size: 64 << 20)
    let failure = await #expect(throws: UploadFailure.self, sourceLocation: location) {
      try await withTransport(change) {
        let request = HTTPRequest("PUT", address(url), body: .file(FileRange(source)))
        return try #require(await $0.sendOptional(request), "the request does not end", sourceLocation: location)
      }
    }
    #expect(failure?.message.hasSuffix(".") == true && failure?.status == nil, sourceLocation: location)
    return failure
  }

  @Test func `a refused connection is reported at once as worth a retry`() async throws {
    let port = ReservedPort()
    let failure = try await failure("http://127.0.0.1:\(port.number)/")
    #expect(failure?.cause == .unreachable && failure?.retry == .later)
    #expect(
      failure?.message == "127.0.0.1:\(port.number) refused the connection; check the address, or start the server.")
    withExtendedLifetime(port) {}
  }

  @Test(arguments: [0, 1, 100_000, 5_000_000])
  func `a connection reset at any byte is worth a retry`(byte: Int) async throws {
    let peer = try await FaultyPeer { _ in
      FaultyPeer.Early(after: byte, reply: .reset)
    } answer: { _ in
      .answer(201)
    }
    let failure = try await failure(peer.url())
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.message.hasPrefix("The connection to 127.0.0.1:") == true, "\(failure?.message ?? "")")
  }

  @Test func `a server that accepts no more data ends the request after the write timeout`() async throws {
    let peer = try await FaultyPeer { _ in
      FaultyPeer.Early(after: 1000, reply: .stall)
    } answer: { _ in
      .answer(201)
    }
    let failure = try await failure(peer.url()) { $0.writeTimeout = 0.3 }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.message.contains("accepted no data for 0.3 seconds") == true, "\(failure?.message ?? "")")
  }

  @Test(arguments: [0, 5_000_000])
  func `a server that accepts no more data ends the request even if the client's own timers do not fire`(byte: Int)
    async throws
  {
    let peer = try await FaultyPeer { _ in
      FaultyPeer.Early(after: byte, reply: .stall)
    } answer: { _ in
      .answer(201)
    }
    let failure = try await failure(peer.url()) { limits in
      limits.writeTimeout = 0.5
      limits.responseTimeout = 3600
    }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.message.contains("accepted no data for 0.5 seconds") == true, "\(failure?.message ?? "")")
  }

  @Test func `a response that never ends is abandoned after the time limit`() async throws {
    let provisional = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 3)
    for words in [provisional, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx"] {
      let peer = try await FaultyPeer { _ in .bytes(words) }
      let failure = try await failure(peer.url()) { $0.responseTimeout = 0.5 }
      #expect(failure?.cause == .unavailable && failure?.message.contains("did not respond for 0.5 seconds") == true)
    }
  }

  @Test func `a server that never responds is abandoned after the time limit`() async throws {
    let peer = try await FaultyPeer { _ in .stall }
    let failure = try await failure(peer.url()) { $0.responseTimeout = 0.3 }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.message.contains("did not respond for 0.3 seconds") == true, "\(failure?.message ?? "")")
  }

  @Test func `a connection that the server closes without a response is worth a retry`() async throws {
    let closing = try await FaultyPeer { _ in .bytesAndClose("") }
    #expect(try await failure(closing.url())?.cause == .unavailable)
    let half = try await FaultyPeer { _ in
      .init(after: 1000, reply: .halfClose)
    } answer: { _ in
      .halfClose
    }
    let failure = try await failure(half.url())
    #expect(failure?.cause == .unavailable && failure?.retry == .later, "\(failure?.message ?? "")")
  }

  @Test func `a server that does not use HTTP is rejected`() async throws {
    let peer = try await FaultyPeer { _ in .bytesAndClose("220 ready\r\n\r\n") }
    let failure = try await failure(peer.url())
    #expect(failure?.message.contains("127.0.0.1") == true, "\(failure?.message ?? "")")
  }

  @Test func `an unknown host is reported as such`() async throws {
    let failure = try await failure("http://no-such-host.invalid/")
    #expect(failure?.cause == .unreachable && failure?.retry == .later)
    #expect(failure?.message.contains("The host no-such-host.invalid is unknown") == true)
  }

  @Test(arguments: [true, false])
  func `a canceled task ends its request at once, whether the server stalls during the body or its response`(
    duringBody: Bool
  ) async throws {
    let source = try place.large()
    let (arrived, signal) = AsyncStream<Void>.makeStream()
    let peer = try await FaultyPeer { _ in
      guard duringBody else { return nil }
      signal.yield()
      return FaultyPeer.Early(after: 1000, reply: .stall)
    } answer: { _ in
      // An incomplete response would end the request, even before the end of its body.
      signal.yield()
      return .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
    }
    try await withTransport {
      // The request does not end on its own within the time limit of the test.
      $0.writeTimeout = 3600
      $0.responseTimeout = 3600
    } _: { transport in
      let task = Task {
        try await transport.send(HTTPRequest("PUT", address(peer.url()), body: .file(FileRange(source))))
      }
      for await _ in arrived { break }

      task.cancel()

      await #expect(throws: UploadFailure.canceled) { try await task.value }
    }
  }

  @Test func `neither a canceled task nor a transport that was shut down connects`() async throws {
    let peer = try await FaultyPeer { _ in .answer(200) }
    let transport = HTTPTransport(limits: HTTPLimits(environment: [:]))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequest("GET", address(peer.url())))
    }
    await #expect(throws: UploadFailure.canceled) { try await task.value }
    #expect(try await transport.send(HTTPRequest("GET", address(peer.url()))).status == 200)
    await transport.shutDown()
    await transport.shutDown()
    await #expect(throws: UploadFailure.canceled) { try await transport.send(HTTPRequest("GET", address(peer.url()))) }
    #expect(peer.requests.count == 1)
  }

  @Test func `work for threads that have ended fails as canceled instead of waiting for them`() async throws {
    let threads = FileThreads(count: 2)
    #expect(try await threads.running { () throws(UploadFailure) in 7 } == 7)

    await threads.shutDown()
    await threads.shutDown()

    await #expect(throws: UploadFailure.canceled) { try await threads.running { () throws(UploadFailure) in 7 } }
  }

  @Test func `threads that end finish the work that has started`() async throws {
    let threads = FileThreads(count: 2)
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { try await threads.running { () throws(UploadFailure) in number } } }
      return try await group.reduce(0, +)
    }
    await threads.shutDown()
    #expect(sum == 4950)
  }

  @Test func `no upload fails at a server that closes every reused connection`() async throws {
    let peer = try await FaultyPeer { $0.earlierOnConnection == 0 ? .answer(201) : .bytesAndClose("") }
    let source = try place.source(size: 50_000)
    try await withTransport { transport in
      for number in 0..<40 {
        let request = HTTPRequest("PUT", address(peer.url("/\(number)")), body: .file(FileRange(source)))
        let response = try await transport.send(request)
        #expect(response.status == 201 && response.bytesSent == 50_000)
      }
    }
    let whole = peer.requests.filter { $0.earlierOnConnection == 0 }
    #expect(whole.map(\.path) == (0..<40).map { "/\($0)" })
    #expect(whole.allSatisfy { $0.body == SourceFolder.bytes(50_000) })
  }

  @Test func `an upload uses the proxy of the environment`() async throws {
    let proxy = try await FaultyPeer { .answer(201, [:], $0.path) }
    let environment = ["HTTP_PROXY": "http://127.0.0.1:\(proxy.port)"]
    let response = try await withTransport {
      $0 = HTTPLimits(environment: environment)
    } _: {
      try await $0.send(HTTPRequest("PUT", address("http://files.example/in/a.pdf"), body: .bytes([1, 2, 3])))
    }
    #expect(response.status == 201 && response.body == Array("http://files.example/in/a.pdf".utf8))
    #expect(proxy.requests.first?.body == [1, 2, 3])
  }

  @Test func `an invalid proxy of the environment is not retried, and its password is not shown`() async throws {
    let failure = try await failure("https://files.example/in/") {
      $0 = HTTPLimits(environment: ["HTTPS_PROXY": "ftp://kim:sesame@127.0.0.1"])
    }
    #expect(failure?.cause == .unreachable && failure?.retry == .never)
    #expect(
      failure?.message == "Could not connect to files.example: HTTPS_PROXY is not the address of a proxy, such as "
        + "http://host:port or socks5h://host:port.")
  }

  @Test func `an upload whose SOCKS proxy makes no connection is retried`() async throws {
    let proxy = try SOCKSProxy(to: 9, reply: .hostUnreachable)
    let failure = try await failure("http://files.example/in/") {
      $0 = HTTPLimits(environment: ["ALL_PROXY": "socks5h://127.0.0.1:\(proxy.port)"])
    }
    #expect(failure?.cause == .unreachable && failure?.retry == .later)
    #expect(
      failure?.message
        == "Could not connect to files.example: the proxy could not connect to the server; check the address.")
  }

  @Test(arguments: ["000", "042", "099"])
  func `a status below 100 fails the request, not the program`(status: String) async throws {
    let peer = try await FaultyPeer { _ in .bytesAndClose("HTTP/1.1 \(status) Odd\r\nContent-Length: 0\r\n\r\n") }

    let failure = try await failure(peer.url())

    #expect(failure?.cause == .protocol && failure?.retry == .never)
    #expect(failure?.message.contains("an invalid HTTP status") == true)
  }

  @Test(arguments: ["abc", "-1", "600"])
  func `an invalid status is not retried`(status: String) async throws {
    let peer = try await FaultyPeer { _ in .bytesAndClose("HTTP/1.1 \(status) Odd\r\nContent-Length: 0\r\n\r\n") }

    let failure =
      status == "600"
      ? try await withTransport { try await $0.send(HTTPRequest("GET", address(peer.url("/")))).failure }
      : try await failure(peer.url())

    #expect(failure?.cause == .protocol && failure?.retry == .never)
  }
}
