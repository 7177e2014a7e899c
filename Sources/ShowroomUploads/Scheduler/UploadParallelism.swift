/// The number of uploads that run at the same time.
///
/// A large file can use the whole connection, while a small one mostly waits for responses and for the disk.
package struct UploadParallelism: Sendable, Hashable {
  /// The maximum number of large files.
  var large: Int
  /// The maximum number of small files.
  var small: Int

  /// The size in bytes up to which a file is small.
  static let smallSize: Int64 = 8 << 20
  /// The maximum total size in bytes of the small files that run concurrently. A single file may exceed it.
  static let smallTotal: Int64 = 32 << 20

  /// Creates the value for the number of files that the user has specified. A value of 1 uploads one file at a time.
  /// Otherwise, up to 16 files are uploaded at the same time, and this number of them, up to 8, may be large.
  package init(files: Int) {
    let files = min(max(files, 1), 8)
    self.init(large: files, small: files == 1 ? 1 : 16)
  }

  init(large: Int, small: Int) { (self.large, self.small) = (large, small) }
}

/// The uploads that are running, which determine whether another one may start.
struct RunningUploads {
  private let parallelism: UploadParallelism
  private let limits: [String: AdaptiveLimit]
  private var large = 0
  private var small = 0
  private var smallBytes: Int64 = 0
  private var destinations: [String: Int] = [:]
  private var targets: Set<QueueRow.Target> = []

  /// - Parameter limits: The limits of overloaded destinations.
  init(_ rows: some Sequence<QueueRow>, within parallelism: UploadParallelism, limits: [String: AdaptiveLimit]) {
    self.parallelism = parallelism
    self.limits = limits
    for row in rows { add(row) }
  }

  /// Whether no file may start, regardless of its size and destination.
  var isFull: Bool { large + small >= max(parallelism.large, parallelism.small) }

  /// Returns whether the number of uploads allows another one.
  func hasRoom(for row: QueueRow) -> Bool {
    let size = row.transfer.source.size
    guard !isFull, (limits[row.destination]?.count ?? .max) > destinations[row.destination] ?? 0 else { return false }
    guard size <= UploadParallelism.smallSize else { return large < parallelism.large }
    return small < parallelism.small && (small == 0 || smallBytes + size <= UploadParallelism.smallTotal)
  }

  /// Returns whether no upload of the same name is running. Such files run one after another, because the destination
  /// may not be able to distinguish them.
  func isFree(_ target: QueueRow.Target) -> Bool { !targets.contains(target) }

  mutating func add(_ row: QueueRow) {
    let size = row.transfer.source.size
    if size <= UploadParallelism.smallSize {
      small += 1
      smallBytes += size
    } else {
      large += 1
    }
    destinations[row.destination, default: 0] += 1
    targets.insert(row.target)
  }
}
