/// The newest lines of a log. Each line has a number, counted from the first line ever appended.
struct LogLines {
  /// The maximum number of lines.
  let capacity: Int
  /// The number of the oldest line.
  private(set) var start = 0
  /// The lines. Once there are `capacity` of them, the array is used as a ring.
  private var ring: [[Span]] = []

  /// Creates an empty log.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// The number that follows that of the newest line.
  var end: Int { start + ring.count }

  /// Appends a line in constant time, and drops the oldest one if there are too many.
  mutating func append(_ line: [Span]) {
    guard ring.count == capacity else { return ring.append(line) }
    ring[start % capacity] = line
    start += 1
  }

  /// Removes all lines and restarts the numbering.
  mutating func removeAll() {
    start = 0
    ring = []
  }

  /// Accesses a line by its number.
  subscript(number: Int) -> [Span] { ring[number % capacity] }
}

/// A search in a line. The letters A to Z match regardless of case.
struct LogSearch {
  private let needle: [UInt8]

  init(_ text: String) { needle = text.utf8.map(Self.folded) }

  var isEmpty: Bool { needle.isEmpty }

  /// Returns the matching parts of a text, from left to right.
  func ranges(in text: String) -> [Range<String.Index>] {
    guard !needle.isEmpty else { return [] }
    let utf8 = Array(text.utf8)
    var ranges: [Range<String.Index>] = []
    var offset = 0
    while offset + needle.count <= utf8.count {
      guard matches(utf8, at: offset) else {
        offset += 1
        continue
      }
      let start = text.utf8.index(text.startIndex, offsetBy: offset)
      offset += needle.count
      ranges.append(start..<text.utf8.index(start, offsetBy: needle.count))
    }
    return ranges
  }

  private func matches(_ utf8: [UInt8], at offset: Int) -> Bool {
    needle.indices.allSatisfy { Self.folded(utf8[offset + $0]) == needle[$0] }
  }

  private static func folded(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
