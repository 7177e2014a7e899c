import Glibc
import ShowroomCatalog
import ShowroomFiles
import SystemPackage

/// An engine that copies files to a folder on this computer, as `<folder>/<car>/<name>` or, with the folders
/// of the file, `<folder>/<car>/<folders>/<name>`.
///
/// A file is written under a hidden name, synchronized to disk and renamed, so that it appears only when it is complete
/// and survives a power failure. An interrupted copy starts over unless the file had already been published.
package struct LocalFolderEngine: UploadEngine {
  let folder: String
  let chunk: Int
  let bandwidth: BandwidthLimit

  /// Creates an engine for a folder. The folder is created when necessary.
  /// - Parameters:
  ///   - folder: The absolute path.
  ///   - bandwidth: The limit on the number of bytes written per second.
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

  package var finishesWithoutSource: Bool { true }

  /// Returns the car's files in the folder and its subfolders, the free space and whether the folder is writable.
  package func destinationInfo(
    for car: Car.ID, in folders: Set<[String]>?
  ) async throws(UploadFailure) -> DestinationInfo {
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
    if let carFolder { files = try self.files(in: carFolder, of: car, including: folders ?? []) }
    return Self.info(freeBytes: Self.freeBytes(of: place.descriptor), readOnlyReason: readOnlyReason, files: files)
  }

  /// Copies and publishes a file, all or nothing.
  package func send(
    _ transfer: Transfer, report: @escaping TransferReport
  ) async throws(UploadFailure) -> StoredFile {
    let access: OpenFolder.Access = transfer.source.isPrivate ? .ownerOnly : .shared
    guard let place = try place(of: transfer.car, transfer.folders, making: access) else {
      throw .folder(ENOENT, "write", folder)
    }
    let published = try await LocalCopy(transfer: transfer, folder: place, chunk: chunk, bandwidth: bandwidth)
      .run(report: report)
    let file = StoredFile(
      name: published.name, location: location(car: transfer.car, path: transfer.path(of: published.name)),
      size: transfer.source.size, sha256: published.sha256)
    return try published.arrival.confirmed(file, at: folder)
  }

  /// Removes the hidden file and, if publishing it was interrupted before it was recorded, the published one, unless it
  /// may have replaced another, or is recorded because another upload has found it there and skipped an equal file.
  /// Folders stay, because another upload may be about to use them.
  @discardableResult
  package func discard(
    _ transfer: Transfer, progress: @escaping @Sendable () -> Void
  ) async throws(UploadFailure) -> String? {
    guard let state = transfer.checkpoint.flatMap(LocalCopyState.init) else { return nil }
    // The folder existed when the copy began, so the hidden file is probably on a disk that is not connected.
    guard try OpenFolder.base(folder) != nil else {
      throw UploadFailure(.unavailable, "The folder \(folder) does not exist; connect its disk, or create the folder.")
    }
    guard let place = try place(of: state.car, state.folders) else { return nil }
    if state.isNew, let name = try state.publishedName(in: place),
      !transfer.recorded.contains(where: { $0.name == name && $0.sha256 == state.whole?.sha256 })
    {
      try place.remove(name)
    }
    try place.remove(state.temporary)
    try place.synchronize()
    return nil
  }

  /// Deletes a file. Rejects locations that this engine did not create.
  package func delete(_ file: StoredFile) async throws(UploadFailure) {
    let (car, path) = try parts(of: file)
    guard let place = try place(of: car, path.folders) else { return }
    try place.remove(path.name)
    try place.synchronize()
  }

  package func verify(_ file: StoredFile) async throws(UploadFailure) {
    try await copying(file) { (copy) async throws(UploadFailure) in try await copy.verify() }
  }

  /// Copies a file to a new local file.
  package func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    try await copying(file) { (copy) async throws(UploadFailure) in try await copy.run(to: path) }
  }

  private func copying(
    _ file: StoredFile, _ read: (LocalFetch) async throws(UploadFailure) -> Void
  ) async throws(UploadFailure) {
    let (car, path) = try parts(of: file)
    guard let place = try place(of: car, path.folders), try place.entry(path.name) != nil else {
      throw UploadFailure(.missing, "\(file.name) is no longer in \(folder); it was deleted or moved.")
    }
    try await read(LocalFetch(file: file, name: path.name, folder: place, chunk: chunk))
  }

  // MARK: Locations

  /// Opens a folder of a car, or returns `nil` if it does not exist. Creates missing folders if `making` specifies
  /// their access. Each one is opened in the one before, so that no symbolic link is followed.
  private func place(
    of car: Car.ID, _ folders: [String], making access: OpenFolder.Access? = nil
  ) throws(UploadFailure) -> OpenFolder? {
    guard var place = try OpenFolder.base(folder, making: access) else { return nil }
    for name in ["\(car)"] + folders {
      guard let inner = try place.subfolder(name, making: access) else { return nil }
      place = inner
    }
    return place
  }

  private func location(car: Car.ID, path: String) -> String {
    "\(folder)/\(car)/\(path)"
  }

  /// Returns the car and the path in a location. Rejects locations that this engine did not create.
  private func parts(of file: StoredFile) throws(UploadFailure) -> (car: Car.ID, path: StoredPath) {
    let start = folder.utf8 + [UInt8(ascii: "/")]
    let parts = file.location.utf8.dropFirst(start.count).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    guard file.location.utf8.starts(with: start), parts.count >= 2, let car = Car.ID(parts[0]), "\(car)" == parts[0],
      let name = parts.last, !name.isEmpty, name != "..", name != ".",
      parts[1..<(parts.count - 1)].allSatisfy({ StoredName(received: $0).text == $0 })
    else {
      throw UploadFailure(
        .protocol, "\(file.location) was not uploaded to \(folder); check the destination.")
    }
    return (car, StoredPath(folders: Array(parts[1..<(parts.count - 1)]), name: name))
  }

  // MARK: Destination info

  /// The number of files after which no more subfolders are read, and the maximum depth of subfolders.
  private static let enoughFiles = 10_000, maximumDepth = 64

  /// Returns the files in the folder of a car and its subfolders. Subfolders that cannot be read are left out.
  /// - Parameter needed: The folders to read regardless of the number of files.
  private func files(
    in carFolder: OpenFolder, of car: Car.ID, including needed: Set<[String]>
  ) throws(UploadFailure) -> [StoredFile] {
    var files: [StoredFile] = []
    var pending = [(folder: carFolder, names: [String]())]
    while let (folder, names) = pending.popLast() {
      var inner: [(folder: OpenFolder, names: [String])] = []
      let found: [String]
      do throws(UploadFailure) { found = try folder.names() } catch {
        if names.isEmpty { throw error }
        continue
      }
      for name in found {
        guard let entry = try? folder.entry(name) else { continue }
        let path = names + [name]
        if entry.isFile {
          let text = path.joined(separator: "/")
          files.append(StoredFile(name: text, location: location(car: car, path: text), size: entry.size))
        } else if files.count < Self.enoughFiles && path.count <= Self.maximumDepth
          || needed.contains(where: { $0.starts(with: path) }), let subfolder = try? folder.subfolder(name)
        {
          inner.append((subfolder, path))
        }
      }
      pending += inner.reversed()
    }
    return files
  }

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
