import Glibc

/// The path of a tape, and the tapes that source it.
struct TapeSource {
  /// Returns the contents of the file at a path.
  typealias Reader = (String) throws(TapeReadError) -> [UInt8]

  /// The size limit in bytes, of a tape together with the tapes that it sources.
  static let maximumSize = 1 << 20
  /// The maximum nesting depth of tapes.
  static let maximumDepth = 16

  let path: String
  /// The paths from the first tape to this one.
  let openTapes: [String]

  /// Returns the path of a file that this tape names, which is relative to the folder of the tape.
  func resolve(_ name: String) -> String {
    guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }

  /// Returns the contents of the regular file at `path`. Pipes and devices are rejected, because they may never end.
  static func bytes(of path: String) throws(TapeReadError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
        guard bytes.count <= maximumSize else { throw .tooLarge }
      } else if errno != EINTR {
        throw .system(errno: errno)
      }
    }
  }

  /// Decodes the text of a tape.
  ///
  /// - Throws: ``TapeError`` at the first byte that is not UTF-8.
  static func text(of bytes: [UInt8], file: String) throws(TapeError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var before = ""
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { before.unicodeScalars.append(scalar) }
    let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let position = TapePosition(file: file, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    throw TapeError("The tape is not valid UTF-8 here. Save the file as UTF-8.", at: position)
  }
}
