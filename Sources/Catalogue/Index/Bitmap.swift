/// A bit a car. Copied when a favourite changes: 6 KB for the EPA's catalogue.
struct Bitmap: Sendable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  subscript(index: Int) -> Bool {
    get { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    set {
      let bit = UInt64(1) << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }

  /// How many bits are set.
  var population: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
