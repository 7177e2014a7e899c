/// The incomplete UTF-8 sequence at the end of a read.
package enum UTF8Tail {
  /// Returns the number of bytes of the scalar that begins with `byte`, or 1 if no scalar begins with it.
  static func expectedLength(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// Returns the number of bytes at the end of `bytes` that begin an incomplete scalar.
  package static func length(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      return expectedLength(startingWith: byte) > length ? length : 0
    }
    return 0
  }
}
