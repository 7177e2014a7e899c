import Foundation
import ShowroomNetwork
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("Concurrent requests", .timeLimit(.minutes(20)))
struct ConnectionLimitTests {
  private let clock = ManualClock()
  private let limit: ConnectionLimit
  private let origin = address("https://a.test").origin
  private let other = address("https://b.test").origin

  init() { limit = ConnectionLimit(clock: clock) }

  private func file(_ number: Int) -> FilePath { FilePath("/files/\(number)") }

  /// Begins as many requests as a server receives at the same time.
  private func fill() async throws {
    for number in 0..<16 { #expect(try await !limit.begin(file(number), at: origin)) }
  }

  /// Begins a request that has to wait.
  private func waiting(_ file: FilePath) async -> Task<Bool, any Error> {
    let (limit, origin) = (limit, origin)
    let request = Task { try await limit.begin(file, at: origin) }
    while !limit.waitingFiles.contains(file) { await Task.yield() }
    return request
  }

  /// Sends one request after another.
  private func send(_ count: Int, status: Int) async throws {
    for _ in 0..<count {
      #expect(try await !limit.begin("/sent", at: origin))
      limit.end("/sent", at: origin, status: status)
    }
  }

  /// Returns the number of further requests that begin without waiting.
  private func room(at origin: WebAddress.Origin) async throws -> Int {
    let limit = limit
    var begun: [FilePath] = []
    while begun.count < 99 {
      let file = FilePath("/room/\(begun.count)")
      let hasBegun = Mutex(false)
      let request = Task {
        _ = try await limit.begin(file, at: origin)
        hasBegun.withLock { $0 = true }
      }
      while !hasBegun.withLock({ $0 }), !limit.waitingFiles.contains(file) { await Task.yield() }
      guard hasBegun.withLock({ $0 }) else {
        request.cancel()
        _ = await request.result
        break
      }
      begun.append(file)
    }
    for file in begun { limit.end(file, at: origin, status: nil) }
    return begun.count
  }

  @Test func `a server receives sixteen requests at the same time, and others do not count`() async throws {
    try await fill()
    let next = await waiting("/next")
    #expect(try await room(at: other) == 16)

    limit.end(file(3), at: origin, status: 201)
    #expect(try await next.value, "it had to wait")
    #expect(try await room(at: origin) == 0)
  }

  @Test func `the limit of a busy server is halved at most once a second, and that of others stays`()
    async throws
  {
    try await fill()
    for number in 0..<16 { limit.end(file(number), at: origin, status: number < 8 ? 503 : 429) }
    #expect(try await room(at: origin) == 8)
    #expect(try await room(at: other) == 16)

    clock.advance(0.5)
    try await send(1, status: 503)
    #expect(try await room(at: origin) == 8)
    clock.advance(0.5)
    try await send(2, status: 429)
    #expect(try await room(at: origin) == 4)
    for _ in 0..<9 {
      clock.advance(1)
      try await send(1, status: 503)
    }
    #expect(try await room(at: origin) == 1, "one request is always possible")
  }

  @Test func `successes slowly raise the limit up to sixteen, and nothing else does`() async throws {
    try await fill()
    for number in 0..<16 { limit.end(file(number), at: origin, status: 503) }
    clock.advance(1)
    try await send(1, status: 503)
    try await send(200, status: 404)
    #expect(try await room(at: origin) == 4)

    try await send(5, status: 200)
    #expect(try await room(at: origin) == 5)
    try await send(1000, status: 204)
    #expect(try await room(at: origin) == 16)
    clock.advance(1)
    try await send(1, status: 503)
    #expect(try await room(at: origin) == 8, "the limit has not become higher")
  }

  @Test func `requests that wait begin when the limit rises`() async throws {
    for number in 0..<2 { _ = try await limit.begin(file(number), at: origin) }
    limit.end(nil, at: origin, status: 503)
    limit.end(file(0), at: origin, status: nil)
    let next = await waiting("/next")
    let last = await waiting("/last")

    limit.end(file(1), at: origin, status: 200)

    #expect(try await next.value)
    #expect(try await last.value, "one success has raised the limit from one to two")
  }

  @Test func `a request without a file never waits, and shows only that a server is busy`() async throws {
    limit.end(nil, at: origin, status: 503)
    #expect(try await room(at: origin) == 16, "nothing was being sent")
    try await fill()
    limit.end(nil, at: origin, status: 503)
    for number in 0..<16 { limit.end(file(number), at: origin, status: nil) }
    #expect(try await room(at: origin) == 8)
    #expect(try await !limit.begin(file(0), at: origin))
    for _ in 0..<100 { limit.end(nil, at: origin, status: 200) }
    #expect(try await room(at: origin) == 7)
  }

  @Test func `a canceled request releases nothing, and the next one takes its turn`() async throws {
    try await fill()
    let canceled = await waiting("/canceled")
    let next = await waiting("/next")

    canceled.cancel()
    await #expect(throws: UploadFailure.canceled) { try await canceled.value }
    #expect(limit.waitingFiles == ["/next"])
    limit.end(file(0), at: origin, status: nil)
    #expect(try await next.value)
    #expect(try await room(at: origin) == 0)

    for number in 1..<16 { limit.end(file(number), at: origin, status: nil) }
    #expect(try await room(at: origin) == 15)
    limit.end("/next", at: origin, status: nil)
    #expect(try await room(at: origin) == 16)
  }

  @Test func `the file with the fewest requests is next`() async throws {
    for _ in 0..<16 { _ = try await limit.begin("/large", at: origin) }
    let (limit, origin) = (limit, origin)
    let part = Task { try await limit.begin("/large", at: origin) }
    for _ in 0..<1000 { await Task.yield() }
    let small = await waiting("/small")

    limit.end("/large", at: origin, status: 200)
    #expect(try await small.value)
    #expect(limit.waitingFiles.isEmpty, "a part is waiting, but others of its file are being sent")
    limit.end("/large", at: origin, status: 200)
    #expect(try await part.value)
  }

  // MARK: Requests

  /// An S3 store in memory that keeps the first requests with files until a number of them are being sent.
  private final class Store: Sendable {
    private struct State {
      var store = SimulatedS3(isSecure: false)
      var running = 0
      var most = 0
      var dates: [String] = []
    }

    private let state = Mutex(State())
    private let gate = Gate()
    private let together: Int
    private let lost: Int?

    /// - Parameter lost: The number of the request whose connection is lost.
    init(together: Int, lost: Int? = nil) { (self.together, self.lost) = (together, lost) }

    static let origin = address("http://s3.test").origin

    /// The maximum number of requests with files at the same time.
    var most: Int { state.withLock { $0.most } }
    /// The times of the signatures of requests with files.
    var dates: [String] { state.withLock { $0.dates } }
    /// The contents of the stored files.
    var published: [[UInt8]] { state.withLock { $0.store.published.map(\.bytes) } }

    func exchange(_ request: WebRequest) async throws -> WebResponse {
      guard case .stream = request.body else { return try await answer(request) }
      let number = state.withLock { state in
        state.running += 1
        state.most = max(state.most, state.running)
        state.dates.append(request.headers["x-amz-date"] ?? "")
        return state.dates.count
      }
      defer { state.withLock { $0.running -= 1 } }
      if number == together { gate.open() }
      try await gate.pass()
      for _ in 0..<20 { await Task.yield() }
      if number == lost { throw WebError.reset }
      return try await answer(request)
    }

    private func answer(_ request: WebRequest) async throws -> WebResponse {
      let received = SimulatedRequest(
        method: request.method, url: request.url, headers: request.headers,
        body: try await SimulationWorld.bytes(of: request.body))
      let answer = state.withLock { $0.store.answer(received) }
      return SimulationWorld.response(answer, to: request, sent: request.body.length)
    }
  }

  private func transport(to store: Store) -> HTTPTransport {
    HTTPTransport(limits: HTTPLimits(environment: [:]), connections: limit) { try await store.exchange($0) }
  }

  private func engine(_ transport: HTTPTransport, now: @escaping @Sendable () -> Date) throws -> S3Engine {
    S3Engine(
      location: try S3Location(parsing: SimulatedS3.destination(isSecure: false)), transport: transport,
      credentials: .accessKey(id: S3Store.keyID, secret: S3Store.secret, session: nil),
      partSizes: .init(usual: 8 << 10, smallest: 1), now: now)
  }

  @Test func `the parts of four objects share sixteen requests, even if one of them is lost`() async throws {
    let place = try SourceFolder()
    let store = Store(together: 16, lost: 20)
    let transport = transport(to: store)
    let engine = try engine(transport, now: { Date(timeIntervalSince1970: 1_790_000_000) })
    let transfers = try (1...4).map { place.transfer(try place.source("\($0).bin", size: 20 * (8 << 10))) }

    let failures = await withTaskGroup(of: UploadFailure?.self, returning: [UploadFailure].self) { group in
      for transfer in transfers {
        group.addTask {
          do throws(UploadFailure) {
            _ = try await engine.send(transfer, report: Reports().report)
            return nil
          } catch {
            return error
          }
        }
      }
      var failures: [UploadFailure] = []
      for await failure in group { if let failure { failures.append(failure) } }
      return failures
    }

    #expect(store.most == 16)
    #expect(failures.map(\.cause) == [.unavailable])
    #expect(store.published.count == 3)
    #expect(try await room(at: Store.origin) == 16, "every request has given its place back")
    await transport.shutDown()
  }

  @Test func `a response that a server is busy reduces its requests`() async throws {
    let place = try SourceFolder()
    let transport = HTTPTransport(limits: HTTPLimits(environment: [:]), connections: limit) { request in
      SimulationWorld.response(SimulatedAnswer(503), to: request, sent: 0)
    }
    let url = address("https://a.test/a")

    try await fill()
    _ = try await transport.send(HTTPRequest("PUT", url, body: .bytes([1])))
    for number in 0..<16 { limit.end(file(number), at: origin, status: nil) }
    #expect(try await room(at: origin) == 8)
    clock.advance(1)
    _ = try await transport.send(HTTPRequest("PUT", url, body: .file(FileRange(try place.source()))))
    #expect(try await room(at: origin) == 4)
    #expect(try await room(at: other) == 16)
    await transport.shutDown()
  }

  @Test func `a request that had to wait is signed when it is sent`() async throws {
    let place = try SourceFolder()
    let source = try place.source()
    let store = Store(together: 1)
    let transport = transport(to: store)
    let time = Mutex(1_790_000_000.0)
    let engine = try engine(transport, now: { Date(timeIntervalSince1970: time.withLock { $0 }) })
    for number in 0..<16 { _ = try await limit.begin(file(number), at: Store.origin) }

    let upload = Task { try await engine.send(place.transfer(source), report: Reports().report) }
    while limit.waitingFiles != [source.path] { await Task.yield() }
    time.withLock { $0 += 3600 }
    limit.end(file(0), at: Store.origin, status: 200)
    _ = try await upload.value

    #expect(store.dates == ["20260921T151320Z"])
    #expect(store.published == [SourceFolder.bytes(1000)])
    await transport.shutDown()
  }
}
