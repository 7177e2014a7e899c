import SystemPackage

/// A filter for the files of folders to upload, with patterns such as `*.jpg` that support a shell's `*`, `?` and
/// `[…]`.
///
/// A pattern without a slash is compared with the names of files and folders at any depth. A pattern that has a slash
/// inside it, or begins with `/` or `./`, is compared with the path relative to the chosen folder, in which `*` does
/// not match a slash. A pattern that ends with a slash matches folders together with everything in them. A pattern
/// without a name, such as `/`, matches nothing. Case is significant.
package struct FolderFilter: Sendable, Hashable {
  /// The patterns of files to upload; empty for all.
  private let included: [FolderPattern]
  /// The patterns of files and folders to leave out, even if ``included`` matches them. Nothing inside such a folder is
  /// uploaded.
  private let excluded: [FolderPattern]
  /// Whether hidden files and folders are uploaded.
  package let takesHidden: Bool

  /// Creates a filter. By default, it leaves out hidden files and folders.
  package init(including included: [String] = [], excluding excluded: [String] = [], takesHidden: Bool = false) {
    self.included = included.map { FolderPattern($0) }
    self.excluded = excluded.map { FolderPattern($0) }
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

  /// Returns whether a pattern can match a file or a folder, because it does not consist only of slashes and the
  /// folder `.`.
  package static func isPattern(_ text: String) -> Bool { !FolderPattern(text).isEmpty }

  /// Returns whether a file or a folder is left out.
  ///
  /// - Parameters:
  ///   - path: The path relative to the chosen folder.
  ///   - isFolder: Whether the path is that of a folder.
  func excludes(_ path: FilePath, isFolder: Bool) -> Bool {
    excluded.contains { $0.matches(path, isFolder: isFolder) }
  }

  /// Returns whether a file is uploaded, provided that it is not excluded.
  ///
  /// - Parameter path: The path relative to the chosen folder.
  func includes(_ path: FilePath) -> Bool {
    included.isEmpty || included.contains { $0.matches(path, isFolder: false) }
  }
}
