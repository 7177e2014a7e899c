/// The text between the brackets of a paste, up to a limit.
struct PasteCollector: Sendable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var isTruncated = false

  /// Splits `input`: the bytes that are text, those used up, and whether the closing bracket was among them. A tail that
  /// may be the beginning of the bracket is left.
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

  /// The event's content. One whose end never came counts as truncated.
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
