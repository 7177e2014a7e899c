/// The division of a file into parts, within the multipart upload limits of S3.
struct PartPlan: Sendable, Hashable {
  /// The largest object in bytes: 5 TiB.
  static let maximumSize: Int64 = 5 << 40
  /// The smallest size of a part in bytes that is chosen. A file of at most this size is sent with one request.
  static let usualPart: Int64 = 16 << 20
  /// The largest size of a part in bytes that is chosen, unless there would be too many parts.
  static let largeSize: Int64 = 64 << 20
  /// The smallest part in bytes, except for the last one.
  static let smallestPart: Int64 = 5 << 20
  /// The largest part in bytes.
  static let largestPart: Int64 = 5 << 30
  static let maximumCount: Int64 = 10_000

  let size: Int64
  /// The size of every part except the last one in bytes.
  let partSize: Int64

  /// Creates the plan for a new upload: about 32 parts of whole mebibytes, within the sizes above, so that several can be
  /// sent at the same time; at most 10,000.
  init(size: Int64) {
    let mebibyte: Int64 = 1 << 20
    let least = (size + Self.maximumCount - 1) / Self.maximumCount
    self.size = size
    let wanted = min(max(size / 32, Self.usualPart), Self.largeSize)
    partSize = (max(wanted, least) + mebibyte - 1) / mebibyte * mebibyte
  }

  /// Creates the plan of an earlier attempt. Returns `nil` if the size of a part is not valid.
  init?(size: Int64, partSize: Int64) {
    guard (Self.smallestPart...Self.largestPart).contains(partSize),
      (size + partSize - 1) / partSize <= Self.maximumCount
    else { return nil }
    self.size = size
    self.partSize = partSize
  }

  /// The number of parts.
  var count: Int { Int((size + partSize - 1) / partSize) }

  /// Returns the range of a part. Parts are numbered from 1.
  func range(of number: Int) -> Range<Int64> {
    let start = Int64(number - 1) * partSize
    return start..<min(start + partSize, size)
  }
}
