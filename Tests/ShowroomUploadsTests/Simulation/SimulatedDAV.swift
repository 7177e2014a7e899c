import ShowroomNetwork

@testable import ShowroomUploads

/// A server that supports the part of WebDAV (RFC 4918) that uploads use, or only `PUT`. It has a folder `/in/`. With
/// WebDAV, a file or folder can be created only in an existing folder; otherwise, missing folders are created with a
/// file.
struct SimulatedDAV: SimulatedServer {
  private struct File {
    var bytes: [UInt8]
    var revision: Int
  }

  /// Whether it supports `MOVE`, `MKCOL` and `PROPFIND`.
  let isDAV: Bool
  /// Whether the received part of an interrupted `PUT` is stored.
  let keepsParts: Bool
  /// The moves that it refuses, if any.
  let refusal: Refusal?
  private var files: [String: File] = [:]
  private var folders: Set<String> = ["/", "/in/"]
  private var revision = 0

  /// The moves that a server refuses, with the status of its response.
  enum Refusal: Sendable, Hashable {
    /// Those over an existing file, which the request allows (`Overwrite: T`).
    case replacing(status: Int)
    /// Those to names that are not hidden.
    case publishing(status: Int)
  }

  init(isDAV: Bool, keepsParts: Bool, refusal: Refusal? = nil) {
    self.isDAV = isDAV
    self.keepsParts = keepsParts
    self.refusal = refusal
  }

  static let base = "http://dav.test/in"
  private static let car = "/in/1/"

  mutating func put(_ bytes: [UInt8], as name: String) {
    let path = Self.car + name.split(separator: "/").map { WebAddress.encoded(String($0)) }.joined(separator: "/")
    makeFolders(of: path)
    store(bytes, at: path)
  }

  /// Renames a file as a user can who has access to the server.
  /// - Returns: whether it existed, and no other file had the new name.
  mutating func rename(_ path: String, to newPath: String) -> Bool {
    guard files[newPath] == nil, let file = files.removeValue(forKey: path) else { return false }
    store(file.bytes, at: newPath)
    return true
  }

  /// Deletes a file as a user can who has access to the server.
  /// - Returns: whether it existed.
  mutating func delete(_ path: String) -> Bool { files.removeValue(forKey: path) != nil }

  var published: [(name: String, bytes: [UInt8])] {
    files.filter { !Self.isHidden($0.key) }.map { path, file in
      let path = path.hasPrefix(Self.car) ? String(path.dropFirst(Self.car.count)) : path
      return (path.removingPercentEncoding ?? path, file.bytes)
    }
  }

  var unpublished: [String] { files.keys.filter(Self.isHidden).sorted() }

  func contents(of file: StoredFile) -> [UInt8]? { (try? file.address()).flatMap { files[$0.path]?.bytes } }

  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.removingPercentEncoding ?? name
  }

  private static func isHidden(_ path: String) -> Bool { name(of: path).hasPrefix(".") }

  private static func folder(of path: String) -> String {
    let slash = path.dropLast().lastIndex(of: "/")
    return slash.map { String(path[...$0]) } ?? "/"
  }

  private mutating func makeFolders(of path: String) {
    var folder = Self.folder(of: path)
    while folders.insert(folder).inserted { folder = Self.folder(of: folder) }
  }

  private mutating func store(_ bytes: [UInt8], at path: String) {
    revision += 1
    files[path] = File(bytes: bytes, revision: revision)
  }

  mutating func answer(_ request: SimulatedRequest) -> SimulatedAnswer {
    let path = request.url.path
    switch request.method {
    case "OPTIONS":
      let methods = "OPTIONS, GET, HEAD, PUT, DELETE" + (isDAV ? ", MKCOL, MOVE, PROPFIND" : "")
      return SimulatedAnswer(200, isDAV ? ["DAV": "1", "Allow": methods] : ["Allow": methods])
    case "HEAD", "GET":
      guard let file = files[path] else { return SimulatedAnswer(404) }
      let headers: HeaderFields = ["Content-Length": "\(file.bytes.count)", "ETag": "\"\(file.revision)\""]
      return SimulatedAnswer(200, headers, request.method == "GET" ? file.bytes : [])
    case "PUT": return put(request, path)
    case "DELETE": return SimulatedAnswer(delete(path) ? 204 : 404)
    case "MKCOL" where isDAV:
      let folder = path.hasSuffix("/") ? path : path + "/"
      guard folders.contains(Self.folder(of: folder)) else { return SimulatedAnswer(409) }
      return SimulatedAnswer(folders.insert(folder).inserted ? 201 : 405)
    case "MOVE" where isDAV: return move(request, path)
    case "PROPFIND" where isDAV: return list(path)
    default: return SimulatedAnswer(405)
    }
  }

  private mutating func put(_ request: SimulatedRequest, _ path: String) -> SimulatedAnswer {
    guard !isDAV || folders.contains(Self.folder(of: path)) else { return SimulatedAnswer(409) }
    if request.headers["If-None-Match"] == "*", files[path] != nil { return SimulatedAnswer(412) }
    guard !request.isCut || keepsParts else { return SimulatedAnswer(400) }
    let isNew = files[path] == nil
    makeFolders(of: path)
    store(request.body, at: path)
    return SimulatedAnswer(isNew ? 201 : 204)
  }

  private mutating func move(_ request: SimulatedRequest, _ path: String) -> SimulatedAnswer {
    guard let file = files[path] else { return SimulatedAnswer(404) }
    guard let target = request.headers["Destination"].flatMap({ try? WebAddress(parsing: $0) })?.path,
      folders.contains(Self.folder(of: target))
    else { return SimulatedAnswer(409) }
    let isNew = files[target] == nil
    if case .publishing(let status)? = refusal, !Self.isHidden(target) { return SimulatedAnswer(status) }
    if !isNew, request.headers["Overwrite"] == "F" { return SimulatedAnswer(412) }
    if !isNew, case .replacing(let status)? = refusal { return SimulatedAnswer(status) }
    files[path] = nil
    store(file.bytes, at: target)
    return SimulatedAnswer(isNew ? 201 : 204)
  }

  private func list(_ path: String) -> SimulatedAnswer {
    guard files[path] != nil || folders.contains(path) else { return SimulatedAnswer(404) }
    let found = files.filter { $0.key == path || folders.contains(path) && Self.folder(of: $0.key) == path }
    let entries = found.sorted { $0.key < $1.key }.map { path, file in
      "<D:response><D:href>\(path)</D:href><D:propstat><D:prop><D:resourcetype/><D:getcontentlength>\(file.bytes.count)"
        + "</D:getcontentlength></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    }
    let inner = folders.filter { $0 == path || $0 != "/" && Self.folder(of: $0) == path }.sorted().map { path in
      "<D:response><D:href>\(path)</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop>"
        + "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    }
    let text = "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">\((inner + entries).joined())</D:multistatus>"
    return SimulatedAnswer(207, [:], Array(text.utf8))
  }
}
