import SystemPackage

/// What typed text means as paths, where it is typed.
struct TypedPath: Sendable {
  /// Where a relative path begins.
  let folder: FilePath
  /// What `~` stands for; nil: itself.
  let home: FilePath?

  /// The text as one path, blanks and all: how a person types it. nil when there can be none.
  func whole(_ text: String) -> FilePath? {
    let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    let spelling = home == nil ? nil : PathWords.homeSpellings.first { text == $0 || text.hasPrefix($0 + "/") }
    return path(home: spelling, Array(text.utf8.dropFirst(spelling?.utf8.count ?? 0)))
  }

  /// The text as paths with blanks between them, quoted where they have to be; also `file://` addresses.
  func words(_ text: String) -> [FilePath] {
    PathWords(text).words.compactMap { word in
      Self.address(word.bytes).map { path(home: nil, $0) } ?? path(home: word.home, word.bytes)
    }
  }

  /// The path that follows the home folder, or stands for itself.
  func path(home spelling: String?, _ bytes: [UInt8]) -> FilePath? {
    guard let spelling else { return FilePath(bytes: bytes).map { folder.pushing($0) } }
    guard let home else { return FilePath(bytes: Array(spelling.utf8) + bytes).map { folder.pushing($0) } }
    return bytes.contains(0) ? nil : FilePath(bytes: home.bytes + bytes)
  }

  /// The path of a `file://` address; nil when it is none.
  private static func address(_ bytes: [UInt8]) -> [UInt8]? {
    let scheme = Array("file://".utf8)
    guard bytes.starts(with: scheme), let slash = bytes[scheme.count...].firstIndex(of: FileName.slash) else {
      return nil
    }
    var path: [UInt8] = []
    var index = slash
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        path.append(byte)
        index += 3
      } else {
        path.append(bytes[index])
        index += 1
      }
    }
    return path
  }
}
