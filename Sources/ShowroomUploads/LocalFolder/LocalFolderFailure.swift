import Glibc

extension UploadFailure {
  /// Returns the failure for a system error at the destination folder.
  /// - Parameter doing: The failed action, to follow "Cannot".
  static func folder(_ code: Int32, _ doing: String, _ path: String) -> UploadFailure {
    let reason = String(cString: strerror(code))
    return switch code {
    case ENOSPC, EDQUOT:
      UploadFailure(
        .noSpace, "There is not enough space in \(path); free some space or choose another destination, and retry.")
    case EFBIG:
      UploadFailure(.noSpace, "The file is too large for the disk that contains \(path); choose another destination.")
    case EACCES, EPERM, EROFS:
      UploadFailure(.forbidden, "Cannot \(doing) in \(path): \(reason); change its permissions and retry.")
    case ENOTDIR, ELOOP:
      UploadFailure(.forbidden, "Part of \(path) is not a folder; choose another destination.")
    case ENOENT:
      UploadFailure(.unavailable, "Cannot \(doing) in \(path): it no longer exists; restore it and retry.")
    default:
      UploadFailure(
        .unavailable, retry: .later, "Cannot \(doing) in \(path): \(reason); check the disk and retry.")
    }
  }

  /// Returns the failure for a file or symbolic link that has the name of a required folder.
  static func notFolder(_ name: String, in path: String) -> UploadFailure {
    UploadFailure(
      .forbidden,
      "\(name) in \(path) is a file or symbolic link, but a folder of that name is required; rename it and retry.")
  }

  /// Returns the failure for a name that is taken.
  static func duplicate(_ name: String, size: Int64?) -> UploadFailure {
    UploadFailure(.duplicate(size: size), "\(name) already exists; \(duplicateAdvice).")
  }
}
