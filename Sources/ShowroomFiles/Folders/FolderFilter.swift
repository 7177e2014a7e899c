import Glibc
import SystemPackage

/// The files of folders that are uploaded, by patterns such as `*.jpg`, with the signs `*`, `?` and `[…]` of a shell.
///
/// A pattern without a slash is compared with the names of files and folders at any depth; one with a slash, with the path
/// in the folder that was chosen, in which `*` does not match a slash. Letters differ in case.
package struct FolderFilter: Sendable, Hashable {
  /// The patterns of files to upload; empty for all.
  package var included: [String]
  /// The patterns of files and folders to leave out, although ``included`` may have them. Nothing in such a folder is
  /// uploaded.
  package var excluded: [String]
  /// Whether hidden files and folders are uploaded.
  package var takesHidden: Bool

  /// Creates a filter; by default, one that leaves out what is hidden.
  package init(including included: [String] = [], excluding excluded: [String] = [], takesHidden: Bool = false) {
    self.included = included
    self.excluded = excluded
    self.takesHidden = takesHidden
  }

  /// Returns whether a file or a folder is left out.
  ///
  /// - Parameter path: The path in the folder that was chosen.
  func excludes(_ path: FilePath) -> Bool { excluded.contains { Self.matches($0, path) } }

  /// Returns whether a file is uploaded that is not left out.
  func includes(_ path: FilePath) -> Bool { included.isEmpty || included.contains { Self.matches($0, path) } }

  private static func matches(_ pattern: String, _ path: FilePath) -> Bool {
    let name = FilePath(root: nil, path.lastComponent.map { [$0] } ?? [])
    return (pattern.contains("/") ? path : name).withPlatformString { fnmatch(pattern, $0, FNM_PATHNAME) == 0 }
  }
}
