import ShowroomFiles
import Synchronization
import SystemPackage

/// The file picker's access to the file system. It is a value, so that tests can replace it with folders in memory.
///
/// All functions run off the main actor and return soon after their task is canceled, if the system permits.
package struct DirectoryReader: Sendable {
  /// A closure that receives some of a folder's entries while reading continues. The reader waits until it returns.
  package typealias Delivery = @Sendable ([FileEntry]) async -> Void

  /// A function that reads a folder.
  package typealias Reading =
    @Sendable (_ folder: FilePath, _ deliver: @escaping Delivery) async throws(FileError) -> [FileEntry]
  /// A function that examines a path.
  package typealias Examination = @Sendable (_ path: FilePath) async throws(FileError) -> FileEntry
  /// A function that finds all files in a folder that is uploaded as a whole.
  package typealias Collection =
    @Sendable (_ folder: FilePath, _ filter: FolderFilter, _ progress: @escaping @Sendable (Int) async -> Void)
    async
    throws(SourceFailure) -> FolderContents

  /// Reads the entries of a folder in file system order, without `.` and `..`.
  ///
  /// A slow read delivers the entries found so far in batches. It returns the entries that it has not delivered, even
  /// if its task is canceled.
  package var read: Reading
  /// Examines a path, following symbolic links. Throws if nothing exists there or the file cannot be read.
  package var examine: Examination
  /// Finds the files of a folder and of the folders inside it that a filter includes, and reports the number found so
  /// far.
  package var collect: Collection

  /// The folder to which access is restricted; `nil` for unrestricted access.
  private(set) var root: FilePath?

  /// Creates a reader from its functions.
  package init(
    read: @escaping Reading, examine: @escaping Examination,
    collect: @escaping Collection = { folder, filter, progress throws(SourceFailure) in
      try await FolderContents.read(folder, filter: filter, progress: progress)
    }
  ) {
    self.read = read
    self.examine = examine
    self.collect = collect
  }

  /// Returns an error that names the first missing folder of the path, if a folder is missing; otherwise, `failure`.
  func narrowed(_ failure: FileError) async -> FileError {
    var narrowed = failure
    while narrowed.cause == .missing, let parent = narrowed.path.parent {
      do throws(FileError) {
        _ = try await examine(parent)
        return narrowed
      } catch {
        guard error.cause == .missing || error.cause == .deadLink else { return narrowed }
        narrowed = FileError(error.cause, parent)
      }
    }
    return narrowed
  }

  /// Returns a reader that is restricted to `root` and throws for every path outside it. Its results depend neither on
  /// the disk's speed nor on its order: a folder is delivered as a whole, sorted by name.
  package func within(_ root: FilePath) -> DirectoryReader {
    var reader = DirectoryReader(
      read: { [read] folder, _ throws(FileError) in
        guard folder.isWithin(root) else { throw FileError(.outside, folder) }
        let parts = Mutex<[FileEntry]>([])
        let rest = try await read(folder) { part in parts.withLock { $0 += part } }
        return (parts.withLock { $0 } + rest).sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
      },
      examine: { [examine] path throws(FileError) in
        guard path.isWithin(root) else { throw FileError(.outside, path) }
        return try await examine(path)
      },
      collect: { [collect] folder, filter, progress throws(SourceFailure) in
        guard folder.isWithin(root) else { throw SourceFailure("\(FileError(.outside, folder))") }
        return try await collect(folder, filter, progress)
      })
    reader.root = root
    return reader
  }
}
