import Catalogue
import Synchronization

/// The requests that a WebDAV upload is made of.
struct WebDAVServer: Sendable {
  let transport: HTTPTransport
  let authorisation: Authorisation?
  /// What was learned about the server from its answers; shared by all uploads of an engine.
  let lessons = Lessons()

  final class Lessons: Sendable {
    private let moves = Mutex<Bool?>(nil)

    /// Whether the server moves files; nil as long as that is not known.
    var movesFiles: Bool? {
      get { moves.withLock { $0 } }
      set { moves.withLock { $0 = newValue } }
    }
  }

  /// What a server says of an address.
  enum Presence: Sendable, Hashable {
    case absent
    /// There is something.
    case present(Description)
    /// The server does not say.
    case unknown
  }

  /// What a server says of a file.
  struct Description: Sendable, Hashable {
    /// In bytes; nil where the server does not say.
    var size: Int64?
    /// What changes with the contents (`ETag`, or else `Last-Modified`); nil where the server does not say.
    var version: String?
  }

  func request(
    _ method: String, _ url: WebAddress, headers: HeaderFields = [:], body: HTTPBody = .none
  ) -> HTTPRequest {
    var request = HTTPRequest(method, url, headers: headers, body: body)
    request.authorisation = authorisation
    return request
  }

  func presence(of url: WebAddress) async throws(UploadFailure) -> Presence {
    let response = try await transport.send(request("HEAD", url))
    switch response.status {
    case 200...299:
      // Where the name leads to a folder, the size is none of a file.
      let size = response.url.path.hasSuffix("/") ? nil : response.headers.number("Content-Length")
      return .present(
        Description(size: size, version: response.headers["ETag"] ?? response.headers["Last-Modified"]))
    case 404, 410: return .absent
    case 403, 405, 501: return .unknown
    default: throw response.failure
    }
  }

  /// Makes a folder, and those that it is in where they are missing. That it is there already is as good.
  func makeFolder(_ url: WebAddress) async throws(UploadFailure) {
    let response = try await transport.send(request("MKCOL", url))
    switch response.status {
    case 404, 409:
      guard let parent = url.parent else { throw response.failure }
      try await makeFolder(parent)
      let again = try await transport.send(request("MKCOL", url))
      guard again.isSuccess || again.status == 405 else { throw again.failure }
    // A server that makes no folders may make them by itself; one that does not let us will say so again to `PUT`.
    case 200...299, 301, 302, 403, 405, 501: return
    default: throw response.failure
    }
  }

  /// Sends the whole file to an address.
  /// - Returns: the SHA-256 of what was sent.
  func put(
    _ source: UploadSource, to url: WebAddress, isNew: Bool, report: @escaping TransferReport
  ) async throws(UploadFailure) -> String {
    var headers: HeaderFields = ["Content-Type": "application/octet-stream"]
    // Honoured by some, ignored by others: never relied upon.
    if isNew { headers.add("If-None-Match", "*") }
    let digest = BodyDigest()
    var request = request("PUT", url, headers: headers, body: .file(FileRange(source)))
    request.digest = digest
    let response = try await transport.send(request) {
      (bytes) async throws(UploadFailure) in try await report(.sent(bytes: bytes))
    }
    guard response.isSuccess else { throw response.failure }
    guard !response.isPremature, let sha256 = digest.value else { throw response.premature }
    return sha256
  }

  /// What became of a move.
  enum MoveResult: Sendable {
    case moved
    /// There is a file of that name already.
    case occupied
    /// The server moves no files.
    case unsupported
  }

  func move(_ url: WebAddress, to target: WebAddress, overwriting: Bool) async throws(UploadFailure) -> MoveResult {
    let headers: HeaderFields = ["Destination": target.text, "Overwrite": overwriting ? "T" : "F"]
    let response = try await transport.send(request("MOVE", url, headers: headers))
    switch response.status {
    case 200...299: return .moved
    case 412: return .occupied
    case 405, 501: return .unsupported
    default: throw response.failure
    }
  }

  /// Deletes what is there. That it is gone is as good.
  func delete(_ url: WebAddress) async throws(UploadFailure) {
    let response = try await transport.send(request("DELETE", url))
    guard response.isSuccess || response.status == 404 || response.status == 410 else { throw response.failure }
  }
}
