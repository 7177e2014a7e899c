import Glibc
import ReactorFiles

/// A destination for the lines of a recording: a ``RecordingFile`` or a ``RecordingBuffer``.
@MainActor
package protocol RecordingSink: AnyObject {
  /// Writes a line, including its line break, before it returns.
  ///
  /// - Throws: ``RecordingError`` if the line cannot be written.
  func write(line: [UInt8]) throws(RecordingError)
}

/// An error in starting or continuing a recording.
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another kind of file exists at the path.
  case exists(path: String)
  /// The file could not be created.
  case cannotCreate(path: String, errno: Int32)
  /// The file could not be written any further, for example because the disk is full. The preceding lines are complete.
  case cannotWrite(path: String, errno: Int32)

  /// A message with the path, the reason, and what to do.
  public var description: String {
    switch self {
    case .exists(let path): "\"\(path)\" already exists and is not a recording. Choose another path."
    case .cannotCreate(let path, let code):
      "The recording \"\(path)\" could not be created (\(systemReason(code))). Choose another path."
    case .cannotWrite(let path, let code):
      "The recording \"\(path)\" ends early (\(systemReason(code))). The part written so far can be played."
    }
  }
}

/// A recording on disk. Only its owner can read it, because it contains text that was typed and shown. Each line is
/// written immediately, so that a killed program leaves a file that can be played.
public final class RecordingFile: RecordingSink {
  private let path: String
  private var file: NewFile
  /// A closure that returns the first line as it is to be written.
  private let header: ([UInt8]) -> [UInt8]
  private var isPublished = false

  /// The permissions of every recording.
  nonisolated static let permissions: mode_t = 0o600
  /// The text with which every recording begins.
  nonisolated package static let beginning = "{\"version\":"

  /// Creates a file at `path`. It replaces an existing file when its first line is written, but only if that file is
  /// empty or a recording.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``RecordingError/exists(path:)`` or ``RecordingError/cannotCreate(path:errno:)``.
  public convenience init(path: String) throws(RecordingError) {
    guard FileWriting.mayReplace(path, beginningWith: [Self.beginning]) else { throw .exists(path: path) }
    do throws(SystemError) {
      self.init(try FileWriting.newFile(at: path, permissions: Self.permissions), path: path) { $0 }
    } catch {
      throw .cannotCreate(path: path, errno: error.number)
    }
  }

  /// Creates a recording in a new file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, for errors.
  ///   - header: A closure that returns the first line as it is to be written.
  init(_ file: consuming NewFile, path: String, header: @escaping ([UInt8]) -> [UInt8]) {
    self.file = file
    self.path = path
    self.header = header
  }

  /// Appends a line to the file.
  package func write(line: [UInt8]) throws(RecordingError) {
    var code = FileWriting.write(isPublished ? line : header(line), to: file.descriptor)
    if code == 0, !isPublished {
      code = file.publish()
      isPublished = code == 0
    }
    // A partial line is removed, because players reject it.
    if code != 0 { throw .cannotWrite(path: path, errno: code) }
  }

  /// Removes the file.
  func remove() { file.remove() }
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
