import Glibc
import SystemPackage

/// The reason why a path cannot be read or uploaded.
package struct FileError: Error, Sendable, Hashable {
  /// The cause of a file error.
  package enum Cause: Sendable, Hashable {
    /// The path does not exist.
    case missing
    /// The user does not have permission.
    case denied
    /// A component of the path is not a folder.
    case notFolder
    /// The path is longer than the system allows.
    case tooLong
    /// A symbolic link is part of a loop.
    case linkLoop
    /// The target of a symbolic link does not exist.
    case deadLink
    /// A folder was found where a file is required.
    case folder
    /// The path is a named pipe.
    case pipe
    /// The path is a socket.
    case socket
    /// The path is a disk, a terminal, or another device.
    case device
    /// The path is outside the folder to which the picker is restricted.
    case outside
    /// Another cause, given by its `errno`.
    case system(Int32)
  }

  package let cause: Cause
  /// The path that cannot be read or uploaded.
  package let path: FilePath

  /// Creates an error about `path`.
  package init(_ cause: Cause, _ path: FilePath) {
    self.cause = cause
    self.path = path
  }

  /// Creates an error about `path` from an `errno`.
  init(error: Int32, _ path: FilePath) { self.init(Cause(error: error), path) }
}

extension FileError.Cause {
  /// Creates a cause from the `errno` of a failed system call.
  init(error: Int32) {
    self =
      switch error {
      case ENOENT: .missing
      case EACCES, EPERM: .denied
      case ENOTDIR: .notFolder
      case ENAMETOOLONG: .tooLong
      case ELOOP: .linkLoop
      default: .system(error)
      }
  }
}

extension FileError: CustomStringConvertible {
  /// A message about the cause and, if possible, about what to do.
  package var description: String {
    let name = path.fileName?.description ?? path.text
    return switch cause {
    case .missing: "\"\(name)\" does not exist."
    case .denied: "You don't have permission to read \"\(name)\"."
    case .notFolder: "\"\(name)\" cannot be opened because part of its path is not a folder."
    case .tooLong: "The path of \"\(name)\" is too long."
    case .linkLoop: "\"\(name)\" is part of a loop of symbolic links."
    case .deadLink: "\"\(name)\" is a broken link: its target does not exist."
    case .folder: "\"\(name)\" is a folder. Select it in the list to add its files."
    case .pipe: "\"\(name)\" is a named pipe and cannot be uploaded."
    case .socket: "\"\(name)\" is a socket and cannot be uploaded."
    case .device: "\"\(name)\" is a device and cannot be uploaded."
    case .outside: "\"\(name)\" is outside the folders that are available here."
    case .system(let code): "\"\(name)\" cannot be read: \(String(cString: strerror(code)))."
    }
  }
}
