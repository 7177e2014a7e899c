import ShowroomCatalog
import ShowroomNetwork

/// The response to `PROPFIND` for a folder (RFC 4918, section 9.1; quota by RFC 4331).
struct WebDAVListing: Sendable, Hashable {
  /// The files in the folder, except unfinished uploads.
  var files: [StoredFile] = []
  /// The names of the subfolders.
  var folders: Set<String> = []
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
      guard url.origin == folder.origin else { continue }
      if property("resourcetype")?.first("collection") != nil {
        folders.insert(StoredName(received: url.segments.last ?? "").text)
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
