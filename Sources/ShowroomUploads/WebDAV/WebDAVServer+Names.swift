import ShowroomNetwork
import Synchronization

/// The names in the folders of a server. One list shows them for several files; without a list, a move does so.
final class WebDAVNames: Sendable {
  private enum Folder: Sendable {
    /// The number of files sent so far.
    case unlisted(Int)
    /// The list is being requested, or of no use, because the server moves files over existing ones.
    case closed
    case listed(Set<String>)
    /// The server does not list the folder, but refuses to move a file over an existing one.
    case protected
  }

  private let folders = Mutex<[WebAddress: Folder]>([:])
  private let filesBeforeList: Int

  /// - Parameter filesBeforeList: The number of files in a folder whose names are checked one by one. The list costs as
  ///   many requests as the names of six files, so it pays off only if more follow.
  init(filesBeforeList: Int) { self.filesBeforeList = filesBeforeList }

  /// Returns whether a file may be sent without a request for its name.
  /// - Parameter isLikelyFree: Whether it makes sense to send a file whose name may turn out to be taken.
  func mayBeFree(_ name: String, in folder: WebAddress, isLikelyFree: Bool) -> Bool {
    switch folders.withLock({ $0[folder] }) {
    case .listed(let names): !names.contains(name)
    case .protected: isLikelyFree
    case .unlisted, .closed, nil: false
    }
  }

  /// Counts a file. Returns whether the list should now be requested, because more files are likely to follow.
  /// - Parameter isUseful: Whether the name of this file may be looked up in a list.
  func beginList(of folder: WebAddress, if isUseful: Bool) -> Bool {
    folders.withLock { folders in
      guard case .unlisted(let count) = folders[folder] ?? .unlisted(0) else { return false }
      guard count >= filesBeforeList, isUseful else {
        folders[folder] = .unlisted(count + 1)
        return false
      }
      folders[folder] = .closed
      return true
    }
  }

  /// Records that the server refuses to move a file over an existing one, and the list, if there is one.
  func noteProtected(_ folder: WebAddress, with names: Set<String>?) {
    folders.withLock { $0[folder] = names.map { .listed($0) } ?? .protected }
  }

  /// Forgets a list that is outdated.
  func forget(_ folder: WebAddress) { folders.withLock { $0[folder] = nil } }
}

extension WebDAVServer {
  /// Returns whether a file may be sent without a request for its name, because the move to the name fails if it is
  /// taken.
  ///
  /// So the server must move files, and must have shown that it does not move one over another (`Overwrite: F`). A list
  /// may show that a name is taken; another program may still take a free one later.
  /// - Parameters:
  ///   - id: The name for test files.
  ///   - isLikelyFree: Whether it makes sense to send a file whose name may turn out to be taken.
  func mayBeFree(
    _ name: String, in folder: WebAddress, id: String, isLikelyFree: Bool
  ) async throws(UploadFailure) -> Bool {
    // A server may store a name with doubtful characters under a different one.
    let isUseful = learned.moves == .supported && !learned.isDoubtful(name)
    if learned.names.beginList(of: folder, if: isUseful) {
      let isKept = try await transport.completing { () throws(UploadFailure) in
        await keepsExistingFiles(in: folder, id: id)
      }
      if isKept {
        let names = try? await listing(of: folder).files?.map(\.name)
        learned.names.noteProtected(folder, with: names.map(Set.init))
      }
    }
    return isUseful && learned.names.mayBeFree(name, in: folder, isLikelyFree: isLikelyFree)
  }

  /// Tests with two empty files whether the server refuses to move one over the other.
  private func keepsExistingFiles(in folder: WebAddress, id: String) async -> Bool {
    let (probe, other) = probes(in: folder, id: id)
    var isKept = false
    for url in [probe, other] { _ = try? await transport.send(request("PUT", url, body: .bytes([]))) }
    if case .occupied = try? await move(probe, to: other, overwriting: false) { isKept = true }
    for url in [probe, other] { _ = try? await delete(url) }
    return isKept
  }

  /// Returns the request for the list of a folder or, with a depth of 0, for the properties of a folder or file.
  func listingRequest(of folder: WebAddress, depth: Int = 1) -> HTTPRequest {
    var request = request(
      "PROPFIND", folder, headers: ["Depth": "\(depth)", "Content-Type": "application/xml; charset=utf-8"],
      body: .bytes(Array(WebDAVListing.requestBody.utf8)))
    request.responseLimit = 16 << 20
    return request
  }

  /// The contents of a folder: no files if it does not exist, and `nil` if the server cannot list it.
  typealias Contents = (files: [StoredFile]?, folders: [WebAddress], freeBytes: Int64?)

  func listing(of folder: WebAddress) async throws(UploadFailure) -> Contents {
    let response = try await transport.send(listingRequest(of: folder))
    switch response.status {
    case 207:
      guard !response.isCut, let listing = WebDAVListing(response.body, of: folder) else { return (nil, [], nil) }
      return (listing.files, listing.folders, listing.freeBytes)
    case 404: return ([], [], nil)
    // A busy server may still be able to list files.
    case 401, 429, 503: throw response.failure
    default: return (nil, [], nil)
    }
  }
}
