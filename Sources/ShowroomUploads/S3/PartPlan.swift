/// The division of a file into parts, within the limits of S3 multipart uploads.
struct PartPlan: Sendable, Hashable {
  /// The maximum size of an object in bytes: 5 TiB.
  static let maximumSize: Int64 = 5 << 40
  /// The maximum size of a part in bytes.
  static let largestPart: Int64 = 5 << 30
  static let maximumCount: Int64 = 10_000

  /// The sizes of parts in bytes.
  struct Sizes: Sendable, Hashable {
    /// The minimum size for new uploads. A file of at most this size is sent with one request.
    var usual: Int64 = 8 << 20
    /// The maximum size for new uploads, unless there would be too many parts.
    var large: Int64 = 64 << 20
    /// The minimum size that S3 allows, except for the last part.
    var smallest: Int64 = 5 << 20
  }

  let size: Int64
  /// The size in bytes of every part except the last one.
  let partSize: Int64

  /// Creates the plan for a new upload: at most 512 parts within the sizes, or up to 10,000 larger ones. Part sizes
  /// other than the usual one are whole mebibytes.
  init(size: Int64, sizes: Sizes = Sizes()) {
    let mebibyte: Int64 = 1 << 20
    let least = (size + Self.maximumCount - 1) / Self.maximumCount
    let wanted = max(min(max(size / 512, sizes.usual), sizes.large), least)
    self.size = size
    partSize = wanted == sizes.usual ? wanted : (wanted + mebibyte - 1) / mebibyte * mebibyte
  }

  /// Creates the plan of an earlier attempt. Returns `nil` if the part size is not valid.
  init?(size: Int64, partSize: Int64, sizes: Sizes = Sizes()) {
    guard (sizes.smallest...Self.largestPart).contains(partSize),
      (size + partSize - 1) / partSize <= Self.maximumCount
    else { return nil }
    self.size = size
    self.partSize = partSize
  }

  var count: Int { Int((size + partSize - 1) / partSize) }

  /// Returns the range of a part. Parts are numbered from 1.
  func range(of number: Int) -> Range<Int64> {
    let start = Int64(number - 1) * partSize
    return start..<min(start + partSize, size)
  }
}
