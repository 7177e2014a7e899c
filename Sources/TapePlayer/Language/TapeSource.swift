import Glibc

/// Where a tape was found, and the tapes that lead to it.
public struct TapeSource {
  let path: String
  /// From the first tape to this one.
  let openTapes: [String]

  /// The path of what this tape names, which is relative to its own folder.
  func resolve(_ name: String) -> String {
    guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }

  /// The bytes of the file at `path`; nil when it cannot be read.
  public static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        return nil
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
