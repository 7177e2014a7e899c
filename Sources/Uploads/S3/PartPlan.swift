/// How a file is cut into parts (S3, "multipart upload limits").
struct PartPlan: Sendable, Hashable {
  /// The largest object, in bytes: 5 TiB.
  static let maximumSize: Int64 = 5 << 40
  /// The usual size of a part, in bytes; a file that is no larger is sent whole.
  static let usualPart: Int64 = 16 << 20
  /// Parts other than the last have at least so many bytes.
  static let smallestPart: Int64 = 5 << 20
  /// A part has at most so many bytes.
  static let largestPart: Int64 = 5 << 30
  static let maximumCount: Int64 = 10_000

  /// The file's size in bytes.
  let size: Int64
  /// The size of every part but the last, in bytes.
  let partSize: Int64

  /// The plan for a file that nothing has been sent of: whole mebibytes, as few as make at most 10,000 parts.
  init(size: Int64) {
    let mebibyte: Int64 = 1 << 20
    let least = (size + Self.maximumCount - 1) / Self.maximumCount
    self.size = size
    partSize = max(Self.usualPart, (least + mebibyte - 1) / mebibyte * mebibyte)
  }

  /// The plan that an earlier attempt followed; nil when no attempt of ours can have.
  init?(size: Int64, partSize: Int64) {
    guard (Self.smallestPart...Self.largestPart).contains(partSize),
      (size + partSize - 1) / partSize <= Self.maximumCount
    else { return nil }
    self.size = size
    self.partSize = partSize
  }

  /// How many parts there are.
  var count: Int { Int((size + partSize - 1) / partSize) }

  /// Where a part lies in the file; they are numbered from 1.
  func range(of number: Int) -> Range<Int64> {
    let start = Int64(number - 1) * partSize
    return start..<min(start + partSize, size)
  }
}
