import Glibc

/// A folder that is kept open, so that a check and the operations that follow apply to the same folder even if its path
/// changes.
package struct PinnedFolder: ~Copyable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens the folder at `path`, following symbolic links.
  ///
  /// - Throws: ``SystemError``.
  package init(_ path: String) throws(SystemError) {
    descriptor = try Self.open(path, in: AT_FDCWD, 0)
  }

  /// Opens a folder inside this one. No part of the path may be a symbolic link.
  ///
  /// - Parameter path: The names of the folders, starting with the outermost one.
  /// - Throws: ``SystemError``; for a link, its number is `ELOOP`.
  package func folder(_ path: [String]) throws(SystemError) -> PinnedFolder {
    var folder = PinnedFolder(descriptor: try Self.open(".", in: descriptor, 0))
    for name in path {
      if folder.isLink(name) { throw SystemError(ELOOP) }
      folder = PinnedFolder(descriptor: try Self.open(name, in: folder.descriptor, O_NOFOLLOW))
    }
    return folder
  }

  private static func open(_ path: String, in folder: Int32, _ flags: Int32) throws(SystemError) -> Int32 {
    let flags = flags | O_DIRECTORY | O_CLOEXEC
    var descriptor = openat(folder, path, O_RDONLY | flags)
    // A folder that cannot be listed may still be writable.
    if descriptor < 0, errno == EACCES { descriptor = openat(folder, path, pathOnly | flags) }
    return try SystemError.check(descriptor)
  }

  /// `O_PATH`, which Swift does not import.
  private static let pathOnly: Int32 = 0o10000000

  // MARK: Reading

  /// Returns whether a name refers to a symbolic link.
  package func isLink(_ name: String) -> Bool { status(of: name).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false }

  /// Returns the file status for a name, without following a link; `nil` if there is no such file.
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Opens a regular file for reading, without following a link and without blocking on a pipe.
  ///
  /// - Throws: ``SystemError``: `ELOOP` for a link, `EISDIR` for a folder, and `EINVAL` for anything else that is not a
  ///   regular file.
  package func file(_ name: String) throws(SystemError) -> OpenedFile {
    let opened = try SystemError.check(
      openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
    return try OpenedFile(descriptor: opened)
  }

  // MARK: Writing

  /// The error number of an attempt to create or replace files in the folder, or 0 if the user may do that.
  package var writingError: Int32 {
    faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno
  }

  /// Creates a new file, which has only a hidden temporary name until ``NewFile/publish()``.
  ///
  /// - Parameters:
  ///   - name: The name that the file gets when it is published.
  ///   - permissions: The permissions, before applying the process's mask.
  /// - Throws: ``SystemError``.
  package consuming func newFile(_ name: String, permissions: mode_t) throws(SystemError) -> NewFile {
    let temporary = FileWriting.temporaryName(for: name)
    let opened = try SystemError.check(
      openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions))
    return NewFile(folder: self, name: name, temporary: temporary, descriptor: opened)
  }

  /// Renames a file, replacing any other file, and makes the change durable.
  ///
  /// - Returns: The error number; 0 on success.
  func publish(_ temporary: String, as name: String) -> Int32 {
    renameat(descriptor, temporary, descriptor, name) == 0 ? FileWriting.synchronize(descriptor) : errno
  }

  fileprivate func remove(_ name: String) { unlinkat(descriptor, name, 0) }
}

/// A file that replaces another when it is complete. Until then, nothing is changed; if it is released earlier, it is
/// removed.
package struct NewFile: ~Copyable {
  private let folder: PinnedFolder
  private let name: String
  private var temporary: String?
  /// The file, open for writing.
  package let descriptor: Int32

  fileprivate init(folder: consuming PinnedFolder, name: String, temporary: String, descriptor: Int32) {
    self.folder = folder
    self.name = name
    self.temporary = temporary
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if let temporary { folder.remove(temporary) }
  }

  /// Makes the contents durable, and gives the file its name, replacing any other file. After a power failure, either
  /// the old or the new file exists, and it is complete. The file stays open.
  ///
  /// - Returns: The error number; 0 on success.
  package mutating func publish() -> Int32 {
    guard let temporary else { return 0 }
    var code = FileWriting.synchronize(descriptor)
    if code == 0 { code = folder.publish(temporary, as: name) }
    if code == 0 { self.temporary = nil }
    return code
  }

  /// Removes the file, even if it has been published.
  package mutating func remove() {
    folder.remove(temporary ?? name)
    temporary = nil
  }
}

/// A failed system call.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error number.
  package let number: Int32

  /// Creates an error.
  package init(_ number: Int32) { self.number = number }

  /// Returns the result of a system call.
  ///
  /// - Throws: An error with the current `errno` if the result is negative.
  @discardableResult
  package static func check(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(errno) }
    return result
  }

  /// The system's description of the error.
  package var description: String { systemReason(number) }
}

/// Returns the system's description of an error number.
package func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
