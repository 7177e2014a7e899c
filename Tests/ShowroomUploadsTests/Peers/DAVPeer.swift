import ShowroomTestSupport
import Synchronization

@testable import ShowroomUploads

/// A WebDAV server in memory that follows the protocol except as a test specifies. Files are identified by their paths.
/// A path inside which there are files is that of a folder.
final class DAVPeer: Sendable {
  /// The deviations of the server.
  struct Behavior: Sendable {
    /// The supported methods. `PROPFIND` lists a folder. Other methods get 501.
    var methods: Set = ["DELETE", "GET", "HEAD", "MKCOL", "MOVE", "OPTIONS", "PUT"]
    /// Whether the response to `OPTIONS` lists the methods.
    var namesMethods = true
    /// Returns a response that replaces the server's own, or `nil`.
    var interruption: @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply? = { _ in nil }
    /// Returns whether to process a request and then reset the connection without a response.
    var losesAnswer: @Sendable (FaultyPeer.Request) -> Bool = { _ in false }
    /// Returns a response to send before the end of the body, or `nil`.
    var early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early? = { _ in nil }
    /// Converts the path to which a file is moved.
    var destination: @Sendable (String) -> String = { $0 }
    /// Whether moving over an existing file is an error, regardless of `Overwrite`.
    var refusesOverwriting = false
    /// Whether files are moved over existing ones despite `Overwrite: F`.
    var ignoresOverwrite = false
    /// Whether a file or folder can be created only in an existing folder. At first, only `/in/` exists.
    var requiresFolders = false
    /// Converts a body to the bytes that are stored.
    var kept: @Sendable ([UInt8]) -> [UInt8] = { $0 }
  }

  private let storage: DAVStorage
  private let peer: FaultyPeer

  init(_ files: [String: [UInt8]] = [:], _ change: (inout Behavior) -> Void = { _ in }) async throws {
    var behavior = Behavior()
    change(&behavior)
    let (rules, storage) = (behavior, DAVStorage(files))
    self.storage = storage
    peer = try await FaultyPeer(early: rules.early) { request in
      if let answer = rules.interruption(request) { return answer }
      let answer = storage.answer(request, rules)
      return rules.losesAnswer(request) ? .reset : answer
    }
  }

  func url(_ path: String = "/in") -> String { peer.url(path) }
  var port: Int { Int(peer.port) }

  var requests: [FaultyPeer.Request] { peer.requests }
  var lines: [String] { peer.lines }

  /// The contents by path.
  var held: [String: [UInt8]] {
    storage.files.withLock { $0.mapValues(\.bytes) }
  }

  /// The paths of the folders, with slashes at the end.
  var folders: Set<String> {
    get { storage.folders.withLock(\.self) }
    set { storage.folders.withLock { $0 = newValue } }
  }

  /// Stores or removes a file.
  func put(_ bytes: [UInt8]?, at path: String) {
    storage.files.withLock { $0[path] = bytes.map { DAVStorage.File(bytes: $0, revision: 0) } }
  }
}

/// The files of a ``DAVPeer``.
private final class DAVStorage: Sendable {
  struct File: Sendable {
    var bytes: [UInt8]
    var revision: Int
  }

  let files: Mutex<[String: File]>
  let folders = Mutex<Set<String>>(["/in/"])
  private let revisions = Mutex(0)

  init(_ files: [String: [UInt8]]) {
    self.files = Mutex(files.mapValues { File(bytes: $0, revision: 0) })
  }

  func answer(_ request: FaultyPeer.Request, _ rules: DAVPeer.Behavior) -> FaultyPeer.Reply {
    guard rules.methods.contains(request.method) else { return .answer(501) }
    let path = request.path
    if rules.requiresFolders, let answer = answerAboutFolders(request) { return answer }
    return files.withLock { files in
      switch request.method {
      case "OPTIONS":
        return .answer(200, rules.namesMethods ? ["Allow": rules.methods.sorted().joined(separator: ", ")] : [:])
      case "HEAD":
        guard let file = files[path] else {
          if Self.contents(of: path, in: files).isEmpty { return .answer(404) }
          if path.hasSuffix("/") { return .answer(200, ["Content-Type": "text/html"]) }
          return .answer(301, ["Location": path + "/"])
        }
        return .answer(200, ["Content-Length": "\(file.bytes.count)", "ETag": "\"\(file.revision)\""])
      case "PROPFIND":
        if !path.hasSuffix("/"), !Self.contents(of: path, in: files).isEmpty {
          return .answer(
            207, [:],
            "<multistatus><response><href>\(path)/</href><propstat><prop><resourcetype><collection/></resourcetype>"
              + "</prop></propstat></response></multistatus>")
        }
        let entries = files.filter { $0.key.hasPrefix(path) && !$0.key.dropFirst(path.count).contains("/") }.map {
          "<response><href>\($0)</href><propstat><prop><getcontentlength>\($1.bytes.count)</getcontentlength></prop>"
            + "</propstat></response>"
        }
        return .answer(207, [:], "<?xml version=\"1.0\"?><multistatus>\(entries.joined())</multistatus>")
      case "GET":
        guard let file = files[path] else { return .answer(404) }
        return .content(file.bytes)
      case "PUT":
        let isNew = files[path] == nil
        files[path] = File(bytes: rules.kept(request.body), revision: next())
        return .answer(isNew ? 201 : 204)
      case "DELETE":
        let contents = Self.contents(of: path, in: files)
        for inner in contents { files[inner] = nil }
        return .answer(files.removeValue(forKey: path) == nil && contents.isEmpty ? 404 : 204)
      case "MOVE":
        guard let file = files[path], let destination = request.header("Destination"),
          let slash = destination.dropFirst(8).firstIndex(of: "/")
        else { return .answer(404) }
        let target = rules.destination(String(destination[slash...]))
        let contents = Self.contents(of: target, in: files)
        let isTaken = files[target] != nil || !contents.isEmpty
        if rules.refusesOverwriting, isTaken { return .answer(400) }
        if request.header("Overwrite") == "F", isTaken, !rules.ignoresOverwrite { return .answer(412) }
        // A folder is deleted with its contents (RFC 4918, section 9.9.3).
        for inner in contents { files[inner] = nil }
        files[path] = nil
        files[target] = File(bytes: file.bytes, revision: next())
        return .answer(201)
      default: return .answer(201)
      }
    }
  }

  /// Returns the response to a request that creates or lists a folder, or whose folder is missing.
  private func answerAboutFolders(_ request: FaultyPeer.Request) -> FaultyPeer.Reply? {
    func parent(of path: String) -> String { path.dropLast().lastIndex(of: "/").map { String(path[...$0]) } ?? "/" }
    let path = request.path
    let isInFolder = folders.withLock { $0.contains(parent(of: path)) }
    switch request.method {
    case "PUT": return isInFolder ? nil : .answer(409)
    case "MKCOL":
      if files.withLock({ $0[String(path.dropLast())] != nil }) { return .answer(405) }
      return .answer(!isInFolder ? 409 : folders.withLock { $0.insert(path).inserted } ? 201 : 405)
    case "PROPFIND":
      var entries = files.withLock { files in
        files.filter { $0.key == path || path.hasSuffix("/") && parent(of: $0.key) == path }.map {
          "<response><href>\($0)</href><propstat><prop><getcontentlength>\($1.bytes.count)</getcontentlength></prop>"
            + "</propstat></response>"
        }
      }
      entries += folders.withLock(\.self).filter { $0 == path || parent(of: $0) == path }.map {
        "<response><href>\($0)</href><propstat><prop><resourcetype><collection/></resourcetype></prop></propstat>"
          + "</response>"
      }
      if entries.isEmpty { return .answer(404) }
      return .answer(207, [:], "<?xml version=\"1.0\"?><multistatus>\(entries.joined())</multistatus>")
    default: return nil
    }
  }

  /// Returns the paths of the files in a folder.
  private static func contents(of folder: String, in files: [String: File]) -> [String] {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return files.keys.filter { $0.hasPrefix(start) }
  }

  private func next() -> Int {
    revisions.withLock { revisions in
      revisions += 1
      return revisions
    }
  }
}
