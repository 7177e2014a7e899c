import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite
struct ZipEndTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func end(of bytes: [UInt8]) throws -> ZipEnd {
    let file = folder.url.appendingPathComponent("archive")
    try Data(bytes).write(to: file)
    return ZipEnd(path: file.path)
  }

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// Returns an end record of 22 bytes and a comment.
  private static func record(directoryBytes: UInt32, offset: UInt32, comment: Int = 0) -> [UInt8] {
    [0x50, 0x4b, 5, 6] + Array(repeating: 0, count: 8) + number(directoryBytes) + number(offset)
      + number(UInt16(truncatingIfNeeded: comment)) + Array(repeating: 0x20, count: comment)
  }

  private let files: [UInt8] = [0x50, 0x4b, 3, 4] + Array(repeating: 0, count: 96)

  @Test(
    arguments: [
      (30, 70, 52), (500, 100, 500), (30, 1000, 30), (UInt32.max, UInt32.max, 0),
    ] as [(UInt32, UInt32, UInt64)])
  func `the size of the list of files is the larger of its entry and the bytes after its offset`(
    directoryBytes: UInt32, offset: UInt32, size: UInt64
  ) throws {
    let end = try end(of: files + Self.record(directoryBytes: directoryBytes, offset: offset))

    #expect(end.exists)
    #expect(end.fileBytes == 122)
    #expect(end.directoryBytes == size)
  }

  @Test func `the record of a large archive counts`() throws {
    let large: [UInt8] =
      [0x50, 0x4b, 6, 6] + Array(repeating: 0, count: 36) + Self.number(UInt64(9_000_000_000)) + Self.number(UInt64(10))
    let locator: [UInt8] = [0x50, 0x4b, 6, 7, 0, 0, 0, 0] + Self.number(UInt64(files.count)) + [1, 0, 0, 0]

    let end = try end(of: files + large + locator + Self.record(directoryBytes: .max, offset: .max))

    #expect(end.directoryBytes == 9_000_000_000)
  }

  @Test func `of several possible records, the largest list of files counts`() throws {
    let first = Self.record(directoryBytes: 800, offset: 100)
    let last = Self.record(directoryBytes: 30, offset: 100)

    #expect(try end(of: files + first + last).directoryBytes == 800)
  }

  @Test(arguments: [(65_535, true), (65_536, false)])
  func `a record is found before a comment of the largest size`(comment: Int, exists: Bool) throws {
    let end = try end(of: files + Self.record(directoryBytes: 30, offset: 100, comment: comment))

    #expect(end.exists == exists)
  }

  @Test func `gzipped data has no record, regardless of its bytes`() throws {
    let end = try end(of: [0x1f, 0x8b] + files + Self.record(directoryBytes: .max - 1, offset: 0))

    #expect(!end.exists)
    #expect(end.directoryBytes == 0)
  }

  @Test(arguments: [0, 1, 21, 100])
  func `a file without a record has none`(size: Int) throws {
    #expect(try !end(of: Array((files + files).prefix(size))).exists)
  }
}
