import SystemPackage

/// The interpretation of typed text as paths.
struct TypedPath: Sendable {
  /// The folder that relative paths refer to.
  let folder: FilePath
  /// The folder that `~` stands for; `nil` to treat it as an ordinary name.
  let home: FilePath?

  /// Returns the text as one path, including its spaces, or `nil` if it is not a valid path.
  func whole(_ text: String) -> FilePath? {
    let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    let spelling = home == nil ? nil : PathWords.homeSpellings.first { text == $0 || text.hasPrefix($0 + "/") }
    return path(home: spelling, Array(text.utf8.dropFirst(spelling?.utf8.count ?? 0)))
  }

  /// Returns the paths in the text. They are separated by spaces and quoted where necessary, or are `file://` URLs.
  func words(_ text: String) -> [FilePath] {
    PathWords(text).words.compactMap { word in
      Self.address(word.bytes).map { path(home: nil, $0) } ?? path(home: word.home, word.bytes)
    }
  }

  /// Returns the path of `bytes`, relative to the home folder if its spelling is given.
  func path(home spelling: String?, _ bytes: [UInt8]) -> FilePath? {
    guard let spelling else { return FilePath(bytes: bytes).map { folder.pushing($0) } }
    guard let home else { return FilePath(bytes: Array(spelling.utf8) + bytes).map { folder.pushing($0) } }
    return bytes.contains(0) ? nil : FilePath(bytes: home.bytes + bytes)
  }

  /// Returns the path of a `file://` URL, or `nil` for other text.
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
