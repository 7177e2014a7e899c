import Foundation

/// The record at the end of a zip archive, followed by a comment of up to 64 KB. libarchive does not require the record
/// and would accept a truncated archive as complete. If there is one, libarchive keeps the whole list of files in
/// memory.
struct ZipEnd {
  /// Whether the file has such a record.
  private(set) var exists = false
  /// The size of the file.
  private(set) var fileBytes: Int64 = 0
  /// The maximum size of the list of files in bytes, according to all records that could be the end record.
  private(set) var directoryBytes: UInt64 = 0

  /// Reads the end of a file. A file that cannot be read or is not a zip archive has no record.
  init(path: String) {
    guard let file = fopen(path, "rbe") else { return }
    defer { fclose(file) }
    var beginning: [UInt8] = [0, 0]
    // Gzipped data may contain any bytes.
    guard fread(&beginning, 1, 2, file) == 2, beginning != [0x1f, 0x8b] else { return }
    guard fseek(file, 0, SEEK_END) == 0, let size = UInt64(exactly: ftell(file)) else { return }
    fileBytes = Int64(clamping: size)
    let tail = Self.bytes(of: file, at: size - min(size, 22 + 0xffff), count: 22 + 0xffff)
    for place in tail.indices.dropLast(21) where tail[place...].starts(with: Self.signature) {
      exists = true
      take(bytes: Self.number(tail, place + 12, 4), offset: Self.number(tail, place + 16, 4), size: size)
      // An archive with more than 65,535 files has an additional record.
      guard place >= 20, tail[(place - 20)...].starts(with: Self.largeLocator) else { continue }
      let record = Self.bytes(of: file, at: Self.number(tail, place - 12, 8), count: 56)
      guard record.count == 56, record.starts(with: Self.largeSignature) else { continue }
      take(bytes: Self.number(record, 40, 8), offset: Self.number(record, 48, 8), size: size)
    }
  }

  private static let signature: [UInt8] = [0x50, 0x4b, 5, 6]
  private static let largeLocator: [UInt8] = [0x50, 0x4b, 6, 7]
  private static let largeSignature: [UInt8] = [0x50, 0x4b, 6, 6]

  private mutating func take(bytes: UInt64, offset: UInt64, size: UInt64) {
    // A value of all ones refers to the additional record.
    for count in [bytes, offset <= size ? size - offset : 0] where count != UInt64(UInt32.max) {
      directoryBytes = max(directoryBytes, count)
    }
  }

  private static func bytes(of file: UnsafeMutablePointer<FILE>, at offset: UInt64, count: Int) -> [UInt8] {
    guard let place = Int(exactly: offset), fseek(file, place, SEEK_SET) == 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = fread(&bytes, 1, count, file)
    return Array(bytes.prefix(read))
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
