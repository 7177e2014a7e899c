import Glibc
import SystemPackage

extension DirectoryReader {
  /// The file systems of this machine.
  public static let disk = DirectoryReader(
    read: { folder, deliver throws(FileProblem) in
      try await FolderScan(folder).run(deliver)
    },
    examine: { path throws(FileProblem) in
      try await FileStatus.examine(path)
    })
}

/// One reading of a folder on the disk.
private struct FolderScan {
  private let folder: FilePath
  private var pending: [FileEntry] = []
  private var delivered = 0
  private var lastDelivery = ContinuousClock.now

  /// What has come so far is delivered after this time, so that a slow disk shows something soon.
  private static let patience: Duration = .milliseconds(100)
  /// At the latest after this time. Between the two it waits until there is as much again as was delivered before:
  /// everything is sorted anew for each delivery.
  private static let longestWait: Duration = .seconds(1)

  init(_ folder: FilePath) {
    self.folder = folder
  }

  @concurrent
  func run(_ deliver: @escaping DirectoryReader.Delivery) async throws(FileProblem) -> [FileEntry] {
    var scan = self
    try await scan.readAll(deliver)
    return scan.pending
  }

  private mutating func readAll(_ deliver: DirectoryReader.Delivery) async throws(FileProblem) {
    // Opened without waiting for whatever it is: a pipe in the place of a folder would block.
    let descriptor = folder.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileProblem(error: errno, folder) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw FileProblem(error: code, folder)
    }
    defer { closedir(stream) }
    while !Task.isCancelled {
      errno = 0
      guard let found = readdir(stream) else {
        if errno != 0 { throw FileProblem(error: errno, folder) }
        break
      }
      if let entry = FileStatus.entry(found, in: descriptor) { pending.append(entry) }
      if isDeliveryDue { await deliverPending(deliver) }
    }
  }

  private var isDeliveryDue: Bool {
    guard !pending.isEmpty else { return false }
    let elapsed = ContinuousClock.now - lastDelivery
    return elapsed >= Self.patience && (pending.count >= delivered || elapsed >= Self.longestWait)
  }

  private mutating func deliverPending(_ deliver: DirectoryReader.Delivery) async {
    await deliver(pending)
    delivered += pending.count
    pending = []
    lastDelivery = .now
  }
}
