import Catalogue
import Crypto
import Foundation
import Synchronization

@testable import Uploads

/// A tus server in memory that keeps to the protocol, unless a test tells it otherwise. Its uploads are `/files/1`,
/// `/files/2` and so on.
final class TusPeer: Sendable {
  struct Upload: Sendable {
    let length: Int
    let metadata: String
    var data: [UInt8] = []
  }

  /// What the server is, and does differently.
  struct Manners: Sendable {
    var extensions = "creation,termination,expiration"
    var checksums = ""
    var maximumSize: Int?
    /// Is asked before the server; an answer replaces its own.
    var interruption: @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply? = { _ in nil }
    /// Whether it does what it is asked, and then ends the connection without an answer.
    var losesAnswer: @Sendable (FaultyPeer.Request) -> Bool = { _ in false }
    /// Is asked when a head has come.
    var early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early? = { _ in nil }
    /// What it says in place of an offset.
    var offset: @Sendable (Int) -> String = { "\($0)" }
    /// What it says in place of an upload's path.
    var location: @Sendable (String) -> String = { $0 }
    /// The largest body that it takes in one request.
    var largestBody = Int.max
    /// When uploads expire.
    var expires: String?
  }

  private let shelf: TusShelf
  private let peer: FaultyPeer

  init(_ change: (inout Manners) -> Void = { _ in }) async throws {
    var manners = Manners()
    change(&manners)
    let (rules, shelf) = (manners, TusShelf())
    self.shelf = shelf
    peer = try await FaultyPeer { request in
      if let early = rules.early(request) { return early }
      let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
      return length > rules.largestBody ? .init(after: 0, reply: .answer(413, ["Connection": "close"])) : nil
    } answer: { request in
      if let answer = rules.interruption(request) { return answer }
      let answer = shelf.answer(request, rules)
      return rules.losesAnswer(request) ? .reset : answer
    }
  }

  var endpoint: WebAddress { address(peer.url("/files/")) }

  var requests: [FaultyPeer.Request] { peer.requests }

  /// The requests without `OPTIONS`, as `METHOD /path`.
  var lines: [String] { peer.lines.filter { !$0.hasPrefix("OPTIONS") } }

  /// What it holds, by path.
  var held: [String: Upload] { shelf.uploads.withLock { $0 } }

  /// Changes an upload, or takes it away.
  func change(_ path: String, _ change: @Sendable (inout Upload?) -> Void) {
    shelf.uploads.withLock { change(&$0[path]) }
  }
}

/// The uploads of a ``TusPeer``.
private final class TusShelf: Sendable {
  let uploads = Mutex<[String: TusPeer.Upload]>([:])
  private let count = Mutex(0)

  func answer(_ request: FaultyPeer.Request, _ rules: TusPeer.Manners) -> FaultyPeer.Reply {
    if request.method == "OPTIONS" { return .answer(204, options(rules)) }
    guard request.header("Tus-Resumable") == "1.0.0" else { return .answer(412) }
    switch request.method {
    case "POST": return create(request, rules)
    case "HEAD":
      guard let upload = uploads.withLock({ $0[request.path] }) else { return .answer(404) }
      return .answer(200, headers(upload, rules).merging(["Upload-Length": "\(upload.length)"]) { $1 })
    case "PATCH": return append(request, rules)
    case "DELETE":
      return uploads.withLock { $0.removeValue(forKey: request.path) } == nil ? .answer(404) : .answer(204)
    case "GET":
      guard let upload = uploads.withLock({ $0[request.path] }) else { return .answer(404) }
      return .answer(200, [:], String(decoding: upload.data, as: UTF8.self))
    default: return .answer(405)
    }
  }

  private func options(_ rules: TusPeer.Manners) -> [String: String] {
    var headers = ["Tus-Version": "1.0.0,0.2.2", "Tus-Resumable": "1.0.0", "Tus-Extension": rules.extensions]
    if !rules.checksums.isEmpty { headers["Tus-Checksum-Algorithm"] = rules.checksums }
    if let size = rules.maximumSize { headers["Tus-Max-Size"] = "\(size)" }
    return headers
  }

  private func headers(_ upload: TusPeer.Upload, _ rules: TusPeer.Manners) -> [String: String] {
    var headers = ["Tus-Resumable": "1.0.0", "Upload-Offset": rules.offset(upload.data.count)]
    if let expires = rules.expires { headers["Upload-Expires"] = expires }
    return headers
  }

  private func create(_ request: FaultyPeer.Request, _ rules: TusPeer.Manners) -> FaultyPeer.Reply {
    guard let length = request.header("Upload-Length").flatMap({ Int($0) }) else { return .answer(400) }
    if let limit = rules.maximumSize, length > limit { return .answer(413) }
    let path = count.withLock { count in
      count += 1
      return "/files/\(count)"
    }
    let upload = TusPeer.Upload(length: length, metadata: request.header("Upload-Metadata") ?? "")
    uploads.withLock { $0[path] = upload }
    var headers = headers(upload, rules)
    headers["Location"] = rules.location(path)
    return .answer(201, headers)
  }

  private func append(_ request: FaultyPeer.Request, _ rules: TusPeer.Manners) -> FaultyPeer.Reply {
    guard request.header("Content-Type") == "application/offset+octet-stream" else { return .answer(415) }
    if let checksum = request.header("Upload-Checksum") {
      guard checksum.hasPrefix("sha1 ") else { return .answer(400) }
      let digest = Data(Insecure.SHA1.hash(data: request.body)).base64EncodedString()
      guard checksum == "sha1 \(digest)" else { return .answer(460) }
    }
    return uploads.withLock { uploads in
      guard var upload = uploads[request.path] else { return .answer(404) }
      guard request.header("Upload-Offset") == "\(upload.data.count)" else { return .answer(409) }
      guard upload.data.count + request.body.count <= upload.length else { return .answer(400) }
      upload.data += request.body
      uploads[request.path] = upload
      return .answer(204, headers(upload, rules))
    }
  }
}
