import Glibc

/// Where the lines of a recording go.
///
/// Two implementations: ``RecordingFile``, and ``RecordingMemory`` for whoever wants the bytes themselves.
@MainActor
public protocol RecordingSink: AnyObject {
  /// Takes one line, its end included, and hands it on before it returns.
  /// - Throws: ``RecordingError`` when the line could not be kept.
  func write(line: [UInt8]) throws(RecordingError)
}

/// A recording that is not, or no longer, written.
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be made.
  case cannotCreate(path: String, errno: Int32)
  /// The file cannot be written on, for instance because the disk is full. What was written before is whole.
  case cannotWrite(path: String, errno: Int32)

  /// A sentence.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let code):
      "The recording \"\(path)\" cannot be made (\(systemReason(code))): choose another path."
    case .cannotWrite(let path, let code):
      "The recording \"\(path)\" ends early (\(systemReason(code))): what it holds so far can be played."
    }
  }
}

/// The system's words for an error number.
func systemReason(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

/// A recording on disk. Each line is written at once, so that a program that is killed leaves a file that can be played.
public final class RecordingFile: RecordingSink {
  private let path: String
  private let descriptor: Int32

  /// Makes the file at `path`, or empties the one that is there.
  /// - Parameter isPrivate: whether nobody but its owner may read it, also where an old one could be read by others.
  /// - Throws: ``RecordingError/cannotCreate(path:errno:)``.
  public init(path: String, isPrivate: Bool = false) throws(RecordingError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
    var status = stat()
    if isPrivate, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, 0o600) }
  }

  deinit { close(descriptor) }

  /// Writes a line.
  public func write(line: [UInt8]) throws(RecordingError) {
    let code = FileWriting.write(line, to: descriptor)
    // Players refuse a file with half a line at its end.
    if code != 0 { throw .cannotWrite(path: path, errno: code) }
  }
}

/// A recording in memory.
public final class RecordingMemory: RecordingSink {
  /// All lines so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty recording.
  public init() {}

  /// The lines as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Keeps a line.
  public func write(line: [UInt8]) { bytes += line }
}
