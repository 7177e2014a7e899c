import Synchronization

@testable import Uploads

/// A WebDAV server in memory that keeps to the protocol, unless a test tells it otherwise. Files are known by their paths.
final class DAVPeer: Sendable {
  /// What the server is, and does differently.
  struct Manners: Sendable {
    /// The methods it knows; others are answered with 501.
    var methods: Set = ["DELETE", "GET", "HEAD", "MKCOL", "MOVE", "OPTIONS", "PUT"]
    /// Whether it names them in its answer to `OPTIONS`.
    var namesMethods = true
    /// Is asked before the server; an answer replaces its own.
    var interruption: @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply? = { _ in nil }
    /// Whether it does what it is asked, and then ends the connection without an answer.
    var losesAnswer: @Sendable (FaultyPeer.Request) -> Bool = { _ in false }
    /// Is asked when a head has come.
    var early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early? = { _ in nil }
    /// What it makes of the path that a file is to be moved to.
    var destination: @Sendable (String) -> String = { $0 }
    /// What it keeps of a body.
    var kept: @Sendable ([UInt8]) -> [UInt8] = { $0 }
  }

  private let shelf: DAVShelf
  private let peer: FaultyPeer

  init(_ files: [String: [UInt8]] = [:], _ change: (inout Manners) -> Void = { _ in }) async throws {
    var manners = Manners()
    change(&manners)
    let (rules, shelf) = (manners, DAVShelf(files))
    self.shelf = shelf
    peer = try await FaultyPeer(early: rules.early) { request in
      if let answer = rules.interruption(request) { return answer }
      let answer = shelf.answer(request, rules)
      return rules.losesAnswer(request) ? .reset : answer
    }
  }

  func url(_ path: String = "/in") -> String { peer.url(path) }

  var requests: [FaultyPeer.Request] { peer.requests }
  var lines: [String] { peer.lines }

  /// The contents by path.
  var held: [String: [UInt8]] {
    shelf.files.withLock { $0.mapValues(\.bytes) }
  }

  /// Puts a file there, or takes it away.
  func put(_ bytes: [UInt8]?, at path: String) {
    shelf.files.withLock { $0[path] = bytes.map { DAVShelf.File(bytes: $0, revision: 0) } }
  }
}

/// The files of a ``DAVPeer``.
private final class DAVShelf: Sendable {
  struct File: Sendable {
    var bytes: [UInt8]
    var revision: Int
  }

  let files: Mutex<[String: File]>
  private let revisions = Mutex(0)

  init(_ files: [String: [UInt8]]) {
    self.files = Mutex(files.mapValues { File(bytes: $0, revision: 0) })
  }

  func answer(_ request: FaultyPeer.Request, _ rules: DAVPeer.Manners) -> FaultyPeer.Reply {
    guard rules.methods.contains(request.method) else { return .answer(501) }
    let path = request.path
    return files.withLock { files in
      switch request.method {
      case "OPTIONS":
        return .answer(200, rules.namesMethods ? ["Allow": rules.methods.sorted().joined(separator: ", ")] : [:])
      case "HEAD":
        guard let file = files[path] else { return .answer(404) }
        return .answer(200, ["Content-Length": "\(file.bytes.count)", "ETag": "\"\(file.revision)\""])
      case "GET":
        guard let file = files[path] else { return .answer(404) }
        return .content(file.bytes)
      case "PUT":
        let isNew = files[path] == nil
        files[path] = File(bytes: rules.kept(request.body), revision: next())
        return .answer(isNew ? 201 : 204)
      case "DELETE": return .answer(files.removeValue(forKey: path) == nil ? 404 : 204)
      case "MOVE":
        guard let file = files[path], let destination = request.header("Destination"),
          let slash = destination.dropFirst(8).firstIndex(of: "/")
        else { return .answer(404) }
        let target = rules.destination(String(destination[slash...]))
        if request.header("Overwrite") == "F", files[target] != nil { return .answer(412) }
        files[path] = nil
        files[target] = File(bytes: file.bytes, revision: next())
        return .answer(201)
      default: return .answer(201)
      }
    }
  }

  private func next() -> Int {
    revisions.withLock { revisions in
      revisions += 1
      return revisions
    }
  }
}
