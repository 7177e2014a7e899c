import CLibraries

/// A CRC-64/NVME of bytes that arrive piece by piece. S3 compares it with what it has stored.
package struct CRC64: Sendable, Hashable {
  package private(set) var value: UInt64 = 0
  /// The number of bytes.
  package private(set) var count: Int64 = 0

  /// Creates the checksum of no bytes.
  package init() {}

  /// Creates the checksum of bytes.
  package init(of bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    value = cn_crc64nvme(value, bytes.baseAddress, bytes.count)
    count += Int64(bytes.count)
  }

  /// Adds the bytes of another checksum after those of this one.
  package mutating func append(_ other: CRC64) {
    value = cn_crc64nvme_joined(value, other.value, UInt64(other.count))
    count += other.count
  }
}
