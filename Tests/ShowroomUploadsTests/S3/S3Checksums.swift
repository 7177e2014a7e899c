import Foundation
import ShowroomTestSupport

/// The behavior of a store toward checksums that follow the data (`x-amz-checksum-crc64nvme`).
enum S3Checksums: Sendable, Hashable {
  /// It compares them, as AWS does. A part without one is refused, as by MinIO, or not.
  case verified(refusesOthers: Bool)
  /// It refuses a request with one.
  case refused(status: Int, code: String)
  /// It refuses to create an upload for parts with checksums.
  case refusedAtCreation(status: Int, code: String)
  /// It compares them, and its responses have none.
  case silent
  /// It decodes the data and drops the checksum, so that its responses have none.
  case dropped
  /// It stores the chunks with their lengths.
  case raw
  /// It reports that the right checksum is a different one.
  case computedWrongly
  /// It returns the checksum that it received without comparing it.
  case echoed
  /// It computes the right checksum of each part, and a different one of the combined object. A request with the right
  /// one is refused, or not.
  case combinedWrongly(isRefused: Bool)
}

/// A body in the format `aws-chunked`, decoded independently of the code under test.
struct DecodedChunks {
  var data: [UInt8] = []
  /// The trailer fields, in lowercase.
  var trailer: [String: String] = [:]

  /// Returns `nil` if the body does not have the format.
  init?(_ body: [UInt8]) {
    var rest = body[...]
    while true {
      guard let end = rest.firstRange(of: [13, 10]),
        let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16)
      else { return nil }
      rest = rest[end.upperBound...]
      if size == 0 { break }
      guard rest.count >= size + 2, rest.dropFirst(size).prefix(2) == [13, 10] else { return nil }
      data += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    guard rest.suffix(4) == [13, 10, 13, 10] else { return nil }
    for line in String(decoding: rest, as: UTF8.self).split(separator: "\r\n") {
      let field = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard field.count == 2 else { return nil }
      trailer[field[0].lowercased()] = field[1]
    }
  }

  /// Returns the CRC-64/NVME as S3 writes it, computed bit by bit.
  static func checksum(_ bytes: some Sequence<UInt8>) -> String {
    withUnsafeBytes(of: bitwiseCRC64(Array(bytes)).bigEndian) { Data($0).base64EncodedString() }
  }
}
