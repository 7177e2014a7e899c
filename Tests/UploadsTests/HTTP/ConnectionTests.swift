import Foundation
import TestServers
import Testing

@testable import Uploads

@Suite("A connection", .timeLimit(.minutes(5)))
struct ConnectionTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// The failure of sending a large file.
  private func failure(
    _ url: String, location: SourceLocation = #_sourceLocation, _ change: (inout HTTPLimits) -> Void = { _ in }
  ) async throws -> UploadFailure? {
    let source = try place.large()
    let failure = await #expect(throws: UploadFailure.self, sourceLocation: location) {
      try await withTransport(change) {
        try await $0.send(HTTPRequest("PUT", address(url), body: .file(FileRange(source))))
      }
    }
    #expect(failure?.sentence.hasSuffix(".") == true && failure?.status == nil, sourceLocation: location)
    return failure
  }

  @Test("that is refused is said at once, to be tried later")
  func refused() async throws {
    let port = ReservedPort()
    let failure = try await failure("http://127.0.0.1:\(port.number)/")
    #expect(failure?.cause == .unreachable && failure?.retry == .later)
    #expect(
      failure?.sentence == "127.0.0.1:\(port.number) refused the connection: nothing listens there; check the address, "
        + "or start the server.")
    withExtendedLifetime(port) {}
  }

  @Test("that is reset at some byte is to be tried later", arguments: [0, 1, 100_000, 5_000_000])
  func reset(byte: Int) async throws {
    let peer = try await FaultyPeer { _ in
      FaultyPeer.Early(after: byte, reply: .reset)
    } answer: { _ in
      .answer(201)
    }
    let failure = try await failure(peer.url())
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.sentence.hasPrefix("The connection to 127.0.0.1:") == true, "\(failure?.sentence ?? "")")
  }

  @Test("on which the server takes nothing more ends after the time for that")
  func stalledWriting() async throws {
    let peer = try await FaultyPeer { _ in
      FaultyPeer.Early(after: 1000, reply: .stall)
    } answer: { _ in
      .answer(201)
    }
    let failure = try await failure(peer.url()) { $0.writeTimeout = 0.3 }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.sentence.contains("took no bytes for 0.3 seconds") == true, "\(failure?.sentence ?? "")")
  }

  @Test(arguments: [0, 5_000_000])
  func `that takes nothing more ends, however the client's own timers stand`(byte: Int) async throws {
    let peer = try await FaultyPeer { _ in
      FaultyPeer.Early(after: byte, reply: .stall)
    } answer: { _ in
      .answer(201)
    }
    let failure = try await failure(peer.url()) { limits in
      limits.writeTimeout = 0.5
      limits.answerTimeout = 3600
    }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.sentence.contains("took no bytes for 0.5 seconds") == true, "\(failure?.sentence ?? "")")
  }

  @Test func `on which an answer never comes to its end is given up`() async throws {
    let provisional = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 3)
    for words in [provisional, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx"] {
      let peer = try await FaultyPeer { _ in .bytes(words) }
      let failure = try await failure(peer.url()) { $0.answerTimeout = 0.5 }
      #expect(failure?.cause == .unavailable && failure?.sentence.contains("answered nothing for 0.5 seconds") == true)
    }
  }

  @Test("on which the server is silent at the end is given up after the time for that")
  func stalledAnswering() async throws {
    let peer = try await FaultyPeer { _ in .stall }
    let failure = try await failure(peer.url()) { $0.answerTimeout = 0.3 }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(failure?.sentence.contains("answered nothing for 0.3 seconds") == true, "\(failure?.sentence ?? "")")
  }

  @Test("that the server closes without a word, or says nothing more on, is to be tried later")
  func closed() async throws {
    let closing = try await FaultyPeer { _ in .bytesAndClose("") }
    #expect(try await failure(closing.url())?.cause == .unavailable)
    let half = try await FaultyPeer { _ in
      .init(after: 1000, reply: .halfClose)
    } answer: { _ in
      .halfClose
    }
    let failure = try await failure(half.url())
    #expect(failure?.cause == .unavailable && failure?.retry == .later, "\(failure?.sentence ?? "")")
  }

  @Test("to what speaks no HTTP is none")
  func noHTTP() async throws {
    let peer = try await FaultyPeer { _ in .bytesAndClose("220 ready\r\n\r\n") }
    let failure = try await failure(peer.url())
    #expect(failure?.sentence.contains("127.0.0.1") == true, "\(failure?.sentence ?? "")")
  }

  @Test("to a name that nobody knows is said so")
  func unknownHost() async throws {
    let failure = try await failure("http://no-such-host.invalid/")
    #expect(failure?.cause == .unreachable && failure?.retry == .later)
    #expect(failure?.sentence.contains("The name no-such-host.invalid is not known") == true)
  }

  @Test("is ended at once when the task is cancelled, while bytes flow, stand still, or nothing answers")
  func cancellation() async throws {
    let source = try place.large()
    for reply in [FaultyPeer.Reply.stall, .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")] {
      let (arrived, signal) = AsyncStream<Void>.makeStream()
      let peer = try await FaultyPeer { _ in
        signal.yield()
        return FaultyPeer.Early(after: 1000, reply: reply)
      } answer: { _ in
        reply
      }
      try await withTransport { transport in
        let task = Task {
          try await transport.send(HTTPRequest("PUT", address(peer.url()), body: .file(FileRange(source))))
        }
        for await _ in arrived { break }
        let start = ContinuousClock.now
        task.cancel()
        await #expect(throws: UploadFailure.cancelled) { try await task.value }
        #expect(ContinuousClock.now - start < .seconds(30), "by the cancellation, not by a time-out")
      }
    }
  }

  @Test("is not made by a task that is cancelled already, nor by a transport that was shut down")
  func notBegun() async throws {
    let peer = try await FaultyPeer { _ in .answer(200) }
    let transport = HTTPTransport(limits: HTTPLimits(environment: [:]))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequest("GET", address(peer.url())))
    }
    await #expect(throws: UploadFailure.cancelled) { try await task.value }
    #expect(try await transport.send(HTTPRequest("GET", address(peer.url()))).status == 200)
    await transport.shutDown()
    await transport.shutDown()
    await #expect(throws: UploadFailure.cancelled) { try await transport.send(HTTPRequest("GET", address(peer.url()))) }
    #expect(peer.requests.count == 1)
  }

  @Test(arguments: ["000", "042", "099"])
  func `a status below 100 fails the request, not the program`(status: String) async throws {
    let peer = try await FaultyPeer { _ in .bytesAndClose("HTTP/1.1 \(status) Odd\r\nContent-Length: 0\r\n\r\n") }

    let failure = try await failure(peer.url())

    #expect(failure?.cause == .protocol && failure?.retry == .never)
    #expect(failure?.sentence.contains("which is not one of HTTP") == true)
  }
}
