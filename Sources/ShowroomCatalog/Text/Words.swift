/// The splitting of text into words.
enum Words {
  /// Calls `body` with each word of the text. Words consist of letters and numbers, and of hyphens inside them. ASCII,
  /// which is nearly all text, is split without creating a string.
  static func forEach(
    in text: UnsafeRawBufferPointer, withHyphens: Bool = false, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      let words = String(decoding: text, as: UTF8.self)
        .split { !$0.isLetter && !$0.isNumber && !(withHyphens && $0 == "-") }
      for var word in words.map(String.init) { word.withUTF8 { body(UnsafeRawBufferPointer($0)) } }
      return
    }
    var start = 0
    for end in 0...text.count {
      if end < text.count, isPart(text[end]) || withHyphens && text[end] == UInt8(ascii: "-") { continue }
      if end > start { body(UnsafeRawBufferPointer(rebasing: text[start..<end])) }
      start = end + 1
    }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }
}

extension String {
  /// The text with its first letter capitalized.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
