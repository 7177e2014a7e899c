import Catalogue
import Glibc
import SystemPackage

/// Copies files into a folder on this machine, as `<folder>/<car>/<name>`.
///
/// A file is written under a hidden name beside its final one, put on the disk, and renamed: under its name it appears
/// whole, and stays when the power fails. What was interrupted starts over; only when the file was in place already, and
/// the program ended before it could note that, it is recognised.
public struct LocalFolderEngine: UploadEngine {
  let folder: String
  let chunk: Int

  /// Copies into a folder, which is made when it is needed.
  /// - Parameter folder: its absolute path.
  public init(folder: String) {
    self.init(folder: folder, chunk: 1 << 20)
  }

  /// Reads and writes so many bytes at a time: the fewer, the more often it can be stopped.
  package init(folder: String, chunk: Int) {
    self.folder = folder
    self.chunk = chunk
  }

  /// What the folder holds for the car, what is left on its disk, and whether it may be written.
  public func survey(car: Car.ID) async throws(UploadFailure) -> Survey {
    let base: OpenFolder?
    do throws(UploadFailure) {
      base = try OpenFolder.base(folder)
    } catch {
      return Self.survey(refusal: error.sentence)
    }
    guard let base else { return Self.survey(freeBytes: Self.freeBytes(nearest: folder), refusal: missing, files: []) }
    let carFolder = try base.subfolder("\(car)")
    let place = carFolder ?? base
    let isWritable = faccessat(place.descriptor, ".", W_OK | X_OK, 0) == 0
    let refusal = isWritable ? nil : UploadFailure.folder(errno, "write", place.path).sentence
    var files: [StoredFile] = []
    for name in try carFolder?.names() ?? [] {
      guard let entry = try carFolder?.entry(name), entry.isFile else { continue }
      files.append(StoredFile(name: name, location: location(car: car, name: name), size: entry.size))
    }
    return Self.survey(freeBytes: Self.freeBytes(of: place.descriptor), refusal: refusal, files: files)
  }

  /// Copies, and publishes all or nothing.
  public func send(
    _ transfer: Transfer, report: @escaping TransferReport
  ) async throws(UploadFailure) -> StoredFile {
    let access: OpenFolder.Access = transfer.source.isPrivate ? .ownerOnly : .shared
    let base = try OpenFolder.base(folder, making: access)
    guard let place = try base?.subfolder("\(transfer.car)", making: access) else {
      throw .folder(ENOENT, "write", folder)
    }
    let published = try await LocalCopy(transfer: transfer, folder: place, chunk: chunk).run(report: report)
    let file = StoredFile(
      name: published.name, location: location(car: transfer.car, name: published.name), size: transfer.source.size,
      sha256: published.sha256)
    return try published.arrival.confirmed(file, at: folder)
  }

  /// Removes the hidden file, also when it had got its name and only the queue did not know.
  public func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) {
    guard let mark = LocalMark(checkpoint), let place = try carFolder(mark.car) else { return }
    if let name = try mark.publishedName(in: place) { try place.remove(name) }
    try place.remove(mark.temporary)
    try place.synchronise()
  }

  /// Deletes a file. A location that this engine would not have made is refused.
  public func delete(_ file: StoredFile) async throws(UploadFailure) {
    let (car, name) = try parts(of: file)
    guard let place = try carFolder(car) else { return }
    try place.remove(name)
    try place.synchronise()
  }

  /// Copies a file to a new place on this machine.
  public func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    let (car, name) = try parts(of: file)
    guard let place = try carFolder(car), try place.entry(name) != nil else {
      throw UploadFailure(.unavailable, "\(file.name) is not in \(folder) any more; somebody deleted or moved it.")
    }
    try await LocalFetch(file: file, name: name, folder: place, chunk: chunk).run(to: path, progress: progress)
  }

  // MARK: Places

  private func carFolder(_ car: Car.ID) throws(UploadFailure) -> OpenFolder? {
    try OpenFolder.base(folder)?.subfolder("\(car)")
  }

  private func location(car: Car.ID, name: String) -> String {
    "\(folder)/\(car)/\(name)"
  }

  /// The car and the name that a location is made of. One that this engine would not have made is refused.
  private func parts(of file: StoredFile) throws(UploadFailure) -> (car: Car.ID, name: String) {
    let components = file.location.split(separator: "/", omittingEmptySubsequences: false).suffix(2)
    guard components.count == 2, let first = components.first, let car = Car.ID(first), let last = components.last,
      !last.isEmpty, last != "..", last != ".", file.location == location(car: car, name: String(last))
    else {
      throw UploadFailure(
        .protocol, "\(file.location) is not a file that was uploaded to \(folder); check the destination.")
    }
    return (car, String(last))
  }

  // MARK: Surveying

  private static func survey(freeBytes: Int64? = nil, refusal: String?, files: [StoredFile]? = nil) -> Survey {
    Survey(
      engine: "local folder", resumption: .startsOver, publishesAtomically: true, checksum: nil, freeBytes: freeBytes,
      refusal: refusal, files: files)
  }

  /// Why a folder that is not there yet cannot be made.
  private var missing: String? {
    var path = FilePath(folder)
    while access(path.string, F_OK) != 0, path.removeLastComponent() {}
    if access(path.string, W_OK | X_OK) == 0 { return nil }
    return UploadFailure.folder(errno, "make the folder", folder).sentence
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
