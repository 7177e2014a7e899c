import Foundation

/// A temporary file without a name, so that nothing is left behind regardless of how the program ends.
final class AnonymousFile: Sendable {
  private let descriptor: Int32
  private let directory: String

  /// Creates a file that exists as long as this object.
  init(in directory: String) throws(CatalogError) {
    self.directory = directory
    var template = Array((directory + "/.download-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.failure(directory) }
    unlink(template)
  }

  deinit { close(descriptor) }

  /// A path by which this process can open the file.
  var path: String { "/proc/self/fd/\(descriptor)" }

  func append(_ bytes: [UInt8]) throws(CatalogError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure(directory) }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ directory: String) -> CatalogError {
    switch errno {
    case ENOSPC, EDQUOT: .store(.diskFull, path: directory)
    case EROFS, EACCES, EPERM: .store(.readOnly, path: directory)
    case let code: .store(.failed(detail: String(cString: strerror(code))), path: directory)
    }
  }
}
