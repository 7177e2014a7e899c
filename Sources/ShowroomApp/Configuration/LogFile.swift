import Foundation
import Glibc
import Logging

/// A file that messages are appended to, a line each.
///
/// Each line is one `write` in append mode, so that two running programs can share the file. A file that has grown large
/// is put aside at the start, in place of the one put aside before: there are never more than two.
public final class LogFile: Sendable {
  /// A file larger than this many bytes is put aside when it is opened.
  public static let rotationSize = 1 << 20

  private let descriptor: Int32

  /// Opens the file; makes it and its folder where absent, for nobody else to read.
  /// - Throws: a `POSIXError` when that cannot be done.
  public init(url: URL, rotatingAbove limit: Int = LogFile.rotationSize) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var status = stat()
    if stat(url.path, &status) == 0, status.st_size > limit { rename(url.path, url.path + ".1") }
    // Without waiting: a pipe that nobody reads would keep the program from starting.
    descriptor = Glibc.open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      close(descriptor)
      throw POSIXError(.EINVAL)
    }
  }

  deinit { close(descriptor) }

  /// Appends a line. A full disk loses it: there is nobody to tell.
  func append(_ line: String) {
    var line = line
    line.append("\n")
    line.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Sends everything that is logged from now on to the file of the settings; to nowhere when there can be none, never to
  /// the screen. To be called once in a process, before the first logger is made.
  public static func startLogging(_ settings: Settings) {
    let file = try? LogFile(url: settings.logFile)
    let level = settings.logLevel
    LoggingSystem.bootstrap { label in
      guard let file else { return SwiftLogNoOpLogHandler() }
      return FileLogHandler(label: label, file: file, logLevel: level)
    }
  }
}
