import SystemPackage

/// How the file picker looks at the disk: a value, so that tests look at one that they made up.
///
/// Both functions do their work away from the main actor and end soon after their task is cancelled, as far as the
/// system lets them.
public struct DirectoryReader: Sendable {
  /// Takes some of what a folder holds while more is to come; the reader waits for it.
  public typealias Delivery = @Sendable ([FileEntry]) async -> Void

  /// Reads a folder.
  public typealias Reading =
    @Sendable (_ folder: FilePath, _ deliver: @escaping Delivery) async throws(FileProblem) -> [FileEntry]
  /// Looks at one path.
  public typealias Examination = @Sendable (_ path: FilePath) async throws(FileProblem) -> FileEntry

  /// Reads a folder: its entries in whatever order the system has them, without `.` and `..`. When it takes long, what has
  /// come is delivered meanwhile; what has not been delivered is returned at the end, or when the task was cancelled.
  public var read: Reading
  /// Looks at one path, through symbolic links. Throws when nothing is there or when it is a file that cannot be read.
  public var examine: Examination

  /// The folder above which nothing is looked at; nil: there is none.
  private(set) var root: FilePath?

  /// A reader of these functions.
  public init(
    read: @escaping Reading, examine: @escaping Examination
  ) {
    self.read = read
    self.examine = examine
  }

  /// The same, but of what is not in `root` it only says that it is outside.
  public func within(_ root: FilePath) -> DirectoryReader {
    var reader = DirectoryReader(
      read: { [read] folder, deliver throws(FileProblem) in
        guard folder.isWithin(root) else { throw FileProblem(.outside, folder) }
        return try await read(folder, deliver)
      },
      examine: { [examine] path throws(FileProblem) in
        guard path.isWithin(root) else { throw FileProblem(.outside, path) }
        return try await examine(path)
      })
    reader.root = root
    return reader
  }
}
