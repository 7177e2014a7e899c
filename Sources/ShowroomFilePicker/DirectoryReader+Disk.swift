import Glibc
import SystemPackage

extension DirectoryReader {
  /// A reader of the local file systems.
  package static let disk = DirectoryReader(
    read: { folder, deliver throws(FileError) in
      try await FolderScan(folder).run(deliver)
    },
    examine: { path throws(FileError) in
      try await FileStatus.examine(path)
    })
}

/// One pass over a folder on disk.
private struct FolderScan {
  private let folder: FilePath
  private var pending: [FileEntry] = []
  private var delivered = 0
  private var lastDelivery = ContinuousClock.now

  /// The minimum time between deliveries, short enough that a slow disk soon shows its first entries.
  private static let minimumInterval: Duration = .milliseconds(100)
  /// The maximum time between deliveries. Until it has passed, a delivery is due only once the number of entries has
  /// doubled, because each delivery sorts all entries again.
  private static let maximumInterval: Duration = .seconds(1)

  init(_ folder: FilePath) {
    self.folder = folder
  }

  @concurrent
  func run(_ deliver: @escaping DirectoryReader.Delivery) async throws(FileError) -> [FileEntry] {
    var scan = self
    try await scan.readAll(deliver)
    return scan.pending
  }

  private mutating func readAll(_ deliver: DirectoryReader.Delivery) async throws(FileError) {
    // `O_NONBLOCK` keeps a named pipe at this path from blocking the call.
    let descriptor = folder.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(error: errno, folder) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw FileError(error: code, folder)
    }
    defer { closedir(stream) }
    while !Task.isCancelled {
      errno = 0
      guard let found = readdir(stream) else {
        if errno != 0 { throw FileError(error: errno, folder) }
        break
      }
      if let entry = FileStatus.entry(found, in: descriptor) { pending.append(entry) }
      if isDeliveryDue { await deliverPending(deliver) }
    }
  }

  private var isDeliveryDue: Bool {
    guard !pending.isEmpty else { return false }
    let elapsed = ContinuousClock.now - lastDelivery
    return elapsed >= Self.minimumInterval && (pending.count >= delivered || elapsed >= Self.maximumInterval)
  }

  private mutating func deliverPending(_ deliver: DirectoryReader.Delivery) async {
    await deliver(pending)
    delivered += pending.count
    pending = []
    lastDelivery = .now
  }
}
