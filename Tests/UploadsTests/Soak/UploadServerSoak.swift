import Catalogue
import Foundation
import Synchronization
import TestServers
import Testing

@testable import Uploads

@Suite("Hostile upload servers", .timeLimit(.minutes(60)))
struct UploadServerSoak {
  /// The most requests that one upload may take, retries included.
  static let mostRequests = 400

  @Test func `an upload always ends, and is reported only where the file is there`() async throws {
    let fixture = try await QueueFixture()
    var tally = (done: 0, failed: 0)
    for seed in SoakSeeds(40) {
      var chance = SeededChance(seed: seed)
      // Odd, as no lie of ``Mischief`` is.
      let size = Int.random(in: 0...200_000, using: &chance) * 2 + 1
      let name = "scan \(seed)\(Bool.random(using: &chance) ? ";x" : "").pdf"
      let source = try fixture.file(name, size: size)
      let policy = DuplicatePolicy.allCases.randomElement(using: &chance) ?? .fail
      let server: any HostileServer =
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: try await HostileTus(Mischief(seed: seed))
        case 1: try await HostileS3(Mischief(seed: seed))
        default: try await HostileDAV(Mischief(seed: seed), name: name)
        }

      let outcome = try await withTransport { limits in
        limits.connectTimeout = 2
        limits.writeTimeout = 0.25
        limits.answerTimeout = 0.25
        limits.questionTimeout = 0.2
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
      case .done(_, let attachment):
        tally.done += 1
        #expect(
          server.content(attachment.file) == Array(QueueFixture.content(name, size: size)),
          "\(name) was reported and is not there; seed \(seed)")
      case .failed(_, let failure):
        tally.failed += 1
        #expect(failure.sentence.hasSuffix("."), "\(failure), seed \(seed)")
      case nil: Issue.record("no outcome; seed \(seed)")
      }
      #expect(server.requestCount <= Self.mostRequests, "\(server.requestCount) requests, seed \(seed)")
    }
    #expect(tally.done > 0 && tally.failed > 0, "servers of both kinds: \(tally)")
  }
}

/// A server that does wrong.
private protocol HostileServer: Sendable {
  var destination: Destination { get }
  var requestCount: Int { get }
  func engine(_ transport: HTTPTransport) throws -> any UploadEngine
  /// What it holds of a file.
  func content(_ file: StoredFile) -> [UInt8]?
}

/// Decides on a request when its head has come, and remembers that for its end.
private func interruptions(_ mischief: Mischief) -> (
  early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early?,
  late: @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply?, losesAnswer: @Sendable (FaultyPeer.Request) -> Bool
) {
  let deed = Mutex<Mischief.Deed>(.right)
  return (
    { _ in
      let next = mischief.next()
      deed.withLock { $0 = next }
      guard case .repliesEarly(let reply) = next else { return nil }
      return FaultyPeer.Early(after: mischief.pick(100_000), reply: reply)
    },
    { _ in if case .replies(let reply) = deed.withLock({ $0 }) { reply } else { nil } },
    { _ in if case .losesAnswer = deed.withLock({ $0 }) { true } else { false } }
  )
}

private struct HostileDAV: HostileServer {
  let peer: DAVPeer

  init(_ mischief: Mischief, name: String) async throws {
    let folder = "/in/1/"
    let old = mischief.pick(3) == 0 ? [folder + WebAddress.encoded(name): [UInt8](repeating: 1, count: 2)] : [:]
    let methods = mischief.pick(3), truncates = mischief.pick(6) == 0, cuts = mischief.pick(4) == 0
    let deeds = interruptions(mischief)
    peer = try await DAVPeer(old.merging([folder + "scan": [9, 9]]) { first, _ in first }) { manners in
      if methods == 0 { manners.methods = ["GET", "HEAD", "PUT"] }
      manners.namesMethods = methods != 1
      if truncates { manners.kept = { $0.dropLast() } }
      if cuts { manners.destination = { $0.replacing(/(%3B|%20).*/, with: "") } }
      manners.early = deeds.early
      manners.interruption = deeds.late
      manners.losesAnswer = deeds.losesAnswer
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

  init(_ mischief: Mischief) async throws {
    let verifies = mischief.pick(2) == 0
    let deeds = interruptions(mischief)
    peer = try await TusPeer { manners in
      if verifies {
        manners.extensions += ",checksum"
        manners.checksums = "sha1"
      }
      manners.early = deeds.early
      manners.interruption = deeds.late
      manners.losesAnswer = deeds.losesAnswer
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

  init(_ mischief: Mischief) async throws {
    peer = try await S3Peer(store: S3Store(encrypts: mischief.pick(2) == 0)) { _ in
      switch mischief.next() {
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
