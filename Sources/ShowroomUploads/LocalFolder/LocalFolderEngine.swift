import Glibc
import ShowroomCatalog
import ShowroomFiles
import SystemPackage

/// An engine that copies files to a folder on this computer, as `<folder>/<car>/<name>`.
///
/// A file is written under a hidden name, synchronized to disk and renamed, so that it appears only when it is complete
/// and survives a power failure. An interrupted copy starts over unless the file had already been published.
package struct LocalFolderEngine: UploadEngine {
  let folder: String
  let chunk: Int
  let bandwidth: BandwidthLimit

  /// Creates an engine for a folder. The folder is created when necessary.
  /// - Parameters:
  ///   - folder: the absolute path.
  ///   - bandwidth: the limit on the number of bytes written per second.
  package init(folder: String, bandwidth: BandwidthLimit = BandwidthLimit()) {
    self.init(folder: folder, chunk: 1 << 20, bandwidth: bandwidth)
  }

  /// Creates an engine that copies files in chunks of a number of bytes. A cancellation takes effect between two
  /// chunks.
  package init(folder: String, chunk: Int, bandwidth: BandwidthLimit = BandwidthLimit()) {
    self.folder = folder
    self.chunk = chunk
    self.bandwidth = bandwidth
  }

  /// Returns the car's files in the folder, the free space and whether the folder is writable.
  package func destinationInfo(for car: Car.ID) async throws(UploadFailure) -> DestinationInfo {
    let base: OpenFolder?
    do throws(UploadFailure) {
      base = try OpenFolder.base(folder)
    } catch {
      return Self.info(readOnlyReason: error.message)
    }
    guard let base else {
      return Self.info(freeBytes: Self.freeBytes(nearest: folder), readOnlyReason: missing, files: [])
    }
    let carFolder = try base.subfolder("\(car)")
    let place = carFolder ?? base
    let isWritable = faccessat(place.descriptor, ".", W_OK | X_OK, 0) == 0
    let readOnlyReason = isWritable ? nil : UploadFailure.folder(errno, "write", place.path).message
    var files: [StoredFile] = []
    for name in try carFolder?.names() ?? [] {
      guard let entry = try carFolder?.entry(name), entry.isFile else { continue }
      files.append(StoredFile(name: name, location: location(car: car, name: name), size: entry.size))
    }
    return Self.info(freeBytes: Self.freeBytes(of: place.descriptor), readOnlyReason: readOnlyReason, files: files)
  }

  /// Copies and publishes a file, all or nothing.
  package func send(
    _ transfer: Transfer, report: @escaping TransferReport
  ) async throws(UploadFailure) -> StoredFile {
    let access: OpenFolder.Access = transfer.source.isPrivate ? .ownerOnly : .shared
    let base = try OpenFolder.base(folder, making: access)
    guard let place = try base?.subfolder("\(transfer.car)", making: access) else {
      throw .folder(ENOENT, "write", folder)
    }
    let published = try await LocalCopy(transfer: transfer, folder: place, chunk: chunk, bandwidth: bandwidth)
      .run(report: report)
    let file = StoredFile(
      name: published.name, location: location(car: transfer.car, name: published.name), size: transfer.source.size,
      sha256: published.sha256)
    return try published.arrival.confirmed(file, at: folder)
  }

  /// Removes the hidden file and, if publishing it was interrupted before it was recorded, the published one.
  @discardableResult
  package func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) -> String? {
    guard let state = LocalCopyState(checkpoint), let place = try carFolder(state.car) else { return nil }
    if let name = try state.publishedName(in: place) { try place.remove(name) }
    try place.remove(state.temporary)
    try place.synchronize()
    return nil
  }

  /// Deletes a file. Rejects locations that this engine did not create.
  package func delete(_ file: StoredFile) async throws(UploadFailure) {
    let (car, name) = try parts(of: file)
    guard let place = try carFolder(car) else { return }
    try place.remove(name)
    try place.synchronize()
  }

  package func verify(_ file: StoredFile) async throws(UploadFailure) {
    try await copying(file) { (copy) async throws(UploadFailure) in try await copy.verify() }
  }

  /// Copies a file to a new local file.
  package func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    try await copying(file) { (copy) async throws(UploadFailure) in try await copy.run(to: path, progress: progress) }
  }

  private func copying(
    _ file: StoredFile, _ read: (LocalFetch) async throws(UploadFailure) -> Void
  ) async throws(UploadFailure) {
    let (car, name) = try parts(of: file)
    guard let place = try carFolder(car), try place.entry(name) != nil else {
      throw UploadFailure(.missing, "\(file.name) is no longer in \(folder); it was deleted or moved.")
    }
    try await read(LocalFetch(file: file, name: name, folder: place, chunk: chunk))
  }

  // MARK: Locations

  private func carFolder(_ car: Car.ID) throws(UploadFailure) -> OpenFolder? {
    try OpenFolder.base(folder)?.subfolder("\(car)")
  }

  private func location(car: Car.ID, name: String) -> String {
    "\(folder)/\(car)/\(name)"
  }

  /// Returns the car and the name in a location. Rejects locations that this engine did not create.
  private func parts(of file: StoredFile) throws(UploadFailure) -> (car: Car.ID, name: String) {
    let components = file.location.split(separator: "/", omittingEmptySubsequences: false).suffix(2)
    guard components.count == 2, let first = components.first, let car = Car.ID(first), let last = components.last,
      !last.isEmpty, last != "..", last != ".", file.location == location(car: car, name: String(last))
    else {
      throw UploadFailure(
        .protocol, "\(file.location) was not uploaded to \(folder); check the destination.")
    }
    return (car, String(last))
  }

  // MARK: Destination info

  private static func info(freeBytes: Int64? = nil, readOnlyReason: String?, files: [StoredFile]? = nil)
    -> DestinationInfo
  {
    DestinationInfo(
      engine: "local folder", resumption: .unsupported, publishesAtomically: true, checksum: nil, freeBytes: freeBytes,
      readOnlyReason: readOnlyReason, files: files)
  }

  /// The reason why the missing folder cannot be created, or `nil` if it can.
  private var missing: String? {
    var path = FilePath(folder)
    while access(path.string, F_OK) != 0, path.removeLastComponent() {}
    if access(path.string, W_OK | X_OK) == 0 { return nil }
    return UploadFailure.folder(errno, "create the folder", folder).message
  }

  static func freeBytes(of descriptor: Int32) -> Int64? {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  private static func freeBytes(nearest folder: String) -> Int64? {
    var path = FilePath(folder)
    var status = statvfs()
    while statvfs(path.string, &status) != 0 {
      guard path.removeLastComponent() else { return nil }
    }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}
