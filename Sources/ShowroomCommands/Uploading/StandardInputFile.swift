import Foundation
import Glibc
import ReactorFiles
import ShowroomUploads
import SystemPackage

/// The contents of standard input as a file in the data folder, so that its upload can be resumed like that of any
/// other file.
///
/// The file is locked while this object exists, because another program may remove files that no upload refers to.
package final class StandardInputFile: Sendable {
  /// The path of the file, whose last component is its name.
  package let path: FilePath
  private let descriptor: Int32

  private static let folder: FilePath.Component = "input"

  /// Reads an input until its end.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without a slash.
  ///   - data: The data folder.
  /// - Throws: `UploadFailure` if the input cannot be read or the file cannot be written.
  package init(named name: FilePath.Component, in data: FilePath, reading input: Int32 = STDIN_FILENO)
    throws(UploadFailure)
  {
    let inputs = data.appending(Self.folder)
    let folder = inputs.appending(UUID().uuidString)
    path = folder.appending(name)
    try Self.create(inputs)
    // Until the file is locked, nothing indicates that it is in use.
    let lock = Self.lock(inputs, LOCK_SH)
    defer { if let lock { close(lock) } }
    try Self.create(folder)
    descriptor = path.withPlatformString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Self.failure(errno, path) }
    if let lock { flock(lock, LOCK_UN) }
    do throws(UploadFailure) {
      try copy(input)
    } catch {
      Self.remove(folder)
      throw error
    }
  }

  private static func create(_ folder: FilePath) throws(UploadFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw UploadFailure(
        .store, "Could not create the folder \(folder.string) for standard input; check its permissions.")
    }
  }

  /// Locks a folder until the returned descriptor is closed. Returns `nil` if that is not possible.
  private static func lock(_ folder: FilePath, _ operation: Int32) -> Int32? {
    let descriptor = folder.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, operation) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func copy(_ input: Int32) throws(UploadFailure) {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw UploadFailure(
          .source,
          "Could not read standard input (\(String(cString: strerror(errno)))); check the program that writes to it.")
      }
      let code = FileWriting.write(buffer[..<count], to: descriptor)
      if code != 0 { throw Self.failure(code, path) }
    }
    if fsync(descriptor) != 0 { throw Self.failure(errno, path) }
  }

  private static func failure(_ code: Int32, _ path: FilePath) -> UploadFailure {
    UploadFailure(
      .store,
      "Could not save standard input to \(path.string) (\(String(cString: strerror(code)))); free some space there.")
  }

  /// Removes the files in the data folder that no upload can still need. Removes nothing if the uploads cannot be read,
  /// or while another program is creating such a file.
  ///
  /// - Parameter uploads: A closure that returns the uploads in the queue.
  package static func removeUnused(in data: FilePath, _ uploads: () throws -> [Upload]) {
    let folder = data.appending(folder)
    guard let lock = lock(folder, LOCK_EX | LOCK_NB) else { return }
    defer { close(lock) }
    guard let known = try? uploads() else { return }
    let needed = Set(known.filter { $0.state != .done }.map(\.path))
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
      let inner = folder.appending(name)
      let files = (try? FileManager.default.contentsOfDirectory(atPath: inner.string)) ?? []
      if !files.contains(where: { needed.contains(inner.appending($0).string) || isLocked(inner.appending($0)) }) {
        remove(inner)
      }
    }
  }

  /// Returns whether a running program is still reading the file or is about to upload it.
  private static func isLocked(_ path: FilePath) -> Bool {
    let descriptor = path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  private static func remove(_ folder: FilePath) { try? FileManager.default.removeItem(atPath: folder.string) }
}
