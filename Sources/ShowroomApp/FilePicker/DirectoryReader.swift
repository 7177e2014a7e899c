import SystemPackage

/// How the file picker looks at the disk: a value, so that tests look at one that they made up.
///
/// Both functions do their work away from the main actor and end soon after their task is cancelled, as far as the
/// system lets them.
public struct DirectoryReader: Sendable {
  /// Takes what a folder holds, some at a time; the reader waits for it.
  public typealias Delivery = @Sendable ([FileEntry]) async -> Void

  /// Reads a folder and delivers its entries in whatever order the system has them, without `.` and `..`. Returns when
  /// there are no more, or when the task was cancelled.
  public var read: @Sendable (_ folder: FilePath, _ deliver: @escaping Delivery) async throws(FileProblem) -> Void
  /// Looks at one path, through symbolic links. Throws when nothing is there or when it is a file that cannot be read.
  public var examine: @Sendable (_ path: FilePath) async throws(FileProblem) -> FileEntry

  /// A reader of these functions.
  public init(
    read: @escaping @Sendable (_ folder: FilePath, _ deliver: @escaping Delivery) async throws(FileProblem) -> Void,
    examine: @escaping @Sendable (_ path: FilePath) async throws(FileProblem) -> FileEntry
  ) {
    self.read = read
    self.examine = examine
  }
}
