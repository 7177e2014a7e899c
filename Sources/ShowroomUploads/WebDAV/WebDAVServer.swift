import ShowroomFiles
import ShowroomNetwork
import Synchronization

/// The requests of a WebDAV upload.
struct WebDAVServer: Sendable {
  let transport: HTTPTransport
  let authorization: Authorization?
  /// The observed behavior of the server, shared by all uploads of an engine.
  let learned: LearnedBehavior

  final class LearnedBehavior: Sendable {
    private let observedMoves = Mutex<Moves?>(nil)
    private let movable = Mutex<Set<Character>>([])
    let folders = WebDAVFolders()
    let names: WebDAVNames

    init(filesBeforeList: Int) { names = WebDAVNames(filesBeforeList: filesBeforeList) }

    /// The characters with a meaning in addresses, which a server may misinterpret in the name of a target.
    private static let doubtful: Set<Character> = [";", "#", "%", "+"]
    /// The doubtful characters, for messages.
    static let doubtfulList = "; # % or +"

    /// Returns the names that a server might use instead if it truncates a name at a doubtful character.
    static func cuts(of name: String) -> [String] {
      name.indices.filter { doubtful.contains(name[$0]) }.map { String(name[..<$0]) }
    }

    /// Whether a name has doubtful characters that the server is not yet known to preserve in a move.
    func isDoubtful(_ name: String) -> Bool {
      !movable.withLock { Self.doubtful.intersection(name).isSubset(of: $0) }
    }

    /// Records that the server preserved the characters of a name in a move.
    func noteMoved(_ name: String) { movable.withLock { $0.formUnion(Self.doubtful.intersection(name)) } }

    /// Whether the server moves files, or `nil` if unknown.
    var moves: Moves? {
      get { observedMoves.withLock { $0 } }
      set { observedMoves.withLock { $0 = newValue } }
    }
  }

  /// Whether a server moves files.
  enum Moves: Sendable, Hashable {
    case supported
    /// The server cannot move files.
    case unsupported
    /// The server refused to store or move a test file, or to store a hidden one, with this status.
    case refused(status: Int?)

    /// The predicate of a warning that the server does not move files.
    var obstacle: String {
      guard case .refused(let status?) = self else { return "cannot move files" }
      let cause = status == 403 ? "; a sign-in or a permission may be missing" : ""
      return "does not store or move hidden files (\(status)\(cause))"
    }
  }

  /// The existence of a file according to `HEAD`.
  enum Presence: Sendable, Hashable {
    case absent
    case present(Description)
    /// The server does not report whether the file exists.
    case unknown

    var isPresent: Bool { if case .present = self { true } else { false } }
  }

  /// The properties of a file.
  struct Description: Sendable, Hashable {
    /// The size in bytes, or `nil` if unknown.
    var size: Int64?
    /// A value that changes with the contents (`ETag` or else `Last-Modified`), or `nil` if unknown.
    var version: String?
  }

  func request(
    _ method: String, _ url: WebAddress, headers: HeaderFields = [:], body: HTTPBody = .none
  ) -> HTTPRequest {
    var request = HTTPRequest(method, url, headers: headers, body: body)
    request.authorization = authorization
    return request
  }

  func presence(of url: WebAddress) async throws(UploadFailure) -> Presence {
    let response = try await transport.send(request("HEAD", url))
    switch response.status {
    case 200...299:
      // A folder's page has a length that is not that of a file.
      let size = response.url.path.hasSuffix("/") ? nil : response.headers.number("Content-Length")
      return .present(
        Description(size: size, version: response.headers["ETag"] ?? response.headers["Last-Modified"]))
    case 404, 410: return .absent
    case 403, 405, 501: return .unknown
    default: throw response.failure
    }
  }

  /// Uploads the whole file to an address.
  /// - Returns: The SHA-256 of the bytes sent.
  func put(
    _ source: UploadSource, to url: WebAddress, isNew: Bool, report: @escaping TransferReport
  ) async throws(UploadFailure) -> String {
    var headers: HeaderFields = ["Content-Type": "application/octet-stream"]
    // ownCloud, Nextcloud and others keep this time. Other servers ignore it. Nextcloud refuses the first day of 1970.
    if source.modified / 1_000_000_000 > 86_400 { headers.add("X-OC-Mtime", source.modifiedSeconds) }
    // Some servers ignore this condition, so it is never relied upon.
    if isNew { headers.add("If-None-Match", "*") }
    let digest = try FileDigest()
    var request = request("PUT", url, headers: headers, body: .file(FileRange(source)))
    request.digest = digest
    var response = try await transport.send(request, progress: sent(report))
    if [404, 409].contains(response.status), let folder = url.parent {
      // The folder has been removed since an upload created it.
      learned.folders.forget(folder)
      try await makeFolderOnce(folder)
      response = try await transport.send(request, progress: sent(report))
    }
    guard response.isSuccess else { throw response.failure }
    guard !response.isPremature, let sha256 = digest.value(ofSize: source.size) else { throw response.premature }
    return sha256
  }

  private func sent(_ report: @escaping TransferReport) -> HTTPTransport.SendProgress {
    { (bytes) async throws(UploadFailure) in try await report(.sent(bytes: bytes)) }
  }

  enum MoveResult: Sendable {
    case moved
    /// The name is taken.
    case occupied
    /// The server cannot move files.
    case unsupported
    /// The server rejects this move, because of the names, an existing file or a missing permission.
    case refused(UploadFailure)
  }

  func move(_ url: WebAddress, to target: WebAddress, overwriting: Bool) async throws(UploadFailure) -> MoveResult {
    let headers: HeaderFields = ["Destination": target.text, "Overwrite": overwriting ? "T" : "F"]
    let response = try await transport.send(request("MOVE", url, headers: headers))
    switch response.status {
    case 200...299: return .moved
    case 412: return .occupied
    case 405, 501: return .unsupported
    // These are not about the move itself, or another attempt may succeed.
    case 401, 404, 407, 408, 409, 410, 423, 425, 429: throw response.failure
    case 400...499: return .refused(response.failure)
    default: throw response.failure
    }
  }

  /// Deletes a file. Succeeds if it does not exist.
  /// - Returns: Whether it existed.
  @discardableResult
  func delete(_ url: WebAddress) async throws(UploadFailure) -> Bool {
    let response = try await transport.send(request("DELETE", url))
    guard response.isSuccess || response.status == 404 || response.status == 410 else { throw response.failure }
    // The sign-in page of a network may have responded.
    if response.status == 200, case .present = try await presence(of: url) { throw .dishonest(url.origin.name) }
    return response.isSuccess
  }
}
