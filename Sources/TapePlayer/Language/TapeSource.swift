import Glibc

/// Where a tape was found, and the tapes that lead to it.
public struct TapeSource {
  /// Gives the bytes of the file at a path.
  public typealias Reader = (String) throws(TapeReadError) -> [UInt8]

  /// Bytes that a tape may have, together with all that it sources.
  static let largest = 1 << 20
  /// Tapes that may lead to one another.
  static let deepest = 16

  let path: String
  /// From the first tape to this one.
  let openTapes: [String]

  /// The path of what this tape names, which is relative to its own folder.
  func resolve(_ name: String) -> String {
    guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }

  /// The bytes of the file at `path`: a regular one of up to 1 MB, for what is none may never end.
  /// - Throws: ``TapeReadError``.
  public static func bytes(of path: String) throws(TapeReadError) -> [UInt8] {
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
        guard bytes.count <= largest else { throw .tooLarge }
      } else if errno != EINTR {
        throw .system(errno: errno)
      }
    }
  }

  /// The text in `bytes`.
  /// - Throws: ``TapeError`` at the first byte that is not UTF-8.
  public static func text(of bytes: [UInt8], file: String) throws(TapeError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var before = ""
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { before.unicodeScalars.append(scalar) }
    let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let position = TapePosition(file: file, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    throw TapeError("The tape is not UTF-8 here: save it with that encoding.", at: position)
  }

  /// One name for each file, however it is written; the path itself for what does not exist.
  static func canonical(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
