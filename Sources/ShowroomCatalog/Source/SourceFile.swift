import Foundation
import ReactorFiles

/// A file to import: a local source, or a download.
struct SourceFile: Sendable {
  var path: String
  /// The name of the source in messages.
  var name: String
  var validators = Validators()
  /// The file of a download, which is kept open.
  var storage: AnonymousFile?

  /// Checks that the path leads to a file whose content can be read more than once.
  func checkKind() throws(CatalogError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .source(.isDirectory, source: name) }
    // A pipe or a device may have no end and cannot be read twice.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .source(.unreadable(reason: OpenedFile.kindReason), source: name)
    }
    guard status.st_size > 0 else { throw .source(.empty, source: name) }
  }

  /// Returns the size and the digest of the content, read in blocks.
  func digest(isCanceled: () -> Bool) throws(CatalogError) -> (size: Int64, value: Int64) {
    try checkKind()
    guard let file = fopen(path, "rbe") else { throw failure() }
    defer { fclose(file) }
    var hash = ContentHash()
    var size: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      if isCanceled() { throw .canceled }
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      buffer.withUnsafeBytes { hash.combine(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      size += Int64(count)
    }
    guard ferror(file) == 0 else { throw failure() }
    guard size > 0 else { throw .source(.empty, source: name) }
    return (size, Int64(bitPattern: hash.value))
  }

  private func failure() -> CatalogError {
    errno == ENOENT || errno == ENOTDIR
      ? .source(.notFound, source: name)
      : .source(.unreadable(reason: String(cString: strerror(errno))), source: name)
  }
}

/// The headers of a response with which its server can later recognize the content.
struct Validators: Sendable, Hashable {
  var etag: String?
  var lastModified: String?

  var isEmpty: Bool { etag == nil && lastModified == nil }
}
