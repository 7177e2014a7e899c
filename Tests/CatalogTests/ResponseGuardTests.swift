import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Catalog

@Suite
struct ResponseGuardTests {
  /// A connection with a virtual clock, whose other end the test plays.
  private struct Connection {
    let channel: EmbeddedChannel

    init(_ limits: ResponseLimits) throws {
      channel = EmbeddedChannel(handler: ResponseGuard(limits))
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
      channel.read()
    }

    func beginRequest() throws {
      try channel.writeOutbound(HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: .PUT, uri: "/")))
    }

    func endRequest() throws { try channel.writeOutbound(HTTPClientRequestPart.end(nil)) }

    func request() throws {
      try beginRequest()
      try endRequest()
    }

    /// Receives a part and returns whether it was passed on. The client then reads on.
    @discardableResult
    func receive(_ part: HTTPClientResponsePart, readsOn: Bool = true) throws -> Bool {
      try channel.writeInbound(part)
      if readsOn { channel.read() }
      return try channel.readInbound(as: HTTPClientResponsePart.self) == part
    }

    @discardableResult
    func receive(status: Int) throws -> Bool {
      try receive(.head(HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status))))
    }

    @discardableResult
    func receive(bytes: Int, readsOn: Bool = true) throws -> Bool {
      try receive(.body(ByteBuffer(repeating: 0x20, count: bytes)), readsOn: readsOn)
    }

    /// Lets time pass, and throws the error that the guard reports meanwhile.
    func wait(_ seconds: Int64) throws {
      channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
      try channel.throwIfErrorCaught()
    }
  }

  @Test(arguments: [0, 42, 99])
  func `a status below 100 is rejected, and nothing of the response is passed on`(status: Int) throws {
    let connection = try Connection(ResponseLimits())
    try connection.request()

    #expect(throws: ResponseError.badStatus(status)) { try connection.receive(status: status) }

    #expect(try connection.channel.readInbound(as: HTTPClientResponsePart.self) == nil)
    #expect(try !connection.receive(bytes: 1))
    #expect(!connection.channel.isActive)
  }

  @Test(arguments: [101, 200, 204, 304, 404, 599, 999])
  func `any other status is passed on`(status: Int) throws {
    let connection = try Connection(ResponseLimits())
    try connection.request()

    #expect(try connection.receive(status: status))
  }

  @Test func `the number of interim responses is limited for each request`() throws {
    let connection = try Connection(ResponseLimits(interimResponses: 2))
    for _ in 0..<2 {
      try connection.request()
      for status in [100, 103, 200] { #expect(try connection.receive(status: status)) }
      try connection.receive(.end(nil))
    }
    try connection.request()
    for status in [100, 103] { #expect(try connection.receive(status: status)) }

    #expect(throws: ResponseError.endlessInterim) { try connection.receive(status: 102) }
    #expect(!connection.channel.isActive)
  }

  @Test func `interim responses do not extend the time limit of the head`() throws {
    let connection = try Connection(ResponseLimits(headSeconds: 10))
    try connection.request()
    try connection.wait(9)
    try connection.receive(status: 100)

    #expect(throws: ResponseError.noHead(seconds: 10)) { try connection.wait(1) }
    #expect(!connection.channel.isActive)
  }

  @Test func `the time limit of the head begins with the end of the request and ends with the head`() throws {
    let connection = try Connection(ResponseLimits(headSeconds: 10, bytesInWindow: 0))
    try connection.beginRequest()
    try connection.wait(100)
    try connection.endRequest()
    try connection.wait(9)
    try connection.receive(status: 200)

    try connection.wait(100)
    #expect(connection.channel.isActive)
  }

  @Test func `a body must deliver enough bytes in each window`() throws {
    let connection = try Connection(ResponseLimits(windowSeconds: 10, bytesInWindow: 100))
    try connection.request()
    try connection.receive(status: 200)
    for bytes in [100, 500, 100] {
      try connection.receive(bytes: bytes)
      try connection.wait(10)
    }
    try connection.receive(bytes: 99)

    #expect(throws: ResponseError.tooSlow(bytes: 99, seconds: 10)) { try connection.wait(10) }
    #expect(!connection.channel.isActive)
  }

  @Test func `a server is not blamed while the client reads nothing`() throws {
    let connection = try Connection(ResponseLimits(windowSeconds: 10, bytesInWindow: 100))
    try connection.request()
    try connection.receive(status: 200)
    try connection.receive(bytes: 1, readsOn: false)
    try connection.wait(50)
    #expect(connection.channel.isActive)

    connection.channel.read()
    #expect(throws: ResponseError.tooSlow(bytes: 0, seconds: 10)) { try connection.wait(10) }
  }

  @Test func `a response must end within its time limit`() throws {
    let connection = try Connection(ResponseLimits(bytesInWindow: 0, totalSeconds: 100))
    try connection.request()
    try connection.receive(status: 200)
    try connection.wait(99)
    try connection.receive(bytes: 1_000_000)

    #expect(throws: ResponseError.tooLong(seconds: 100)) { try connection.wait(1) }
    #expect(!connection.channel.isActive)
  }

  @Test func `no limit applies to an idle connection`() throws {
    let connection = try Connection(ResponseLimits(totalSeconds: 100))
    try connection.request()
    try connection.receive(status: 200)
    try connection.receive(.end(nil))

    try connection.wait(1000)
    #expect(connection.channel.isActive)
  }

  @Test func `a response that begins before the end of its request has no time limit of the head`() throws {
    let connection = try Connection(ResponseLimits(headSeconds: 10, bytesInWindow: 0))
    try connection.beginRequest()
    try connection.receive(status: 200)
    try connection.endRequest()

    try connection.wait(100)
    #expect(connection.channel.isActive)
  }

  @Test func `a response that ends before its request leaves no time limit behind`() throws {
    let connection = try Connection(ResponseLimits(headSeconds: 10))
    try connection.beginRequest()
    try connection.receive(status: 413)
    try connection.receive(.end(nil))
    try connection.endRequest()
    try connection.wait(100)
    #expect(connection.channel.isActive)

    try connection.request()
    #expect(throws: ResponseError.noHead(seconds: 10)) { try connection.wait(10) }
  }

  @Test func `seconds of any size become an amount of time`() {
    #expect(TimeAmount(inSeconds: 0.3) == .milliseconds(300))
    #expect(TimeAmount(inSeconds: -1) == .seconds(0))
    #expect(TimeAmount(inSeconds: 1e300) == .seconds(3_000_000_000))
  }
}
