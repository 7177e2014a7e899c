import Glibc
import SystemPackage

/// A filter for the files of folders to upload, with patterns such as `*.jpg` that support a shell's `*`, `?` and
/// `[…]`.
///
/// A pattern without a slash is compared with the names of files and folders at any depth. A pattern with a slash is
/// compared with the path relative to the chosen folder, in which `*` does not match a slash. Case is significant.
package struct FolderFilter: Sendable, Hashable {
  /// The patterns of files to upload; empty for all.
  package var included: [String]
  /// The patterns of files and folders to leave out, even if ``included`` matches them. Nothing inside such a folder is
  /// uploaded.
  package var excluded: [String]
  /// Whether hidden files and folders are uploaded.
  package var takesHidden: Bool

  /// Creates a filter. By default, it leaves out hidden files and folders.
  package init(including included: [String] = [], excluding excluded: [String] = [], takesHidden: Bool = false) {
    self.included = included
    self.excluded = excluded
    self.takesHidden = takesHidden
  }

  /// Creates a filter from patterns separated by spaces, such as `*.jpg !raw`. A pattern after `!` leaves out what it
  /// matches. In place of a space, a pattern has `?`.
  package init(parsing text: String, takesHidden: Bool) {
    let words = text.split(separator: " ").map(String.init)
    self.init(
      including: words.filter { !$0.hasPrefix("!") },
      excluding: words.compactMap { $0.hasPrefix("!") && $0.count > 1 ? String($0.dropFirst()) : nil },
      takesHidden: takesHidden)
  }

  /// Returns whether a file or a folder is left out.
  ///
  /// - Parameter path: The path relative to the chosen folder.
  func excludes(_ path: FilePath) -> Bool { excluded.contains { Self.matches($0, path) } }

  /// Returns whether a file is uploaded, provided that it is not excluded.
  func includes(_ path: FilePath) -> Bool { included.isEmpty || included.contains { Self.matches($0, path) } }

  private static func matches(_ pattern: String, _ path: FilePath) -> Bool {
    let name = FilePath(root: nil, path.lastComponent.map { [$0] } ?? [])
    return (pattern.contains("/") ? path : name).withPlatformString { fnmatch(pattern, $0, FNM_PATHNAME) == 0 }
  }
}
