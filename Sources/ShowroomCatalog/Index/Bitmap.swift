/// One bit per car. The bitmap is copied when a favorite changes, which takes 6 KB for the EPA's catalog.
struct Bitmap: Sendable, Equatable {
  /// The bits, 64 per word. Bits after the last car are not set.
  private(set) var words: [UInt64]
  /// The number of cars.
  let count: Int

  init(count: Int, repeating bit: Bool = false) {
    self.count = count
    words = Array(repeating: bit ? .max : 0, count: (count + 63) / 64)
    if bit { clearTail() }
  }

  init(_ bits: [Bool]) {
    self.init(count: bits.count)
    for (index, bit) in bits.enumerated() where bit { self[index] = true }
  }

  /// Creates the bits of all cars from a test. Returns `nil` if canceled.
  @inline(__always)
  static func of(count: Int, isCanceled: () -> Bool, _ holds: (Int) -> Bool) -> Bitmap? {
    var bitmap = Bitmap(count: count)
    var index = 0
    for place in bitmap.words.indices {
      if place & 63 == 0, isCanceled() { return nil }
      var word = UInt64(0)
      for bit in 0..<UInt64(min(64, count - index)) {
        word |= (holds(index) ? 1 : 0) << bit
        index += 1
      }
      bitmap.words[place] = word
    }
    return bitmap
  }

  /// Creates the bits of the cars whose numbers in a column are marked in a table. A negative number is unknown and not
  /// marked. Returns `nil` if canceled.
  static func of<Number: FixedWidthInteger>(
    _ column: [Number], markedIn table: [Bool], isCanceled: () -> Bool
  ) -> Bitmap? {
    guard table.contains(true) else { return Bitmap(count: column.count) }
    return column.withUnsafeBufferPointer { column in
      table.withUnsafeBufferPointer { table in
        of(count: column.count, isCanceled: isCanceled) { ordinal in
          let number = Int(column[ordinal])
          return number >= 0 && number < table.count && table[number]
        }
      }
    }
  }

  subscript(index: Int) -> Bool {
    get { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    set {
      let bit = UInt64(1) << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }

  /// The number of bits that are set.
  var population: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether no bit is set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Calls a closure for each bit that is set, in ascending order. Cancellation is checked every 4096 cars.
  ///
  /// - Returns: Whether the closure was called for all bits.
  @inline(__always)
  func forEach(_ isCanceled: () -> Bool, _ body: (Int) -> Void) -> Bool {
    for (place, word) in words.enumerated() {
      if place & 63 == 0, isCanceled() { return false }
      var rest = word
      while rest != 0 {
        body(place << 6 | rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
    return true
  }

  mutating func formIntersection(_ other: Bitmap) {
    for place in words.indices { words[place] &= other.words[place] }
  }

  mutating func formUnion(_ other: Bitmap) {
    for place in words.indices { words[place] |= other.words[place] }
  }

  mutating func subtract(_ other: Bitmap) {
    for place in words.indices { words[place] &= ~other.words[place] }
  }

  /// The bits that are not set.
  var complement: Bitmap {
    var complement = self
    for place in words.indices { complement.words[place] = ~words[place] }
    complement.clearTail()
    return complement
  }

  private mutating func clearTail() {
    if count & 63 != 0 { words[words.count - 1] &= 1 << UInt64(count & 63) - 1 }
  }
}
