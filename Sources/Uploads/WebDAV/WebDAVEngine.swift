import Catalogue
import Foundation
import SystemPackage

/// Carries files to a WebDAV server, or one that takes `PUT`, as `<address>/<car>/<name>`.
///
/// A file is sent under a hidden name beside its final one, compared by its length, moved into place and looked for there. A
/// server that cannot move, which is found out before, gets it under its final name at once, which is not atomic:
/// ``survey(car:)`` says so.
/// An interrupted file starts over: `PUT` with `Content-Range` destroys files on servers that do not know it.
public struct WebDAVEngine: UploadEngine {
  private let base: WebAddress
  private let server: WebDAVServer

  /// Carries files to the address.
  public init(base: WebAddress, transport: HTTPTransport, credentials: Credentials? = nil) {
    self.base = base
    server = WebDAVServer(transport: transport, authorisation: Authorisation(credentials, for: base))
  }

  private func folder(of car: Car.ID) -> WebAddress { base.inside("\(car)", isFolder: true) }

  /// Asks with `OPTIONS` and `PROPFIND`; what a server does not answer stays unknown.
  public func survey(car: Car.ID) async throws(UploadFailure) -> Survey {
    let place = base.inside(isFolder: true)
    let options = try await server.transport.ask(server.request("OPTIONS", place))
    if let options, [401, 403].contains(options.status) { throw options.failure }
    let isDAV = options?.isSuccess == true && options?.headers["DAV"] != nil
    if server.lessons.movesFiles == nil {
      server.lessons.movesFiles = await server.statedMoves(options, in: place, id: "survey")
    }
    let listing = try await listing(of: folder(of: car))
    let space = listing.freeBytes == nil ? try await self.listing(of: place) : listing
    return Survey(
      engine: isDAV || listing.files != nil ? "WebDAV" : "HTTP PUT", resumption: .startsOver,
      publishesAtomically: server.lessons.movesFiles != false, freeBytes: space.freeBytes, files: listing.files)
  }

  /// Sends the file under a hidden name, compares its length and moves it into place.
  public func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try await WebDAVUpload(server: server, transfer: transfer, folder: folder(of: transfer.car), report: report).run()
  }

  /// Deletes what was sent under the hidden name.
  public func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) {
    guard let mark = WebDAVMark(checkpoint) else { return }
    switch mark.stage {
    case .sending, .stored:
      for name in mark.hiddenNames { try await server.delete(mark.folder.inside(name)) }
    case .direct: try await server.delete(mark.folder.inside(mark.name))
    // The old file may still be there, and was not meant to go without a new one.
    case .overwriting: break
    }
  }

  /// Deletes a published file.
  public func delete(_ file: StoredFile) async throws(UploadFailure) {
    try await server.delete(try file.address())
  }

  /// Brings a published file back, compared by size and checksum.
  public func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    try await server.transport.receive(
      server.request("GET", try file.address()), as: file, into: path, progress: progress)
  }

  /// What is in a folder, as far as the server lists: nothing when the folder is missing, nil when it lists none.
  private func listing(of folder: WebAddress) async throws(UploadFailure) -> (files: [StoredFile]?, freeBytes: Int64?) {
    var request = server.request(
      "PROPFIND", folder, headers: ["Depth": "1", "Content-Type": "application/xml; charset=utf-8"],
      body: .bytes(Array(WebDAVListing.question.utf8)))
    request.answerLimit = 16 << 20
    let response = try await server.transport.send(request)
    switch response.status {
    case 207:
      guard let listing = WebDAVListing(response.body, of: folder) else { return (nil, nil) }
      return (listing.files, listing.freeBytes)
    case 404: return ([], nil)
    case 401: throw response.failure
    default: return (nil, nil)
    }
  }
}
