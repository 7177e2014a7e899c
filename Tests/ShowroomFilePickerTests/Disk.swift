import ShowroomFiles
import Synchronization
import SystemPackage

@testable import ShowroomFilePicker

/// A file system in memory. A test can hold a folder to control when its entries arrive.
final class Disk: Sendable {
  private struct Contents {
    var folders: [FilePath: [FileEntry]] = [:]
    var problems: [FilePath: FileError.Cause] = [:]
    var gates: [FilePath: AsyncStream<[FileEntry]>] = [:]
    var collections: [FilePath: Result<FolderContents, SourceFailure>] = [:]
    var collecting: AsyncStream<Int>?
    var filter: FolderFilter?
  }

  private let contents = Mutex(Contents())

  init(_ folders: [FilePath: [FileEntry]] = [:]) {
    contents.withLock { $0.folders = folders }
  }

  /// A reader of the folders.
  var reader: DirectoryReader {
    DirectoryReader(
      read: { folder, deliver throws(FileError) in try await self.read(folder, deliver) },
      examine: { path throws(FileError) in try self.examine(path) },
      collect: { folder, filter, progress throws(SourceFailure) in try await self.collect(folder, filter, progress) })
  }

  /// Sets the files that are found in a folder that is selected as a whole.
  func collect(_ result: Result<FolderContents, SourceFailure>, in folder: FilePath) {
    contents.withLock { $0.collections[folder] = result }
  }

  /// The filter with which a folder was last selected as a whole.
  var filter: FolderFilter? { contents.withLock(\.filter) }

  /// Makes the search for the files of folders report what is yielded to the continuation, until that is finished.
  func holdCollections() -> AsyncStream<Int>.Continuation {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    contents.withLock { $0.collecting = stream }
    return continuation
  }

  private func collect(
    _ folder: FilePath, _ filter: FolderFilter, _ progress: @Sendable (Int) async -> Void
  ) async throws(SourceFailure) -> FolderContents {
    let (result, gate) = contents.withLock { contents in
      contents.filter = filter
      return (contents.collections[folder], contents.collecting)
    }
    if let gate { for await count in gate { await progress(count) } }
    if Task.isCancelled { throw SourceFailure("Canceled.", isCanceled: true) }
    guard let result else { return FolderContents(of: folder) }
    return try result.get()
  }

  /// Replaces the entries of a folder; `nil` removes the folder.
  func put(_ entries: [FileEntry]?, into folder: FilePath) {
    contents.withLock { $0.folders[folder] = entries }
  }

  /// Makes every access to a path fail; `nil` makes it succeed again.
  func fail(_ path: FilePath, _ cause: FileError.Cause?) {
    contents.withLock { $0.problems[path] = cause }
  }

  /// Makes a reading of the folder deliver only what is yielded to the continuation, until that is finished.
  func hold(_ folder: FilePath) -> AsyncStream<[FileEntry]>.Continuation {
    let (stream, continuation) = AsyncStream<[FileEntry]>.makeStream()
    contents.withLock { $0.gates[folder] = stream }
    return continuation
  }

  /// Ends the hold of a folder and replaces its entries.
  func release(_ folder: FilePath, _ entries: [FileEntry]) {
    contents.withLock { contents in
      contents.gates[folder] = nil
      contents.folders[folder] = entries
    }
  }

  private func read(_ folder: FilePath, _ deliver: DirectoryReader.Delivery) async throws(FileError) -> [FileEntry] {
    let (entries, cause, gate) = contents.withLock { ($0.folders[folder], $0.problems[folder], $0.gates[folder]) }
    if let cause { throw FileError(cause, folder) }
    if let gate {
      for await more in gate { await deliver(more) }
      return []
    }
    guard let entries else { throw FileError(.missing, folder) }
    return entries
  }

  private func examine(_ path: FilePath) throws(FileError) -> FileEntry {
    let path = path.lexicallyNormalized()
    let (entries, cause, isFolder) = contents.withLock {
      ($0.folders[path.parent ?? "/"], $0.problems[path], $0.folders[path] != nil)
    }
    if let cause { throw FileError(cause, path) }
    guard let name = path.fileName else { return FileEntry(name: FileName("/"), kind: .folder) }
    if let entry = entries?.first(where: { $0.name == name }) { return entry }
    guard isFolder else { throw FileError(.missing, path) }
    return FileEntry(name: name, kind: .folder)
  }
}

extension FileLocation: ExpressibleByStringLiteral {
  /// Creates the location of a path literal.
  public init(stringLiteral path: String) {
    self.init(FilePath(path).removingLastComponent(), FileName(FilePath(path).lastComponent?.string ?? ""))
  }
}

extension FileRow {
  static func at(_ location: FileLocation, _ entry: FileEntry) -> FileRow { FileRow(location.folder, entry) }
}

extension FileEntry {
  /// 2026-11-21 08:30 UTC, in nanoseconds.
  static let moment: Int64 = 1_795_249_800_000_000_000

  static func file(_ name: String, _ size: Int64 = 1000, minutes: Int64 = 0) -> FileEntry {
    FileEntry(
      name: FileName(name), kind: .file, size: size, modified: moment + minutes * 60_000_000_000,
      identity: FileIdentity(device: 1, inode: UInt64(name.utf8.count)))
  }

  static func folder(_ name: String, minutes: Int64 = 0) -> FileEntry {
    FileEntry(name: FileName(name), kind: .folder, size: 4096, modified: moment + minutes * 60_000_000_000)
  }

  static func unusable(_ name: String, _ cause: FileError.Cause, linkTo target: String? = nil) -> FileEntry {
    FileEntry(
      name: FileName(name), kind: .unusable(cause), linkTarget: target.map { FileName($0) }, modified: moment)
  }
}
