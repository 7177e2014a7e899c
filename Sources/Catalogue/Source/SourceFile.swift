import Foundation

/// A file to import: the user's, or a download of ours.
struct SourceFile: Sendable {
  var path: String
  /// What sentences call it.
  var name: String
  var validators = Validators()
  /// Keeps a download's file open as long as it is of use.
  var storage: NamelessFile?

  /// The size and digest of the content, read in blocks.
  func digest(isCancelled: () -> Bool) throws(CatalogueError) -> (size: Int64, value: Int64) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .source(.isDirectory, source: name) }
    // A pipe or a device has no end that could be relied on, and cannot be read a second time.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .source(.unreadable(reason: "it is not a regular file"), source: name)
    }
    guard let file = fopen(path, "rbe") else { throw failure() }
    defer { fclose(file) }
    var hash = ContentHash()
    var size: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      if isCancelled() { throw .cancelled }
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      buffer.withUnsafeBytes { hash.combine(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      size += Int64(count)
    }
    guard ferror(file) == 0 else { throw failure() }
    guard size > 0 else { throw .source(.empty, source: name) }
    return (size, Int64(bitPattern: hash.value))
  }

  private func failure() -> CatalogueError {
    errno == ENOENT || errno == ENOTDIR
      ? .source(.notFound, source: name)
      : .source(.unreadable(reason: String(cString: strerror(errno))), source: name)
  }
}
