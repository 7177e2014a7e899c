import Glibc
import SystemPackage

/// The files in a folder and its subfolders, which are uploaded together.
///
/// Hidden files and folders are left out unless a ``FolderFilter`` includes them. Symbolic links are not followed, so
/// that reading ends and nothing outside the folder is uploaded. The chosen folder itself may be hidden or a link.
package struct FolderContents: Sendable, Hashable {
  /// The folder.
  package let folder: FilePath
  /// The files, ordered by name. The files of a folder come before those of its subfolders.
  package private(set) var files: [UploadSource] = []
  /// The total size in bytes.
  package private(set) var size: Int64 = 0
  /// The number of hidden files and folders. The contents of hidden folders are not counted.
  package private(set) var hidden = 0
  /// The number of files and folders left out by the filter.
  package private(set) var filtered = 0
  /// The number of symbolic links.
  package private(set) var links = 0
  /// The number of files and folders that cannot be read, and of pipes, sockets and devices.
  package private(set) var unusable = 0

  /// The maximum number of files in a folder, because every file in the queue is kept in memory.
  package static let maximumFiles = 10_000
  /// The number of files between two reports of progress.
  private static let reportInterval = 250

  /// Creates contents.
  package init(of folder: FilePath, files: [UploadSource] = [], hidden: Int = 0) {
    self.folder = folder
    self.hidden = hidden
    for file in files { add(file) }
  }

  private mutating func add(_ file: UploadSource) {
    files.append(file)
    let (sum, overflows) = size.addingReportingOverflow(file.size)
    size = overflows ? .max : sum
  }

  /// Returns whether a path leads to a folder. Blocks until the file system responds.
  package static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads a folder off the caller's actor.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. A relative path refers to the working directory.
  ///   - filter: The files to upload.
  ///   - limit: The maximum number of files in the folder.
  ///   - progress: A closure that receives the number of files found so far.
  /// - Throws: ``SourceFailure`` if the folder cannot be read or contains more files than `limit`, or if the task was
  ///   canceled.
  @concurrent
  package static func read(
    _ folder: FilePath, filter: FolderFilter = FolderFilter(), limit: Int = maximumFiles,
    progress: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async throws(SourceFailure) -> FolderContents {
    let folder = (folder.isAbsolute ? folder : UploadSource.workingDirectory.pushing(folder)).lexicallyNormalized()
    var contents = FolderContents(of: folder)
    let name = FilePath(root: nil, folder.lastComponent.map { [$0] } ?? [])
    // The folders that remain to be read. The first one may be reached through a link; the others must not be.
    var pending = [(path: folder, relative: name)]
    var reported = 0
    while let next = pending.popLast() {
      let entries: [Entry]
      do throws(SourceFailure) {
        entries = try Self.entries(of: next.path, followsLink: next.path == folder)
      } catch  where next.path != folder {
        contents.unusable += 1
        continue
      }
      var inner: [(path: FilePath, relative: FilePath)] = []
      for entry in entries {
        if Task.isCancelled {
          throw SourceFailure("Reading \(UploadSource.readable(folder)) was canceled.", isCanceled: true)
        }
        if let found = contents.take(entry, in: next.path, next.relative, filter) { inner.append(found) }
        if contents.files.count > limit { throw .tooManyFiles(in: folder, limit: limit) }
        guard contents.files.count - reported >= reportInterval else { continue }
        reported = contents.files.count
        await progress(reported)
      }
      pending += inner.reversed()
    }
    return contents
  }

  /// Adds an entry. If it is a folder that is to be read, returns it.
  private mutating func take(
    _ entry: Entry, in folder: FilePath, _ relative: FilePath, _ filter: FolderFilter
  ) -> (path: FilePath, relative: FilePath)? {
    if entry.isHidden, !filter.takesHidden {
      hidden += 1
      return nil
    }
    let path = folder.appending(entry.name)
    // Excludes the name of the chosen folder.
    let inner = FilePath(root: nil, relative.appending(entry.name).components.dropFirst())
    let isFolder = entry.mode & S_IFMT == S_IFDIR
    if filter.excludes(inner, isFolder: isFolder) || !isFolder && !filter.includes(inner) {
      filtered += 1
      return nil
    }
    switch entry.mode & S_IFMT {
    case S_IFDIR: return (path, relative.appending(entry.name))
    case S_IFLNK: links += 1
    case S_IFREG:
      guard var source = try? UploadSource(path: path) else {
        unusable += 1
        return nil
      }
      source.pathInFolder = relative.appending(entry.name)
      add(source)
    default: unusable += 1
    }
    return nil
  }

  /// An entry of a folder.
  private struct Entry {
    let name: FilePath.Component
    let bytes: [UInt8]
    let mode: mode_t
    var isHidden: Bool { bytes.first == UInt8(ascii: ".") }
  }

  /// Returns the entries of a folder, ordered by name, without `.` and `..`.
  private static func entries(of folder: FilePath, followsLink: Bool) throws(SourceFailure) -> [Entry] {
    // `O_NONBLOCK` keeps a named pipe at this path from blocking the call.
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = folder.withPlatformString { open($0, flags) }
    guard descriptor >= 0 else { throw .unreadableFolder(folder, errno) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw .unreadableFolder(folder, code)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    while let found = readdir(stream) {
      if let entry = entry(found, in: descriptor) { entries.append(entry) }
      errno = 0
    }
    if errno != 0 { throw .unreadableFolder(folder, errno) }
    return entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  private static func entry(_ found: UnsafeMutablePointer<dirent>, in descriptor: Int32) -> Entry? {
    // The name can be longer than the structure's field, because some file systems limit the number of characters
    // rather than bytes.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let start = UnsafeRawPointer(found).advanced(by: offset).assumingMemoryBound(to: CChar.self)
    guard let name = FilePath.Component(platformString: start), name.kind == .regular else { return nil }
    var status = stat()
    guard fstatat(descriptor, start, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    return Entry(name: name, bytes: bytes, mode: status.st_mode)
  }
}

extension FolderContents {
  /// A description of the items left out, such as `3 hidden items and 1 link are left out.`; `nil` if there are none.
  package var omissions: String? {
    let counts = [
      (filtered, "filtered item"), (hidden, "hidden item"), (links, "link"), (unusable, "unusable item"),
    ].filter { $0.0 > 0 }
    guard let last = counts.last else { return nil }
    let others = counts.dropLast().map { quantity($0, $1) }.joined(separator: ", ")
    let list = (others.isEmpty ? "" : others + " and ") + quantity(last.0, last.1)
    return list + (counts.reduce(0) { $0 + $1.0 } == 1 ? " is left out." : " are left out.")
  }

  /// Returns the contents, which must include files.
  ///
  /// - Throws: ``SourceFailure`` with a description of the items left out.
  package func requiringFiles() throws(SourceFailure) -> FolderContents {
    guard files.isEmpty else { return self }
    let name = UploadSource.readable(folder)
    throw SourceFailure("\(name) contains no files to upload." + (omissions.map { " \($0)" } ?? ""))
  }
}

extension SourceFailure {
  fileprivate static func tooManyFiles(in folder: FilePath, limit: Int) -> SourceFailure {
    SourceFailure("\(UploadSource.readable(folder)) contains more than \(limit) files; choose folders inside it.")
  }

  fileprivate static func unreadableFolder(_ folder: FilePath, _ code: Int32) -> SourceFailure {
    let name = UploadSource.readable(folder)
    return switch code {
    case ENOENT: SourceFailure("The folder \(name) does not exist.")
    case ENOTDIR: SourceFailure("\(name) is not a folder.")
    case EACCES, EPERM: SourceFailure("The folder \(name) is not readable; change its permissions.")
    default: SourceFailure("The folder \(name) could not be read (\(String(cString: strerror(code)))).")
    }
  }
}
