import Glibc
import ShowroomFiles
import ShowroomNetwork
import SystemPackage

/// A copy of a file from the destination folder to a new local file, or a comparison with the file that was uploaded.
struct LocalFetch {
  let file: StoredFile
  /// The name in the destination folder.
  let name: String
  let folder: OpenFolder
  let chunk: Int

  /// Writes to a hidden file beside the new one and then renames it. An existing file is not replaced.
  func run(to path: FilePath) async throws(UploadFailure) {
    let input = try opened()
    defer { close(input) }
    guard let final = path.lastComponent?.string,
      let target = try OpenFolder.base(path.removingLastComponent().string)
    else { throw .folder(ENOENT, "save", path.string) }
    let temporary = ".\(getpid()).\(input).part"
    do throws(UploadFailure) {
      try await copy(input, to: target, temporary)
      guard try target.publish(temporary, as: final) else {
        throw .duplicate(final, size: try target.entry(final)?.size)
      }
      try target.synchronize()
    } catch {
      try? target.remove(temporary)
      throw error
    }
  }

  /// Reads the file and verifies its size and checksum.
  /// - Throws: ``UploadFailure/Cause/corrupted`` if it is not the file that was uploaded.
  func verify() async throws(UploadFailure) {
    let input = try opened()
    defer { close(input) }
    try await read(input) { _ in }
  }

  private func opened() throws(UploadFailure) -> Int32 {
    let input = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw .folder(errno, "read \(name)", folder.path) }
    guard (try? folder.entry(name)?.isFile) == true else {
      close(input)
      throw UploadFailure(.unavailable, "\(name) in \(folder.path) is not a regular file; it cannot be copied.")
    }
    return input
  }

  private func copy(_ input: Int32, to target: OpenFolder, _ temporary: String) async throws(UploadFailure) {
    try target.remove(temporary)
    let permissions = try reading(SourceReader.copyPermissions(of: input, FilePath(name)))
    let output = openat(target.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
    guard output >= 0 else { throw .folder(errno, "write", target.path) }
    defer { close(output) }
    try await read(input) { (bytes) throws(UploadFailure) in try LocalCopy.write(bytes, to: output, in: target) }
    guard fsync(output) == 0 else { throw .folder(errno, "save the file", target.path) }
  }

  /// Passes on the contents piece by piece, and verifies the size and, if known, the SHA-256.
  private func read(
    _ input: Int32, _ take: (UnsafeRawBufferPointer) throws(UploadFailure) -> Void
  ) async throws(UploadFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 4096)
    defer { buffer.deallocate() }
    var hash = try MessageDigest.begin(.sha256)
    var offset: Int64 = 0
    while true {
      if Task.isCancelled { throw UploadFailure(.canceled, "Reading \(name) was canceled.") }
      let count = Glibc.read(input, buffer.baseAddress, buffer.count)
      if count == 0 { break }
      guard count > 0 else { throw .folder(errno, "read \(name)", folder.path) }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(bytes)
      offset += Int64(count)
      // A file that keeps growing is not the file that was uploaded.
      if offset > file.size { break }
      try take(bytes)
      await Task.yield()
    }
    guard offset == file.size else {
      throw UploadFailure(
        .corrupted, "\(name) is \(quantity(offset, "byte")) instead of \(file.size); it was changed after the upload.")
    }
    if let sha256 = file.sha256, sha256 != hash.value().hexadecimal {
      throw UploadFailure(.corrupted, "The contents of \(name) have changed since the upload.")
    }
  }
}
