import Glibc
import ShowroomFiles
import ShowroomNetwork

/// One attempt to copy a file to a folder.
struct LocalCopy {
  let transfer: Transfer
  let folder: OpenFolder
  /// The number of bytes to copy at a time.
  let chunk: Int
  let bandwidth: BandwidthLimit

  /// Copies and publishes the file. If that fails, the temporary file is removed.
  /// - Returns: The published name, the checksum and the state of the file at the destination.
  func run(report: TransferReport) async throws(UploadFailure) -> (name: String, sha256: String, arrival: Arrival) {
    if let state = transfer.checkpoint.flatMap(LocalCopyState.init), let whole = state.whole,
      let name = try state.publishedName(in: folder)
    {
      try folder.remove(state.temporary)
      try folder.synchronize()
      return (name, whole.sha256, .whole(.identity))
    }
    let reader = try reading(SourceReader(transfer.source))
    try checkPlace()
    var state = LocalCopyState(transfer: transfer)
    // The checkpoint must be stored before the file is created.
    try await report(.checkpoint(state.checkpoint))
    do throws(UploadFailure) {
      let whole = try await write(reader, to: state.temporary, report)
      state.whole = whole
      try await report(.verifying)
      try reading(reader.checkAtEnd())
      try await report(.checkpoint(state.checkpoint))
      let name = try publish(state.temporary)
      try folder.synchronize()
      return (name, whole.sha256, try arrival(of: whole, as: name))
    } catch {
      try? folder.remove(state.temporary)
      throw error
    }
  }

  private func arrival(of whole: LocalCopyState.Whole, as name: String) throws(UploadFailure) -> Arrival {
    guard let entry = try folder.entry(name) else { return .missing }
    if entry == whole.entry { return .whole(.identity) }
    return entry.size == whole.entry.size ? .missing : .different(size: entry.size)
  }

  /// Throws if it is already clear that the file cannot be published.
  private func checkPlace() throws(UploadFailure) {
    let old = try folder.entry(transfer.name)
    if let old, !old.isFile, transfer.onDuplicate == .replace {
      throw UploadFailure(.forbidden, "\(transfer.name) in \(folder.path) is not a file; rename it and retry.")
    }
    if let old, [.fail, .skip].contains(transfer.onDuplicate) { throw .duplicate(transfer.name, size: old.size) }
    if let free = LocalFolderEngine.freeBytes(of: folder.descriptor), free < transfer.source.size {
      throw .folder(ENOSPC, "write", folder.path)
    }
  }

  private func write(
    _ reader: SourceReader, to name: String, _ report: TransferReport
  ) async throws(UploadFailure) -> LocalCopyState.Whole {
    try folder.remove(name)
    let permissions = try reading(reader.copyPermissions())
    let output = openat(folder.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
    guard output >= 0 else { throw .folder(errno, "write", folder.path) }
    defer { close(output) }
    var hash = try MessageDigest.begin(.sha256)
    var offset: Int64 = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 4096)
    defer { buffer.deallocate() }
    while offset < transfer.source.size {
      try checkCancellation()
      let length = min(Int64(bandwidth.piece(chunk)), transfer.source.size - offset)
      let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(length)])
      try await bandwidth.wait(for: piece.count)
      let count = try reading(reader.read(into: piece, at: offset))
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(bytes)
      try Self.write(bytes, to: output, in: folder)
      offset += Int64(count)
      try reading(reader.check())
      try await report(.sent(bytes: offset))
    }
    try checkCancellation()
    keepTime(output)
    var status = stat()
    guard fsync(output) == 0, fstat(output, &status) == 0 else { throw .folder(errno, "save the file", folder.path) }
    let entry = OpenFolder.Entry(status)
    guard entry.size == offset else {
      throw UploadFailure(
        .corrupted, retry: .later,
        "The copy of \(transfer.name) in \(folder.path) is \(quantity(entry.size, "byte")) instead of \(offset); "
          + "another program may have changed it.")
    }
    return LocalCopyState.Whole(entry: entry, sha256: hash.value().hexadecimal)
  }

  /// Gives the copy the modification time of the original. Not every file system can store it.
  private func keepTime(_ output: Int32) {
    let (seconds, rest) = transfer.source.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    let times = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))]
    _ = times.withUnsafeBufferPointer { futimens(output, $0.baseAddress) }
  }

  /// Writes all bytes, even if the system accepts only part of them at a time.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to output: Int32, in folder: OpenFolder
  ) throws(UploadFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(output, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        throw .folder(errno, "write", folder.path)
      }
    }
  }

  /// Gives the file its final name.
  private func publish(_ temporary: String) throws(UploadFailure) -> String {
    switch transfer.onDuplicate {
    case .replace:
      try folder.replace(transfer.name, with: temporary)
      return transfer.name
    case .fail, .skip:
      if try folder.publish(temporary, as: transfer.name) { return transfer.name }
      throw .duplicate(transfer.name, size: try folder.entry(transfer.name)?.size)
    case .keepBoth:
      for name in transfer.candidateNames where try folder.publish(temporary, as: name) { return name }
      throw .duplicate(transfer.name, size: nil)
    }
  }

  private func checkCancellation() throws(UploadFailure) {
    guard Task.isCancelled else { return }
    throw UploadFailure(.canceled, "Copying \(transfer.name) was canceled.")
  }
}
