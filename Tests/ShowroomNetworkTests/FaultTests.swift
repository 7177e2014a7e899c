import ShowroomTestSupport
import Testing

@testable import ShowroomNetwork

@Suite(.timeLimit(.minutes(20)))
struct FaultTests {
  @Test func `a response that is cut off anywhere is never complete`() async throws {
    let whole = Array("HTTP/1.1 200 OK\r\nContent-Length: 12\r\nX-A: b\r\n\r\nhello, world".utf8)
    for length in 0..<whole.count {
      let peer = try await FaultyPeer { _ in .raw(Array(whole[..<length]), closes: true) }
      let failure = try await failure(peer.url("/"))
      #expect(failure == .closed || failure == .reset || failure.isNotHTTP, "\(length): \(String(describing: failure))")
    }
    let peer = try await FaultyPeer { _ in .raw(whole, closes: true) }
    #expect(try await withClient { try await $0.answer("GET", peer.url("/")) }.text == "hello, world")
  }

  @Test func `a chunked response that is cut off anywhere is never complete`() async throws {
    let whole = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8)
    for length in 0..<whole.count - 2 {
      let peer = try await FaultyPeer { _ in .raw(Array(whole[..<length]), closes: true) }
      let failure = try await failure(peer.url("/"))
      #expect(failure != nil, "\(length)")
    }
    let peer = try await FaultyPeer { _ in .raw(whole, closes: true) }
    #expect(try await withClient { try await $0.answer("GET", peer.url("/")) }.text == "hello")
  }

  @Test(arguments: [0, 1, 100_000, 5_000_000])
  func `a connection that is reset at any byte of the body fails`(byte: Int) async throws {
    let peer = try await FaultyPeer { _ in
      .init(after: byte, reply: .reset)
    } answer: { _ in
      .answer(201)
    }
    let failure = try await failure(peer.url("/"), "PUT", stream([UInt8](repeating: 0, count: 16 << 20)))
    #expect(failure == .reset || failure == .closed)
  }

  @Test(arguments: ["GET", "PUT", "DELETE", "PROPFIND"])
  func `a request on a reused connection that has ended is repeated immediately`(method: String) async throws {
    for fault in [FaultyPeer.Reply.reset, .bytesAndClose(""), .halfClose] {
      let peer = try await FaultyPeer { $0.earlierOnConnection == 0 ? .answer(200, [:], "x") : fault }

      try await withClient { client in
        for _ in 0..<10 {
          let body = method == "PUT" ? stream(sample(200_000)) : .none
          let answer = try await client.answer(method, peer.url("/"), body)
          #expect(answer.text == "x")
        }
      }

      let whole = peer.requests.filter { $0.earlierOnConnection == 0 }
      #expect(whole.count == 10)
      if method == "PUT" { #expect(whole.allSatisfy { $0.body == sample(200_000) }) }
    }
  }

  @Test func `a reused connection that ends at the start of a body is replaced, and the body is sent from the start`()
    async throws
  {
    let bytes = sample(300_000)
    for byte in [0, 1, 200_000] {
      let peer = try await FaultyPeer { request in
        request.earlierOnConnection == 0 ? nil : .init(after: byte, reply: .reset)
      } answer: { _ in
        .answer(200)
      }
      try await withClient { client in
        for _ in 0..<4 {
          let answer = try await client.answer("PUT", peer.url("/"), stream(bytes))
          #expect(answer.status == 200)
        }
      }
      #expect(peer.requests.filter { $0.body == bytes }.count == 4)
    }
  }

  @Test func `a body that is interrupted in the middle is not sent again`() async throws {
    let peer = try await FaultyPeer { request in
      request.earlierOnConnection == 0 ? nil : .init(after: 1_000_000, reply: .reset)
    } answer: { _ in
      .answer(200)
    }
    try await withClient { client in
      _ = try await client.answer("GET", peer.url("/"))
      await #expect(throws: WebError.reset) {
        try await client.answer("PUT", peer.url("/"), stream([UInt8](repeating: 0, count: 64 << 20)))
      }
    }
    #expect(peer.lines == ["GET /", "PUT /"])
  }

  @Test func `a request that must not be repeated gets a new connection`() async throws {
    let peer = try await FaultyPeer { $0.earlierOnConnection == 0 ? .answer(200) : .reset }

    try await withClient { client in
      _ = try await client.answer("GET", peer.url("/"))
      _ = try await client.answer("POST", peer.url("/"))
      _ = try await client.answer("MOVE", peer.url("/"))
      _ = try await client.answer("PUT", peer.url("/"), headers: ["If-None-Match": "*"], .bytes([1]))
    }

    #expect(peer.lines == ["GET /", "POST /", "MOVE /", "PUT /"])
  }

  @Test func `a request that may have been processed is not repeated`() async throws {
    let peer = try await FaultyPeer { _ in .reset }
    #expect(try await failure(peer.url("/"), "POST") == .reset)
    let half = try await FaultyPeer { request in
      request.earlierOnConnection == 0 ? .answer(200) : .bytesAndClose("HTTP/1.1 200 OK\r\n")
    }
    try await withClient { client in
      _ = try await client.answer("GET", half.url("/"))
      await #expect(throws: WebError.self) { try await client.answer("GET", half.url("/")) }
    }
    #expect(peer.requests.count == 1 && half.requests.count == 2)
  }

  @Test(arguments: [0, 1, 42, 99])
  func `a status below 100 is rejected`(status: Int) async throws {
    let digits = String("00\(status)".suffix(3))
    let peer = try await FaultyPeer { _ in .bytesAndClose("HTTP/1.1 \(digits) Odd\r\nContent-Length: 0\r\n\r\n") }
    let failure = try await failure(peer.url("/"))
    #expect(failure == .badStatus)
  }

  @Test(arguments: [200, 299, 304, 404, 599, 600, 999])
  func `any other status is passed on`(status: Int) async throws {
    let peer = try await FaultyPeer { _ in .bytesAndClose("HTTP/1.1 \(status) Odd\r\nContent-Length: 0\r\n\r\n") }
    #expect(try await withClient { try await $0.answer("GET", peer.url("/")) }.status == status)
  }

  @Test(
    arguments: [
      "220 ready\r\n", "\u{1}\u{2} nothing\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
      "HTTP/1.1 101 Switching Protocols\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
  func `a response that is not HTTP is rejected`(text: String) async throws {
    let peer = try await FaultyPeer { _ in .bytesAndClose(text) }
    let failure = try await failure(peer.url("/"))
    #expect(failure != nil && failure != .canceled)
  }

  @Test func `header fields are limited`() async throws {
    let line = "X-Long: " + String(repeating: "x", count: 1000) + "\r\n"
    let peer = try await FaultyPeer { _ in
      .trickle(head: "HTTP/1.1 200 OK\r\n", piece: Array(line.utf8), milliseconds: 0)
    }
    #expect(try await failure(peer.url("/")) == .largeHead(limit: 256 << 10))
  }

  @Test func `endless interim responses are rejected, and a few are ignored`() async throws {
    let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 200)
    let endless = try await FaultyPeer { _ in .bytes(interim) }
    #expect(try await failure(endless.url("/")) == .endlessInterim)
    let few = try await FaultyPeer { _ in
      .bytes("HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    }
    let answer = try await withClient { try await $0.answer("GET", few.url("/")) }
    #expect(answer.text == "x" && answer.headers["X-A"] == nil)
  }

  @Test func `interim responses do not extend the time limit of the head`() async throws {
    let peer = try await FaultyPeer { _ in
      .trickle(head: "", piece: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), milliseconds: 20)
    }
    let failure = try await failure(peer.url("/")) { limits in
      limits.head = 0.3
      limits.interimResponses = .max
    }
    #expect(failure == .noHead(seconds: 0.3))
  }

  @Test func `a body that arrives byte by byte, or never ends, is rejected`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
    let peer = try await FaultyPeer { _ in .trickle(head: head, piece: [0x20], milliseconds: 20) }
    guard case .tooSlow(_, 0.3) = try await failure(peer.url("/"), limits: { $0.window = 0.3 }) else {
      Issue.record("not too slow")
      return
    }
    for keyPath in [\WebLimits.total, \WebLimits.body] {
      let failure = try await failure(peer.url("/")) { limits in
        limits.bytesInWindow = 0
        limits[keyPath: keyPath] = 0.3
      }
      #expect(failure == .tooLong(seconds: 0.3))
    }
  }

  @Test func `a server that stalls before or during the response is silent`() async throws {
    for text in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"] {
      let peer = try await FaultyPeer { _ in .bytes(text) }
      #expect(try await failure(peer.url("/")) { $0.idle = 0.3 } == .silent(seconds: 0.3))
    }
  }

  @Test func `a refused connection and an unknown host are distinguished`() async throws {
    let port = ReservedPort()
    #expect(try await failure("http://127.0.0.1:\(port.number)/") == .refused)
    withExtendedLifetime(port) {}
    #expect(try await failure("http://no-such-host.invalid/") == .unknownHost)
  }
}

extension WebError? {
  /// Whether libcurl reported that the response is not HTTP.
  var isNotHTTP: Bool {
    switch self {
    case .notHTTP, .failed: true
    default: false
    }
  }
}
