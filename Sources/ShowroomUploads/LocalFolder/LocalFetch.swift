import Glibc
import ShowroomCatalog
import SystemPackage

/// A copy of a file from the destination folder to a new local file.
struct LocalFetch {
  let file: StoredFile
  /// The name in the destination folder.
  let name: String
  let folder: OpenFolder
  let chunk: Int

  /// Writes to a hidden file beside the new one and renames it. An existing file is not replaced.
  func run(to path: FilePath, progress: @Sendable (Int64) -> Void) async throws(UploadFailure) {
    let input = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw .folder(errno, "read \(name)", folder.path) }
    defer { close(input) }
    guard try folder.entry(name)?.isFile == true else {
      throw UploadFailure(.unavailable, "\(name) in \(folder.path) is not a regular file; it cannot be copied.")
    }
    guard let final = path.lastComponent?.string,
      let target = try OpenFolder.base(path.removingLastComponent().string)
    else { throw .folder(ENOENT, "save", path.string) }
    let temporary = ".\(getpid()).\(input).part"
    do throws(UploadFailure) {
      try await copy(input, to: target, temporary, progress)
      guard try target.publish(temporary, as: final) else {
        throw .duplicate(final, size: try target.entry(final)?.size)
      }
      try target.synchronize()
    } catch {
      try? target.remove(temporary)
      throw error
    }
  }

  private func copy(
    _ input: Int32, to target: OpenFolder, _ temporary: String, _ progress: @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    try target.remove(temporary)
    let permissions = try SourceReader.copyPermissions(of: input, FilePath(name))
    let output = openat(target.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
    guard output >= 0 else { throw .folder(errno, "write", target.path) }
    defer { close(output) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 4096)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while true {
      if Task.isCancelled { throw UploadFailure(.canceled, "Saving \(name) was canceled.") }
      let count = read(input, buffer.baseAddress, buffer.count)
      if count == 0 { break }
      guard count > 0 else { throw .folder(errno, "read \(name)", folder.path) }
      try LocalCopy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output, in: target)
      offset += Int64(count)
      // A file that keeps growing is not the file that was uploaded.
      if offset > file.size { break }
      progress(offset)
      await Task.yield()
    }
    guard offset == file.size else {
      throw UploadFailure(
        .corrupted, "\(name) has \(quantity(offset, "byte")) instead of \(file.size); it was changed after the upload.")
    }
    guard fsync(output) == 0 else { throw .folder(errno, "save the file", target.path) }
  }
}
