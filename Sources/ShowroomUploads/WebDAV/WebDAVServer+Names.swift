import ShowroomNetwork
import Synchronization

/// The names in the folders of a server, which one list shows for several files.
final class WebDAVNames: Sendable {
  private enum Folder: Sendable {
    /// The number of files sent so far.
    case unlisted(Int)
    /// The list is being requested, or of no use.
    case closed
    case listed(Set<String>)
  }

  private let folders = Mutex<[WebAddress: Folder]>([:])
  private let filesBeforeList: Int

  /// - Parameter filesBeforeList: The number of files in a folder whose names are checked one by one. The list costs as
  ///   many requests as the names of six files, so it pays off only if more follow.
  init(filesBeforeList: Int) { self.filesBeforeList = filesBeforeList }

  /// Returns whether a list shows a name to be free.
  func isFree(_ name: String, in folder: WebAddress) -> Bool {
    folders.withLock { if case .listed(let names) = $0[folder] { !names.contains(name) } else { false } }
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

  /// Records a list, or `nil` if it is of no use.
  func note(_ names: Set<String>?, in folder: WebAddress) {
    folders.withLock { $0[folder] = names.map { .listed($0) } ?? .closed }
  }

  /// Forgets a list that is outdated.
  func forget(_ folder: WebAddress) { folders.withLock { $0[folder] = nil } }
}

extension WebDAVServer {
  /// Returns whether a name is known to be free without a request for it.
  ///
  /// Another program may take the name after the list was requested. So the list is used only if the server moves files
  /// and has shown that it does not move one over another (`Overwrite: F`).
  /// - Parameter id: The name for test files.
  func isListedAsFree(_ name: String, in folder: WebAddress, id: String) async throws(UploadFailure) -> Bool {
    // A server may store a name with doubtful characters under a different one.
    let isUseful = learned.moves == .supported && !learned.isDoubtful(name)
    if learned.names.beginList(of: folder, if: isUseful) {
      let isKept = try await transport.completing { () throws(UploadFailure) in
        await keepsExistingFiles(in: folder, id: id)
      }
      let names = isKept ? try? await listing(of: folder).files?.map(\.name) : nil
      learned.names.note(names.map(Set.init), in: folder)
    }
    return isUseful && learned.names.isFree(name, in: folder)
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
