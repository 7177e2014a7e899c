/// A content hash: FNV-1a over eight bytes at a time, with a final mix. Unlike `Hasher`, it is stable between runs. It
/// detects changes but does not resist attackers.
struct ContentHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 29
  }

  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index + 8 <= bytes.count {
      combine(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var tail = UInt64(bytes.count) << 56
    for byte in bytes[index...] { tail = tail << 8 | UInt64(byte) }
    combine(tail)
  }

  var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
    return mixed ^ mixed >> 33
  }
}
