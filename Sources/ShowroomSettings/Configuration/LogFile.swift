import Foundation
import Glibc
import Logging

/// A log file with one line per message.
///
/// Each line is a single `write` in append mode, so that several instances of the program can share the file. At
/// launch, a large file is rotated, replacing the previously rotated one, so there are never more than two files.
package final class LogFile: Sendable {
  /// The size in bytes above which the file is rotated when it is opened.
  package static let rotationSize = 1 << 20

  private let descriptor: Int32

  /// Opens the file. If necessary, creates the file and its folder, accessible only to the user.
  ///
  /// - Throws: `POSIXError`.
  package init(url: URL, rotatingAbove limit: Int = LogFile.rotationSize) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var status = stat()
    if stat(url.path, &status) == 0, status.st_size > limit { rename(url.path, url.path + ".1") }
    // Opened as nonblocking, because opening a pipe without a reader would block the launch.
    descriptor = Glibc.open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      close(descriptor)
      throw POSIXError(.EINVAL)
    }
  }

  deinit { close(descriptor) }

  /// Appends a line. Errors are ignored, because they cannot be reported anywhere.
  func append(_ line: String) {
    var line = line
    line.append("\n")
    line.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Directs all log messages to the log file in the settings, or discards them if the file cannot be opened. Messages
  /// never appear on screen. Call this method once per process, before the first logger is created.
  package static func startLogging(_ settings: Settings) {
    let file = try? LogFile(url: settings.logFile)
    let level = settings.logLevel
    LoggingSystem.bootstrap { label in
      guard let file else { return SwiftLogNoOpLogHandler() }
      return FileLogHandler(label: label, file: file, logLevel: level)
    }
  }
}
