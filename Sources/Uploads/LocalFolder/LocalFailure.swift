import Glibc

extension UploadFailure {
  /// What the system said about the destination folder.
  /// - Parameter doing: what was tried, to follow "cannot".
  static func folder(_ code: Int32, _ doing: String, _ path: String) -> UploadFailure {
    let reason = String(cString: strerror(code))
    return switch code {
    case ENOSPC, EDQUOT:
      UploadFailure(.noSpace, "There is no space left in \(path); free some, or choose another destination, and retry.")
    case EFBIG:
      UploadFailure(.noSpace, "The disk that holds \(path) takes no file of this size; choose another destination.")
    case EACCES, EPERM, EROFS:
      UploadFailure(.forbidden, "Cannot \(doing) in \(path): \(reason); change its permissions and retry.")
    case ENOTDIR, ELOOP:
      UploadFailure(
        .forbidden, "Cannot \(doing) in \(path): a part of that path is not a folder; move it away and retry.")
    case ENOENT:
      UploadFailure(.unavailable, "Cannot \(doing) in \(path): it is gone; bring it back and retry.")
    default:
      UploadFailure(
        .unavailable, retry: .later, "Cannot \(doing) in \(path): \(reason); check the disk and retry.")
    }
  }

  /// There is a file of the name already.
  static func duplicate(_ name: String, size: Int64?) -> UploadFailure {
    UploadFailure(
      .duplicate(size: size), "There is a file \(name) already; skip this one, replace that one, or keep both.")
  }
}
