import Glibc
import ShowroomFiles

/// Distinct strings, each stored once in a shared buffer and identified by a number. A catalog of 50,000 cars has 146
/// makes and 5,500 models, so a search tests each string once rather than once per car.
struct StringPool: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The offset of each string, followed by the end of the last one.
  private(set) var offsets: [UInt32] = [0]

  var count: Int { offsets.count - 1 }

  func string(at index: Int32) -> String {
    let index = Int(index)
    return String(decoding: bytes[Int(offsets[index])..<Int(offsets[index + 1])], as: UTF8.self)
  }

  func withBytes<Value>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    let range = Int(offsets[index])..<Int(offsets[index + 1])
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Returns a value for each string, in the order of their numbers.
  func map<Value>(_ transform: (UnsafeRawBufferPointer) -> Value) -> [Value] {
    (0..<count).map { withBytes(at: $0, transform) }
  }

  mutating func append(_ text: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: text)
    offsets.append(UInt32(bytes.count))
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    offsets.append(UInt32(bytes.count))
  }

  /// Returns the strings transformed by `transform`, with the same numbers.
  func folded(_ transform: (String) -> String = Folding.fold) -> StringPool {
    var pool = StringPool()
    for index in 0..<Int32(count) { pool.append(transform(string(at: index))) }
    return pool
  }

  /// Returns the rank of each string in byte order. Equal strings have equal ranks.
  func ranks() -> [Int32] {
    let order = (0..<count).sorted { precedes($0, $1) }
    var ranks = [Int32](repeating: 0, count: count)
    var rank: Int32 = -1
    for (position, index) in order.enumerated() {
      if position == 0 || precedes(order[position - 1], index) { rank += 1 }
      ranks[index] = rank
    }
    return ranks
  }

  private func precedes(_ first: Int, _ second: Int) -> Bool {
    withBytes(at: first) { first in withBytes(at: second) { first.lexicographicallyPrecedes($0) } }
  }
}

/// A builder of a pool in which equal strings have the same number.
struct StringPoolBuilder {
  private(set) var pool = StringPool()
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var last: Int32 = -1

  /// Returns the number of a string. Consecutive rows often have the same string, so the last one is tried first.
  mutating func number(of text: UnsafeRawBufferPointer) -> Int32 {
    if last >= 0, isEqual(text, to: last) { return last }
    if pool.count * 2 >= slots.count { grow() }
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isEqual(text, to: slots[slot]) {
        last = slots[slot]
        return last
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    last = Int32(pool.count)
    slots[slot] = last
    pool.append(text)
    return last
  }

  private func isEqual(_ text: UnsafeRawBufferPointer, to number: Int32) -> Bool {
    pool.withBytes(at: Int(number)) { known in
      guard known.count == text.count else { return false }
      guard let bytes = known.baseAddress, let others = text.baseAddress else { return true }
      return memcmp(bytes, others, text.count) == 0
    }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for number in 0..<pool.count {
      var slot = pool.withBytes(at: number) { Self.hash($0) } & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
    var hash = ContentHash()
    hash.combine(text)
    return Int(truncatingIfNeeded: hash.value)
  }
}
