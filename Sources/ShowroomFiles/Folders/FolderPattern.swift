import Glibc
import SystemPackage

/// A pattern for the files and folders inside a folder to upload.
///
/// Its parts are separated by slashes and support a shell's `*`, `?` and `[…]`, none of which match a slash. Empty
/// parts and the part `.` are ignored, so that `a//b` is `a/b`. Case is significant.
struct FolderPattern: Sendable, Hashable {
  /// The parts, joined by single slashes.
  private let text: String
  /// Whether the pattern is compared with the path relative to the chosen folder, and not with the name.
  private let isPath: Bool
  /// Whether the pattern matches folders and everything in them, but no files by their own names.
  private let isForFolders: Bool

  /// Creates a pattern.
  ///
  /// - Parameter pattern: The pattern as written. It is compared with names at any depth if it has only one part and
  ///   does not begin with `/` or `./`, and otherwise with the path. If it ends with a slash, it is for folders.
  init(_ pattern: String) {
    // Slashes are bytes in a path. In a string, a slash and a combining character would be one character.
    let bytes = Array(pattern.utf8)
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    let parts = bytes.split(separator: slash).filter { !$0.elementsEqual([dot]) }
    text = String(decoding: Array(parts.joined(separator: [slash])), as: UTF8.self)
    isPath = parts.count > 1 || bytes.first == slash || bytes.starts(with: [dot, slash])
    isForFolders = bytes.last == slash || bytes.suffix(2).elementsEqual([slash, dot])
  }

  /// Whether the pattern has no parts, as `/` and `./`, and therefore matches nothing.
  var isEmpty: Bool { text.isEmpty }

  /// Returns whether a file or a folder matches, either directly or because it is in a folder that does.
  ///
  /// - Parameters:
  ///   - path: The path relative to the chosen folder.
  ///   - isFolder: Whether the path is that of a folder.
  func matches(_ path: FilePath, isFolder: Bool) -> Bool {
    if isEmpty { return false }
    guard isForFolders else { return matchesItself(path) }
    var folder = isFolder ? path : path.removingLastComponent()
    while folder.lastComponent != nil {
      if matchesItself(folder) { return true }
      folder.removeLastComponent()
    }
    return false
  }

  private func matchesItself(_ path: FilePath) -> Bool {
    let name = FilePath(root: nil, path.lastComponent.map { [$0] } ?? [])
    return (isPath ? path : name).withPlatformString { fnmatch(text, $0, FNM_PATHNAME) == 0 }
  }
}
