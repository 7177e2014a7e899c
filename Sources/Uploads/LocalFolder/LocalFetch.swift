import Glibc
import SystemPackage

/// Copies a file of a folder to a new place on this machine.
struct LocalFetch {
  let file: StoredFile
  /// Its name in the folder.
  let name: String
  let folder: OpenFolder
  let chunk: Int

  /// Writes under a hidden name beside the new one and renames: what is there is not replaced.
  func run(to path: FilePath, progress: @Sendable (Int64) -> Void) async throws(UploadFailure) {
    let input = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw .folder(errno, "read \(name)", folder.path) }
    defer { close(input) }
    guard let final = path.lastComponent?.string,
      let target = try OpenFolder.base(path.removingLastComponent().string)
    else { throw .folder(ENOENT, "save", path.string) }
    let temporary = ".\(getpid()).\(input).part"
    do throws(UploadFailure) {
      try await copy(input, to: target, temporary, progress)
      guard try target.publish(temporary, as: final) else {
        throw .duplicate(final, size: try target.entry(final)?.size)
      }
      try target.synchronise()
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
      if Task.isCancelled { throw UploadFailure(.cancelled, "Saving \(name) was cancelled.") }
      let count = read(input, buffer.baseAddress, buffer.count)
      if count == 0 { break }
      guard count > 0 else { throw .folder(errno, "read \(name)", folder.path) }
      try LocalCopy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output, in: target)
      offset += Int64(count)
      progress(offset)
      await Task.yield()
    }
    guard offset == file.size else {
      throw UploadFailure(
        .corrupted, "\(name) has \(offset) bytes, not the \(file.size) that were uploaded: somebody changed it.")
    }
    guard fsync(output) == 0 else { throw .folder(errno, "save the file", target.path) }
  }
}
