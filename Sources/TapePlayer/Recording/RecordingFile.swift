import Glibc
import Writing

/// A destination for the lines of a recording: a ``RecordingFile`` or a ``RecordingBuffer``.
@MainActor
package protocol RecordingSink: AnyObject {
  /// Writes a line, including its line break, before it returns.
  ///
  /// - Throws: ``RecordingError`` when the line cannot be written.
  func write(line: [UInt8]) throws(RecordingError)
}

/// A recording that could not be started or continued.
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file could not be created.
  case cannotCreate(path: String, errno: Int32)
  /// The file could not be written any further, for example because the disk is full. The lines before are complete.
  case cannotWrite(path: String, errno: Int32)

  /// A message with the path, the reason, and advice.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let code):
      "The recording \"\(path)\" could not be created (\(systemReason(code))). Choose another path."
    case .cannotWrite(let path, let code):
      "The recording \"\(path)\" ends early (\(systemReason(code))). The part written so far can be played."
    }
  }
}

/// A recording on disk. Each line is written immediately, so that a killed program leaves a file that can be played.
public final class RecordingFile: RecordingSink {
  private let path: String
  private let descriptor: Int32

  /// Creates the file at `path`, or truncates an existing one.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isPrivate: Whether only the owner can read the file, even if an existing file had wider permissions.
  /// - Throws: ``RecordingError/cannotCreate(path:errno:)``.
  public init(path: String, isPrivate: Bool = false) throws(RecordingError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
    var status = stat()
    if isPrivate, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, 0o600) }
  }

  deinit { close(descriptor) }

  /// Appends a line to the file.
  package func write(line: [UInt8]) throws(RecordingError) {
    let code = FileWriting.write(line, to: descriptor)
    // A partial line is removed again, because players reject it.
    if code != 0 { throw .cannotWrite(path: path, errno: code) }
  }
}

/// A recording in memory.
package final class RecordingBuffer: RecordingSink {
  /// The contents of the recording.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty recording.
  package init() {}

  /// The contents of the recording as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends a line.
  package func write(line: [UInt8]) { bytes += line }
}
