import Glibc
import SystemPackage

/// Why something on the disk cannot be opened, or not be uploaded.
public struct FileProblem: Error, Sendable, Hashable {
  /// What is the matter.
  public enum Cause: Sendable, Hashable {
    /// There is nothing of that name.
    case missing
    /// The system does not let this user.
    case denied
    /// A part of the path is no folder.
    case notFolder
    /// The path has more bytes than the system takes.
    case tooLong
    /// A symbolic link that leads back to itself.
    case linkLoop
    /// A symbolic link to something that is not there.
    case deadLink
    /// A folder, where only files will do.
    case folder
    /// A named pipe.
    case pipe
    /// A socket.
    case socket
    /// A disk, a terminal or another device.
    case device
    /// Not in the folder that a demo does not leave.
    case outside
    /// Anything else, by the system's number for it (`errno`).
    case system(Int32)
  }

  /// What is the matter.
  public let cause: Cause
  /// With what.
  public let path: FilePath

  /// A problem with `path`.
  public init(_ cause: Cause, _ path: FilePath) {
    self.cause = cause
    self.path = path
  }

  /// What the system says is the matter with `path`; `error` is its `errno`.
  init(error: Int32, _ path: FilePath) { self.init(Cause(error: error), path) }
}

extension FileProblem.Cause {
  /// What an `errno` of opening or looking at something says.
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

extension FileProblem: CustomStringConvertible {
  /// A sentence, with what can be done where there is something.
  public var description: String {
    let name = path.fileName?.description ?? path.text
    return switch cause {
    case .missing: "There is no \"\(name)\"."
    case .denied: "You are not allowed to read \"\(name)\"."
    case .notFolder: "\"\(name)\" is not in a folder: a part of its path is a file."
    case .tooLong: "The path of \"\(name)\" is longer than the system takes."
    case .linkLoop: "\"\(name)\" is a link that leads back to itself."
    case .deadLink: "\"\(name)\" is a link to something that is not there."
    case .folder: "\"\(name)\" is a folder. Folders are not uploaded: open it and select files in it."
    case .pipe: "\"\(name)\" is a pipe, which has no content to upload."
    case .socket: "\"\(name)\" is a socket, which has no content to upload."
    case .device: "\"\(name)\" is a device, which is not uploaded."
    case .outside: "\"\(name)\" is outside the demo's home, which a demo does not leave."
    case .system(let code): "\"\(name)\" cannot be read: \(String(cString: strerror(code)))."
    }
  }
}
