import Foundation
import ShowroomNetwork
import Synchronization

/// The format `aws-chunked`, in which S3 receives a checksum after the data: chunks of one mebibyte, each preceded
/// by its length, and a trailer.
struct ChunkedFraming: Sendable, Hashable {
  /// The number of bytes of data, at least one.
  let length: Int64

  /// The header field with the checksum.
  static let checksumHeader = "x-amz-checksum-crc64nvme"
  /// The number of bytes of data in each chunk but the last. Some stores refuse more than 16 MiB.
  static let chunk: Int64 = 1 << 20

  /// Returns what precedes the data at an offset, which is empty within a chunk.
  func head(at offset: Int64) -> [UInt8] {
    guard offset % Self.chunk == 0 else { return [] }
    return Array(((offset == 0 ? "" : "\r\n") + Self.size(min(Self.chunk, length - offset)) + "\r\n").utf8)
  }

  /// Returns what follows the data.
  static func tail(_ checksum: UInt64) -> [UInt8] {
    Array("\r\n0\r\n\(checksumHeader):\(text(checksum))\r\n\r\n".utf8)
  }

  /// Returns a checksum in the form in which S3 sends and receives it.
  static func text(_ checksum: UInt64) -> String {
    withUnsafeBytes(of: checksum.bigEndian) { Data($0).base64EncodedString() }
  }

  /// The number of bytes with heads and tail.
  var encodedLength: Int64 {
    let (whole, rest) = length.quotientAndRemainder(dividingBy: Self.chunk)
    let last = rest == 0 ? 0 : rest + Int64(Self.size(rest).utf8.count) + 4
    return whole * Self.encodedChunk + last + Int64(Self.tail(0).count) - 2
  }

  /// Returns the number of bytes of data among the first bytes that are sent.
  func decoded(_ sent: Int64) -> Int64 {
    let (whole, rest) = sent.quotientAndRemainder(dividingBy: Self.encodedChunk)
    let head = Int64(Self.size(Self.chunk).utf8.count) + 2
    return min(length, whole * Self.chunk + min(max(0, rest - head), Self.chunk))
  }

  private static let encodedChunk = chunk + Int64(size(chunk).utf8.count) + 4

  private static func size(_ bytes: Int64) -> String { String(bytes, radix: 16) }
}

/// The CRC-64/NVME of a request's body. It is computed while the body is sent, and sent after it.
final class BodyChecksum: Sendable {
  private let finished = Mutex<CRC64?>(nil)

  /// The checksum, or `nil` until the whole body has been read.
  var value: CRC64? { finished.withLock { $0 } }

  func finish(_ value: CRC64) { finished.withLock { $0 = value } }
}
