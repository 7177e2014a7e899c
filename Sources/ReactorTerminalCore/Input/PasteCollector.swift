/// The text of a bracketed paste, up to a limit.
struct PasteCollector: Sendable {
  private static let end = InputDecoder.pasteEnd

  private var bytes: [UInt8] = []
  private var isTruncated = false

  /// Returns the number of bytes that are text, the number of bytes consumed, and whether these include the closing
  /// bracket. Bytes at the end that may begin the bracket are not consumed.
  static func split(_ input: UnsafeBufferPointer<UInt8>) -> (text: Int, consumed: Int, isComplete: Bool) {
    var index = 0
    while index < input.count {
      guard input[index] == end[0] else {
        index += 1
        continue
      }
      let candidate = input[index...].prefix(end.count)
      if candidate.elementsEqual(end) { return (index, index + end.count, true) }
      if candidate.count < end.count, end.starts(with: candidate) { return (index, index, false) }
      index += 1
    }
    return (index, index, false)
  }

  mutating func append(_ more: some Collection<UInt8>) {
    let room = InputDecoder.pasteLimit - bytes.count
    if more.count > room { isTruncated = true }
    bytes.append(contentsOf: more.prefix(room))
  }

  /// Returns the paste. A paste whose end did not arrive counts as truncated.
  func finished(isComplete: Bool) -> Paste {
    let whole = bytes.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.dropLast(isTruncated ? UTF8Tail.length(of: bytes) : 0), as: UTF8.self)
    }
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in whole.unicodeScalars {
      if scalar == "\r" || scalar == "\n" && previous != "\r" {
        text.append("\n")
      } else if scalar != "\n" {
        text.append(scalar)
      }
      previous = scalar
    }
    return Paste(String(text), isTruncated: isTruncated || !isComplete)
  }
}
