import ShowroomNetwork

/// The response to `PROPFIND` for a folder (RFC 4918, section 9.1; quota by RFC 4331).
struct WebDAVListing: Sendable, Hashable {
  /// The files in the folder, except unfinished uploads.
  var files: [StoredFile] = []
  /// The addresses of the subfolders as the server spells them. A malicious server may list any address of its own, so
  /// check them with ``WebAddress/isDirectly(in:)`` before following them.
  var folders: [WebAddress] = []
  /// The free space in bytes, if reported.
  var freeBytes: Int64?

  static let requestBody = """
    <?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontentlength/>\
    <D:quota-available-bytes/></D:prop></D:propfind>
    """

  /// Reads the response to ``requestBody``. Returns `nil` if it is not valid.
  init?(_ body: [UInt8], of folder: WebAddress) {
    guard let root = XMLElement(parsing: body), root.name == "multistatus" else { return nil }
    for response in root.all("response") {
      guard let href = response.first("href")?.text.trimmingWhitespace(),
        let url = try? folder.resolving(href)
      else { continue }
      let properties = response.all("propstat").filter { $0.first("status")?.text.contains(" 200") ?? true }
        .flatMap { $0.first("prop")?.children ?? [] }
      func property(_ name: String) -> XMLElement? { properties.first { $0.name == name } }

      if url.segments == folder.segments {
        freeBytes = property("quota-available-bytes").flatMap { Int64($0.text.trimmingWhitespace()) }.flatMap {
          $0 >= 0 ? $0 : nil
        }
        continue
      }
      // Some servers also list the contents of subfolders, although they are not requested.
      guard url.origin == folder.origin, !url.isInSubfolder(of: folder) else { continue }
      if property("resourcetype")?.first("collection") != nil {
        folders.append(url)
        continue
      }
      guard let size = property("getcontentlength").flatMap({ Int64($0.text.trimmingWhitespace()) }), size >= 0
      else { continue }
      let name = url.segments.last ?? ""
      if Transfer.isHidden(name) { continue }
      files.append(StoredFile(name: StoredName(received: name).text, location: url.text, size: size))
    }
    files.sort { $0.name < $1.name }
  }
}

extension WebAddress {
  /// Returns whether this is the address of a file or folder that is directly in a folder.
  func isDirectly(in folder: WebAddress) -> Bool {
    origin == folder.origin && depth(in: folder) == 1
  }

  fileprivate func isInSubfolder(of folder: WebAddress) -> Bool { (depth(in: folder) ?? 0) > 1 }

  /// Returns the number of names that lead from a folder to this address, or `nil` if the path is outside it.
  private func depth(in folder: WebAddress) -> Int? {
    let (outer, names) = (folder.segments, segments)
    return names.starts(with: outer) ? names.count - outer.count : nil
  }
}
