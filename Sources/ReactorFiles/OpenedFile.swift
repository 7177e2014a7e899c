import Glibc

/// A regular file that is open for reading.
package struct OpenedFile: ~Copyable {
  /// The reason why a folder, a pipe or a device is not read, as a clause that completes a message.
  package static let kindReason = "it is not a regular file"

  private let descriptor: Int32
  /// The size in bytes when the file was opened.
  package let size: Int64

  /// Opens the regular file at `path`, following symbolic links, without blocking on a pipe.
  ///
  /// - Throws: ``SystemError``: `EISDIR` for a folder, and `EINVAL` for anything else that is not a regular file.
  package init(_ path: String) throws(SystemError) {
    try self.init(descriptor: SystemError.check(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)))
  }

  init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SystemError(status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    self.descriptor = descriptor
    size = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Passes the contents to `body` in parts.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes. Reading a larger file fails with `EFBIG`, before the first byte if the
  ///     size is known.
  ///   - body: A closure that receives the next bytes.
  /// - Throws: ``SystemError`` and the errors thrown by `body`.
  package func read(limit: Int64, _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
    guard size <= limit else { throw SystemError(EFBIG) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var total: Int64 = 0
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return }
      if count > 0 {
        total += Int64(count)
        guard total <= limit else { throw SystemError(EFBIG) }
        try body(buffer[..<count])
      } else if errno != EINTR {
        throw SystemError(errno)
      }
    }
  }

  /// Returns the contents.
  ///
  /// - Parameter limit: The maximum number of bytes. Reading a larger file fails with `EFBIG`.
  package func bytes(limit: Int64) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(limit: limit) { (part: ArraySlice<UInt8>) throws(SystemError) in bytes += part }
    return bytes
  }

  /// Returns up to `count` bytes starting at `offset`, or fewer if the file ends or cannot be read.
  package func bytes(_ count: Int, from offset: Int64 = 0) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    return Array(bytes.prefix(max(0, found)))
  }
}

extension SystemError {
  /// The reason why an ``OpenedFile`` could not be opened or read, as a clause that completes a message.
  package var readingReason: String {
    switch number {
    case EISDIR, EINVAL: OpenedFile.kindReason
    case EFBIG: "it is too large"
    default: description
    }
  }
}
