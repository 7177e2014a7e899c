import Foundation
import ShowroomCatalog
import ShowroomNetwork
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Hostile upload servers", .timeLimit(.minutes(120)))
struct UploadServerSoak {
  /// The maximum number of requests for one upload, including retries.
  static let mostRequests = 400

  @Test func `an upload to a hostile server always ends, and success means that the file is there`() async throws {
    let fixture = try await QueueFixture()
    var tally = (done: 0, failed: 0)
    for seed in SoakSeeds(40) {
      var chance = SeededChance(seed: seed)
      // An odd number, unlike the wrong numbers of ``Misbehavior``.
      let size = Int.random(in: 0...200_000, using: &chance) * 2 + 1
      let name = "scan \(seed)\(Bool.random(using: &chance) ? ";x" : "").pdf"
      let source = try fixture.file(name, size: size)
      let policy = DuplicatePolicy.allCases.randomElement(using: &chance) ?? .fail
      let server: any HostileServer =
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: try await HostileTus(Misbehavior(seed: seed))
        case 1: try await HostileS3(Misbehavior(seed: seed))
        default: try await HostileDAV(Misbehavior(seed: seed), name: name)
        }

      let outcome = try await withTransport { limits in
        limits.connectTimeout = 2
        limits.writeTimeout = 0.25
        limits.responseTimeout = 0.25
        limits.optionalRequestTimeout = 0.2
      } _: { transport -> UploadOutcome? in
        let engine = try server.engine(transport)
        let scheduler = fixture.scheduler(policy: RetryPolicy(delays: [0], attempts: 3, spread: 0)) {
          _ throws(UploadFailure) in engine
        }
        var outcomes = scheduler.finished().makeAsyncIterator()
        try await scheduler.enqueue([source], car: 1, destination: server.destination, onDuplicate: policy)
        let outcome = await outcomes.next()
        await scheduler.stop(.keep)
        return outcome
      }

      switch outcome {
      case .done(_, let attachment), .skipped(_, let attachment):
        tally.done += 1
        #expect(
          server.content(attachment.file) == Array(QueueFixture.content(name, size: size)),
          "\(name) was reported and is not there; seed \(seed)")
      case .failed(_, let failure):
        tally.failed += 1
        #expect(failure.message.hasSuffix("."), "\(failure), seed \(seed)")
      case nil: Issue.record("no outcome; seed \(seed)")
      }
      #expect(server.requestCount <= Self.mostRequests, "\(server.requestCount) requests, seed \(seed)")
    }
    #expect(tally.done > 0 && tally.failed > 0, "results: \(tally)")
  }
}

/// A server that misbehaves.
private protocol HostileServer: Sendable {
  var destination: Destination { get }
  var requestCount: Int { get }
  func engine(_ transport: HTTPTransport) throws -> any UploadEngine
  func content(_ file: StoredFile) -> [UInt8]?
}

/// Chooses the reaction to a request when its head arrives, and remembers it until the end of the request.
private func interruptions(_ misbehavior: Misbehavior) -> (
  early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early?,
  late: @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply?, losesAnswer: @Sendable (FaultyPeer.Request) -> Bool
) {
  let reaction = Mutex<Misbehavior.Reaction>(.right)
  return (
    { _ in
      let next = misbehavior.next()
      reaction.withLock { $0 = next }
      guard case .repliesEarly(let reply) = next else { return nil }
      return FaultyPeer.Early(after: misbehavior.pick(100_000), reply: reply)
    },
    { _ in if case .replies(let reply) = reaction.withLock({ $0 }) { reply } else { nil } },
    { _ in if case .losesAnswer = reaction.withLock({ $0 }) { true } else { false } }
  )
}

private struct HostileDAV: HostileServer {
  let peer: DAVPeer

  init(_ misbehavior: Misbehavior, name: String) async throws {
    let folder = "/in/1/"
    let old = misbehavior.pick(3) == 0 ? [folder + WebAddress.encoded(name): [UInt8](repeating: 1, count: 2)] : [:]
    let methods = misbehavior.pick(3), truncates = misbehavior.pick(6) == 0, cuts = misbehavior.pick(4) == 0
    let reactions = interruptions(misbehavior)
    peer = try await DAVPeer(old.merging([folder + "scan": [9, 9]]) { first, _ in first }) { behavior in
      if methods == 0 { behavior.methods = ["GET", "HEAD", "PUT"] }
      behavior.namesMethods = methods != 1
      if truncates { behavior.kept = { $0.dropLast() } }
      if cuts { behavior.destination = { $0.replacing(/(%3B|%20).*/, with: "") } }
      behavior.early = reactions.early
      behavior.interruption = reactions.late
      behavior.losesAnswer = reactions.losesAnswer
    }
  }

  var destination: Destination { .webDAV(address(peer.url())) }
  var requestCount: Int { peer.requests.count }

  func engine(_ transport: HTTPTransport) -> any UploadEngine {
    WebDAVEngine(base: address(peer.url()), transport: transport)
  }

  func content(_ file: StoredFile) -> [UInt8]? {
    (try? file.address()).flatMap { peer.held[$0.path] }
  }
}

private struct HostileTus: HostileServer {
  let peer: TusPeer

  init(_ misbehavior: Misbehavior) async throws {
    let verifies = misbehavior.pick(2) == 0
    let reactions = interruptions(misbehavior)
    peer = try await TusPeer { behavior in
      if verifies {
        behavior.extensions += ",checksum"
        behavior.checksums = "sha1"
      }
      behavior.early = reactions.early
      behavior.interruption = reactions.late
      behavior.losesAnswer = reactions.losesAnswer
    }
  }

  var destination: Destination { .tus(peer.endpoint) }
  var requestCount: Int { peer.requests.count }

  func engine(_ transport: HTTPTransport) -> any UploadEngine {
    TusEngine(endpoint: peer.endpoint, transport: transport)
  }

  func content(_ file: StoredFile) -> [UInt8]? {
    (try? file.address()).flatMap { peer.held[$0.path]?.data }
  }
}

private struct HostileS3: HostileServer {
  let peer: S3Peer

  init(_ misbehavior: Misbehavior) async throws {
    peer = try await S3Peer(store: S3Store(encrypts: misbehavior.pick(2) == 0)) { _ in
      switch misbehavior.next() {
      case .right: nil
      case .losesAnswer: .losesAnswer
      case .replies(.answer(let status, let headers, let body)):
        .answers(S3Reply(status: status, headers: headers, body: Array(body.utf8)))
      case .replies(.stall), .repliesEarly(.stall): .stalls
      case .replies, .repliesEarly: .hangsUp
      }
    }
  }

  var destination: Destination { (try? peer.location()).map(Destination.s3) ?? .folder("/") }
  var requestCount: Int { peer.store.received.count }

  func engine(_ transport: HTTPTransport) throws -> any UploadEngine {
    S3Engine(
      location: try peer.location(), transport: transport,
      credentials: .accessKey(id: S3Store.keyID, secret: S3Store.secret, session: nil))
  }

  func content(_ file: StoredFile) -> [UInt8]? { peer.store.objects[file.location]?.bytes }
}
