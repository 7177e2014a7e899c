import Glibc
import ReactorFiles

/// The path of a tape, and the tapes that source it.
struct TapeSource {
  /// Returns the contents of the file at a path.
  typealias Reader = (String) throws(TapeReadError) -> [UInt8]

  /// The maximum size in bytes of a tape together with the tapes that it sources.
  static let maximumSize = 1 << 20
  /// The maximum depth of tapes that source one another.
  static let maximumDepth = 16

  let path: String
  /// The paths from the outermost tape to this one.
  let openTapes: [String]

  /// Returns the path of a file named by this tape, which is relative to the tape's folder.
  func resolve(_ components: [String]) -> String {
    let name = components.joined(separator: "/")
    guard let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }

  /// Returns a reader of the tapes inside a tape's folder. It follows no symbolic links, because whoever sent the tape
  /// may have included a link.
  static func reader(beside tape: String) -> Reader {
    let folder = tape.lastIndex(of: "/").map { String(tape[...$0]) } ?? ""
    return { path throws(TapeReadError) in
      guard path.hasPrefix(folder), let names = TapePath.components(of: String(path.dropFirst(folder.count))),
        let name = names.last
      else { throw .system(errno: EINVAL) }
      do throws(SystemError) {
        let file = try PinnedFolder(folder.isEmpty ? "." : folder).folder(names.dropLast()).file(name)
        return try file.bytes(limit: Int64(maximumSize))
      } catch {
        throw TapeReadError(error)
      }
    }
  }

  /// Returns the contents of the regular file at `path`. Pipes and devices are rejected, because they may never end.
  static func bytes(of path: String) throws(TapeReadError) -> [UInt8] {
    do { return try OpenedFile(path).bytes(limit: Int64(maximumSize)) } catch { throw TapeReadError(error) }
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

/// A path in a tape. A tape may come from anyone, so its paths can lead only to files inside a folder chosen by its
/// reader.
enum TapePath {
  /// Returns the components of a path, which are the same for `a.svg` and `./a.svg`. Returns `nil` if the path is
  /// empty, is absolute, leads upward, or contains control characters, because the system might end the path at such a
  /// character.
  static func components(of path: String) -> [String]? {
    // Bytes are split rather than characters, because a slash and a following combining mark form one character.
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard names.first != "", names.last != "", !names.contains(".."),
      !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    let parts = names.filter { !$0.isEmpty && $0 != "." }
    return parts.isEmpty ? nil : parts
  }
}
