/// Where a read cut a character in two.
package enum UTF8Tail {
  /// Bytes of the scalar that begins with `byte`; 1 for a byte that begins none.
  static func expectedLength(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// How many bytes at the end of `bytes` begin a scalar whose rest is still to come.
  package static func length(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      return expectedLength(startingWith: byte) > length ? length : 0
    }
    return 0
  }
}
