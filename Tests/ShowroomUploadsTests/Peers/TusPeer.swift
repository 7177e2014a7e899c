import Foundation
import ShowroomNetwork
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// A tus server in memory that follows the protocol except as a test specifies. Its uploads are `/files/1`, `/files/2`
/// and so on.
final class TusPeer: Sendable {
  struct Upload: Sendable {
    let length: Int
    let metadata: String
    var data: [UInt8] = []
  }

  /// The deviations of the server.
  struct Behavior: Sendable {
    var extensions = "creation,termination,expiration"
    var checksums = ""
    var maximumSize: Int?
    /// Returns a response that replaces the server's own, or `nil`.
    var interruption: @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply? = { _ in nil }
    /// Returns whether to process a request and then reset the connection without a response.
    var losesAnswer: @Sendable (FaultyPeer.Request) -> Bool = { _ in false }
    /// Returns a response to send before the end of the body, or `nil`.
    var early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early? = { _ in nil }
    /// Converts the reported offset.
    var offset: @Sendable (Int) -> String = { "\($0)" }
    /// Converts the path of a new upload to its `Location`.
    var location: @Sendable (String) -> String = { $0 }
    /// The maximum size of the body of one request.
    var largestBody = Int.max
    /// The expiration date of uploads.
    var expires: String?
  }

  private let storage: TusStorage
  private let peer: FaultyPeer

  init(_ change: (inout Behavior) -> Void = { _ in }) async throws {
    var behavior = Behavior()
    change(&behavior)
    let (rules, storage) = (behavior, TusStorage())
    self.storage = storage
    peer = try await FaultyPeer { request in
      if let early = rules.early(request) { return early }
      let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
      return length > rules.largestBody ? .init(after: 0, reply: .answer(413, ["Connection": "close"])) : nil
    } answer: { request in
      if let answer = rules.interruption(request) { return answer }
      let answer = storage.answer(request, rules)
      return rules.losesAnswer(request) ? .reset : answer
    }
  }

  var endpoint: WebAddress { address(peer.url("/files/")) }

  var requests: [FaultyPeer.Request] { peer.requests }

  /// The requests other than `OPTIONS`, as `METHOD /path`.
  var lines: [String] { peer.lines.filter { !$0.hasPrefix("OPTIONS") } }

  /// The uploads by path.
  var held: [String: Upload] { storage.uploads.withLock { $0 } }

  /// Changes or removes an upload.
  func change(_ path: String, _ change: @Sendable (inout Upload?) -> Void) {
    storage.uploads.withLock { change(&$0[path]) }
  }
}

extension TusPeer {
  /// Uploads a file to the server.
  func upload(_ transfer: Transfer, _ reports: Reports = Reports()) async throws -> StoredFile {
    try await withTransport { transport in
      try await TusEngine(endpoint: endpoint, transport: transport).send(transfer, report: reports.report)
    }
  }

  /// Returns the failure of an upload.
  func failure(
    of transfer: Transfer, location: SourceLocation = #_sourceLocation
  ) async throws -> UploadFailure? {
    await #expect(throws: UploadFailure.self, sourceLocation: location) { try await upload(transfer) }
  }
}

/// The uploads of a ``TusPeer``.
private final class TusStorage: Sendable {
  let uploads = Mutex<[String: TusPeer.Upload]>([:])
  private let count = Mutex(0)

  func answer(_ request: FaultyPeer.Request, _ rules: TusPeer.Behavior) -> FaultyPeer.Reply {
    if request.method == "OPTIONS" { return .answer(204, options(rules)) }
    guard request.header("Tus-Resumable") == "1.0.0" else { return .answer(412) }
    switch request.method {
    case "POST": return create(request, rules)
    case "HEAD":
      guard let upload = uploads.withLock({ $0[request.file] }) else { return .answer(404) }
      return .answer(200, headers(upload, rules).merging(["Upload-Length": "\(upload.length)"]) { $1 })
    case "PATCH": return append(request, rules)
    case "DELETE":
      return uploads.withLock { $0.removeValue(forKey: request.file) } == nil ? .answer(404) : .answer(204)
    case "GET":
      guard let upload = uploads.withLock({ $0[request.file] }) else { return .answer(404) }
      return .answer(200, [:], String(decoding: upload.data, as: UTF8.self))
    default: return .answer(405)
    }
  }

  private func options(_ rules: TusPeer.Behavior) -> [String: String] {
    var headers = ["Tus-Version": "1.0.0,0.2.2", "Tus-Resumable": "1.0.0", "Tus-Extension": rules.extensions]
    if !rules.checksums.isEmpty { headers["Tus-Checksum-Algorithm"] = rules.checksums }
    if let size = rules.maximumSize { headers["Tus-Max-Size"] = "\(size)" }
    return headers
  }

  private func headers(_ upload: TusPeer.Upload, _ rules: TusPeer.Behavior) -> [String: String] {
    var headers = ["Tus-Resumable": "1.0.0", "Upload-Offset": rules.offset(upload.data.count)]
    if let expires = rules.expires { headers["Upload-Expires"] = expires }
    return headers
  }

  private func create(_ request: FaultyPeer.Request, _ rules: TusPeer.Behavior) -> FaultyPeer.Reply {
    guard let length = request.header("Upload-Length").flatMap({ Int($0) }) else { return .answer(400) }
    if let limit = rules.maximumSize, length > limit { return .answer(413) }
    let path = count.withLock { count in
      count += 1
      return "/files/\(count)"
    }
    var upload = TusPeer.Upload(length: length, metadata: request.header("Upload-Metadata") ?? "")
    if !request.body.isEmpty {
      let isAccepted = rules.extensions.contains("creation-with-upload")
      guard isAccepted, request.header("Content-Type") == "application/offset+octet-stream" else { return .answer(400) }
      upload.data = request.body
    }
    uploads.withLock { $0[path] = upload }
    var headers = headers(upload, rules)
    headers["Location"] = rules.location(path)
    return .answer(201, headers)
  }

  private func append(_ request: FaultyPeer.Request, _ rules: TusPeer.Behavior) -> FaultyPeer.Reply {
    guard request.header("Content-Type") == "application/offset+octet-stream" else { return .answer(415) }
    if let checksum = request.header("Upload-Checksum") {
      guard checksum.hasPrefix("sha1 ") else { return .answer(400) }
      let digest = Data(Digests.digest("SHA1", of: request.body)).base64EncodedString()
      guard checksum == "sha1 \(digest)" else { return .answer(460) }
    }
    return uploads.withLock { uploads in
      guard var upload = uploads[request.file] else { return .answer(404) }
      guard request.header("Upload-Offset") == "\(upload.data.count)" else { return .answer(409) }
      guard upload.data.count + request.body.count <= upload.length else { return .answer(400) }
      upload.data += request.body
      uploads[request.file] = upload
      return .answer(204, headers(upload, rules))
    }
  }
}

extension FaultyPeer.Request {
  /// The path without the query.
  fileprivate var file: String { String(path.prefix { $0 != "?" }) }
}
