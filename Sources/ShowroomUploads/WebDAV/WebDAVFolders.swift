import ShowroomNetwork
import Synchronization

/// The folders that are known to exist on a server. One upload creates a folder, and the others that need it wait, so
/// that a server does not receive several requests for the same folder at once.
final class WebDAVFolders: Sendable {
  private struct State {
    var known: Set<WebAddress> = []
    /// The folders that are being created, with the uploads that are waiting for them.
    var creating: [WebAddress: [Int: CheckedContinuation<Void, Never>]] = [:]
    var lastWaiter = 0
  }

  private enum Turn {
    case known
    case create
    case wait
  }

  private let state = Mutex(State())

  /// The number of uploads that are waiting for a folder that another one is creating.
  var waiting: Int { state.withLock { $0.creating.values.reduce(0) { $0 + $1.count } } }

  func knows(_ folder: WebAddress) -> Bool { state.withLock { $0.known.contains(folder) } }

  func forget(_ folder: WebAddress) { state.withLock { _ = $0.known.remove(folder) } }

  /// Creates a folder unless it is known to exist. If that fails, an upload that has been waiting for it tries next.
  func makeOnce(_ folder: WebAddress, _ make: () async throws(UploadFailure) -> Void) async throws(UploadFailure) {
    while true {
      let turn = state.withLock { state -> Turn in
        if state.known.contains(folder) { return .known }
        if state.creating[folder] != nil { return .wait }
        state.creating[folder] = [:]
        return .create
      }
      switch turn {
      case .known: return
      case .wait: try await wait(for: folder)
      case .create:
        do throws(UploadFailure) { try await make() } catch {
          end(folder, exists: false)
          throw error
        }
        return end(folder, exists: true)
      }
    }
  }

  private func end(_ folder: WebAddress, exists: Bool) {
    let waiters = state.withLock { state in
      if exists { state.known.insert(folder) }
      return state.creating.removeValue(forKey: folder) ?? [:]
    }
    for waiter in waiters.sorted(by: { $0.key < $1.key }) { waiter.value.resume() }
  }

  /// Waits until another upload has created a folder or failed to.
  private func wait(for folder: WebAddress) async throws(UploadFailure) {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard !Task.isCancelled, state.creating[folder] != nil else { return false }
          state.creating[folder]?[id] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.creating[folder]?.removeValue(forKey: id) }?.resume()
    }
    if Task.isCancelled { throw UploadFailure(.canceled, "Creating a folder was canceled.") }
  }
}

extension WebDAVServer {
  /// Creates folders, outermost first, each unless it is known to exist. The first one may have missing parents.
  func makeFolders(_ folders: [WebAddress]) async throws(UploadFailure) {
    if let last = folders.last, learned.folders.knows(last) { return }
    for folder in folders { try await makeFolderOnce(folder) }
  }

  /// Creates a folder and its missing parents unless it is known to exist.
  func makeFolderOnce(_ url: WebAddress) async throws(UploadFailure) {
    try await learned.folders.makeOnce(url) { () throws(UploadFailure) in try await makeFolder(url) }
  }

  /// Creates a folder and its missing parents. Succeeds if it exists.
  func makeFolder(_ url: WebAddress) async throws(UploadFailure) {
    let response = try await transport.send(request("MKCOL", url))
    switch response.status {
    case 404, 409:
      guard let parent = url.parent else { throw response.failure }
      try await makeFolder(parent)
      let again = try await transport.send(request("MKCOL", url))
      guard again.isSuccess || again.status == 405 else { throw again.failure }
    // Such a server may create folders implicitly. If writing is not allowed, `PUT` fails as well.
    case 200...299, 301, 302, 403, 405, 501: return
    default: throw response.failure
    }
  }

  /// Returns the first of several folders in whose place the server has a file, or `nil` if it reports none.
  func file(inPlaceOf folders: some Sequence<WebAddress>) async -> WebAddress? {
    for folder in folders {
      guard let name = folder.segments.last, let url = folder.parent?.inside(name) else { continue }
      if await isFile(url) { return url }
    }
    return nil
  }

  private func isFile(_ url: WebAddress) async -> Bool {
    let response = try? await transport.send(listingRequest(of: url, depth: 0))
    if let properties = response.flatMap(Self.properties(in:)) {
      return properties.contains { $0.name == "getcontentlength" && !$0.text.trimmingWhitespace().isEmpty }
        && !properties.contains(where: Self.isCollection)
    }
    // The address of a folder leads to one with a slash at its end, which has no size.
    guard case .present(let found)? = try? await presence(of: url) else { return false }
    return found.size != nil
  }

  /// Returns whether the server has a folder at the address of a file.
  /// - Throws: The server's failure if a later attempt may succeed.
  func isFolder(_ url: WebAddress) async throws(UploadFailure) -> Bool {
    let response = try await transport.sendOptional(listingRequest(of: url, depth: 0))
    if let properties = response.flatMap(Self.properties(in:)) { return properties.contains(where: Self.isCollection) }
    if let response, !response.isSuccess, response.failure.retry != .never { throw response.failure }
    // The address of a folder leads to one with a slash at its end.
    let head = try await transport.send(request("HEAD", url))
    guard head.isSuccess || head.failure.retry == .never else { throw head.failure }
    return head.url.path.hasSuffix("/")
  }

  /// Returns the properties in the response to `PROPFIND` with a depth of 0, or `nil` if it is not valid.
  private static func properties(in response: HTTPResponse) -> [XMLElement]? {
    guard response.status == 207, let root = XMLElement(parsing: response.body) else { return nil }
    return root.first("response")?.all("propstat").flatMap { $0.first("prop")?.children ?? [] } ?? []
  }

  private static func isCollection(_ property: XMLElement) -> Bool {
    property.name == "resourcetype" && property.first("collection") != nil
  }
}
