/// One bit per car. Copied when a favorite changes, which is 6 KB for the EPA's catalog.
struct Bitmap: Sendable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  init(_ bits: [Bool]) {
    self.init(count: bits.count)
    for (index, bit) in bits.enumerated() where bit { self[index] = true }
  }

  subscript(index: Int) -> Bool {
    get { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    set {
      let bit = UInt64(1) << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }
}
