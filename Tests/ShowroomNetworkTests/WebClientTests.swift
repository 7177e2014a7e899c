import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomNetwork

@Suite(.timeLimit(.minutes(20)))
struct WebClientTests {
  @Test func `a request is sent as it was made`() async throws {
    let peer = try await FaultyPeer { _ in .answer(200, ["X-One": " two "], "hello") }

    let answer = try await withClient {
      try await $0.answer("GET", peer.url("/a/../b//c%2f?x=%20&y"), headers: ["User-Agent": "showroom", "X-Empty": ""])
    }

    #expect(answer.status == 200 && answer.text == "hello" && answer.headers["x-one"] == "two")
    #expect(peer.lines == ["GET /a/../b//c%2f?x=%20&y"])
    let names = peer.requests.first?.headers.map(\.name).sorted()
    #expect(names == ["Accept", "Host", "User-Agent", "X-Empty"])
    #expect(peer.requests.first?.header("Host") == "127.0.0.1:\(peer.port)")
  }

  @Test(arguments: ["POST", "PUT", "MKCOL", "DELETE", "PROPFIND", "OPTIONS", "MOVE", "HEAD"])
  func `every method works without a body`(method: String) async throws {
    let peer = try await FaultyPeer { _ in .answer(204) }

    let answer = try await withClient { try await $0.answer(method, peer.url("/")) }

    #expect(answer.status == 204 && answer.body.isEmpty && peer.lines == ["\(method) /"])
    let length = ["POST", "PUT"].contains(method) ? "0" : nil
    #expect(peer.requests.first?.header("Content-Length") == length)
    #expect(peer.requests.first?.header("Transfer-Encoding") == nil)
  }

  @Test(arguments: [0, 1, 100_000, 3_000_001])
  func `a streamed body arrives byte for byte`(count: Int) async throws {
    let bytes = sample(count)
    let peer = try await FaultyPeer { _ in .answer(201) }

    let answer = try await withClient { try await $0.answer("PUT", peer.url("/"), stream(bytes)) }

    #expect(answer.status == 201 && answer.sent == Int64(count))
    #expect(peer.requests.first?.body == bytes)
    #expect(peer.requests.first?.header("Content-Length") == "\(count)")
    #expect(peer.requests.first?.header("Expect") == nil)
  }

  @Test func `any method can have a body in memory`() async throws {
    let peer = try await FaultyPeer { _ in .answer(207) }

    _ = try await withClient { try await $0.answer("PROPFIND", peer.url("/"), .bytes(Array("<x/>".utf8))) }

    #expect(peer.lines == ["PROPFIND /"] && peer.requests.first?.body == Array("<x/>".utf8))
  }

  @Test func `a body is read only as fast as the connection accepts it`() async throws {
    let peer = try await FaultyPeer { _ in
      .init(after: 1, reply: .stall)
    } answer: { _ in
      .answer(201)
    }
    let (piece, reads) = (100_000, Offset())
    let body = WebBody.stream(
      WebBodyStream(length: 1 << 30) {
        { _ in
          _ = reads.advance(by: piece)
          return [UInt8](repeating: 0, count: piece)
        }
      })

    let failure = try await failure(peer.url("/"), "PUT", body) { $0.write = 0.3 }

    #expect(failure == .noBytesTaken(seconds: 0.3))
    // The system's buffers hold a few megabytes.
    #expect(reads.value < 64 << 20)
  }

  @Test func `a reader learns how many bytes have been sent`() async throws {
    let peer = try await FaultyPeer { _ in .answer(201) }
    let (bytes, offset) = (sample(2_000_000), Offset())
    let sent = Mutex<[Int64]>([])
    let body = WebBody.stream(
      WebBodyStream(length: Int64(bytes.count)) {
        { count in
          sent.withLock { $0.append(count) }
          let start = offset.advance(by: 100_000)
          return start < bytes.count ? Array(bytes[start..<start + 100_000]) : nil
        }
      })

    _ = try await withClient { try await $0.answer("PUT", peer.url("/"), body) }

    let counts = sent.withLock { $0 }
    #expect(counts.first == 0 && counts == counts.sorted() && counts.count == 21)
    // At most one piece is being sent, and one waits.
    for (index, count) in counts.enumerated() { #expect(count <= 100_000 * index) }
    #expect((counts.last ?? 0) > 1_500_000)
  }

  @Test func `bytes in the buffers of the system do not count as sent`() async throws {
    let peer = try await FaultyPeer { _ in
      .init(after: 1, reply: .stall)
    } answer: { _ in
      .answer(201)
    }
    let last = Mutex<Int64>(0)
    let body = WebBody.stream(
      WebBodyStream(length: 1 << 30) {
        { count in
          last.withLock { $0 = count }
          return [UInt8](repeating: 0, count: 64 << 10)
        }
      })

    _ = try await failure(peer.url("/"), "PUT", body) { $0.write = 0.5 }

    // Bytes in the receiver's buffers have left the computer.
    #expect(last.withLock { $0 } < 2 << 20)
  }

  @Test func `the error of a body is that of the request`() async throws {
    struct Damaged: Error {}
    let peer = try await FaultyPeer { _ in .answer(201) }
    let offset = Offset()
    let body = WebBody.stream(
      WebBodyStream(length: 1_000_000) {
        { _ in
          if offset.advance(by: 1) > 2 { throw Damaged() }
          return [UInt8](repeating: 1, count: 1000)
        }
      })

    await #expect(throws: Damaged.self) { try await withClient { try await $0.answer("PUT", peer.url("/"), body) } }
    let short = WebBody.stream(WebBodyStream(length: 10) { { _ in nil } })
    #expect(try await failure(peer.url("/"), "PUT", short) == .failed("the body is shorter than announced"))
  }

  @Test func `a large response waits until it is read`() async throws {
    let bytes = sample(8 << 20)
    let peer = try await FaultyPeer { _ in .content(bytes) }

    try await withClient { client in
      let response = try await client.send(WebRequest("GET", address(peer.url("/"))))
      for _ in 0..<10_000 { await Task.yield() }
      var body: [UInt8] = []
      for try await piece in response.body {
        #expect(piece.count <= Exchange.buffered + 64 << 10)
        body += piece
      }
      #expect(body == bytes)
    }
  }

  @Test func `requests share a connection, one after the other`() async throws {
    let peer = try await FaultyPeer { _ in .answer(200, [:], "x") }

    try await withClient { client in
      for _ in 0..<5 { _ = try await client.answer("GET", peer.url("/")) }
    }

    #expect(peer.requests.map(\.earlierOnConnection) == [0, 1, 2, 3, 4])
  }

  @Test func `many requests run at once`() async throws {
    let peer = try await FaultyPeer { .answer(200, [:], $0.path) }

    try await withClient { client in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<40 {
          group.addTask { try await client.answer("GET", peer.url("/\(number)")).text == "/\(number)" }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test(arguments: [413, 401, 307, 201])
  func `a response that arrives before the end of the body counts`(status: Int) async throws {
    let peer = try await FaultyPeer { _ in
      .init(after: 100_000, reply: .answer(status, [:], "no"))
    } answer: { _ in
      .answer(201)
    }

    try await withClient { client in
      let answer = try await client.answer("PUT", peer.url("/"), stream([UInt8](repeating: 0, count: 64 << 20)))
      #expect(answer.status == status && answer.text == "no" && answer.sent < 64 << 20)
      // The connection is not reused, because the server still expects the rest.
      #expect(try await client.answer("PUT", peer.url("/"), .bytes([1])).status == 201)
    }
    #expect(peer.requests.last?.earlierOnConnection == 0)
  }

  @Test func `neither a canceled task nor a client that was shut down connects`() async throws {
    let peer = try await FaultyPeer { _ in .answer(200) }
    let client = WebClient()
    let url = try address(peer.url("/"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.send(WebRequest("GET", url)).status
    }
    await #expect(throws: WebError.canceled) { try await task.value }
    #expect(try await client.answer(WebRequest("GET", url)).status == 200)

    await client.shutDown()
    await client.shutDown()

    await #expect(throws: WebError.canceled) { try await client.answer(WebRequest("GET", url)) }
    #expect(peer.requests.count == 1)
  }

  @Test(arguments: [true, false])
  func `a canceled task ends its request at once`(duringBody: Bool) async throws {
    let (arrived, signal) = AsyncStream<Void>.makeStream()
    let peer = try await FaultyPeer { _ in
      guard duringBody else { return nil }
      signal.yield()
      return .init(after: 1000, reply: .stall)
    } answer: { _ in
      signal.yield()
      return .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
    }
    let url = try address(peer.url("/"))
    try await withClient { client in
      let body = stream([UInt8](repeating: 0, count: duringBody ? 64 << 20 : 10))
      let task = Task { try await client.answer(WebRequest("PUT", url, body: body)) }
      for await _ in arrived { break }

      task.cancel()

      await #expect(throws: WebError.canceled) { try await task.value }
    }
  }

  @Test func `shutting down ends the requests that are running`() async throws {
    let (arrived, signal) = AsyncStream<Void>.makeStream()
    let peer = try await FaultyPeer { _ in
      signal.yield()
      return .stall
    }
    let (client, url) = (WebClient(), try address(peer.url("/")))
    let task = Task { try await client.answer(WebRequest("GET", url)) }
    for await _ in arrived { break }

    await client.shutDown()

    await #expect(throws: WebError.canceled) { try await task.value }
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b"])
  func `a header field that would add another one is rejected`(value: String) async throws {
    let peer = try await FaultyPeer { _ in .answer(200) }
    await #expect(throws: WebError.badRequest) {
      try await withClient { try await $0.answer("GET", peer.url("/"), headers: ["X-Name": value]) }
    }
    #expect(peer.requests.isEmpty)
  }
}
