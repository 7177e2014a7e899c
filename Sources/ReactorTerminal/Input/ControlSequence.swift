/// A complete escape sequence from the input, with its meaning.
struct ControlSequence {
  /// The meanings of sequences.
  enum Meaning: Equatable {
    case key(Key)
    case mouse(MouseDecoder.Report)
    case pasteStart
    case focus(gained: Bool)
    /// No event: an unsolicited reply or an unknown key.
    case nothing
  }

  /// The results of reading.
  enum Result {
    case complete(ControlSequence)
    /// The sequence is incomplete.
    case unfinished
    /// The bytes do not begin a sequence: they are Escape and an ordinary character.
    case none
  }

  let meaning: Meaning
  /// The number of bytes, including the Escape.
  let length: Int

  /// The maximum number of bytes in a sequence. No terminal sends longer ones.
  private static let limit = 4_096

  /// Reads the sequence at the start of `input`, whose first byte is Escape.
  static func read(_ input: UnsafeBufferPointer<UInt8>, described: [[UInt8]: Key]) -> Result {
    guard input.count > 2 else { return .unfinished }
    switch input[1] {
    case 0x5B: return readCSI(input, described)
    case 0x4F: return readSS3(input, described)
    // Replies begin with a digit or one of a few symbols. Otherwise the bytes mean Alt with `]` or `P`.
    case 0x5D: return (0x30...0x39).contains(input[2]) ? readString(input) : .none
    default: return "0123456789>!$+".utf8.contains(input[2]) ? readString(input) : .none
    }
  }

  private static func complete(_ meaning: Meaning, _ length: Int) -> Result {
    .complete(ControlSequence(meaning: meaning, length: length))
  }

  /// Reads `ESC [`, parameters, intermediate bytes and a final byte.
  private static func readCSI(_ input: UnsafeBufferPointer<UInt8>, _ described: [[UInt8]: Key]) -> Result {
    if input[2] == 0x5B { return readLinuxFunctionKey(input) }
    if input[2] == 0x4D { return readOldMouse(input) }
    var index = 2
    while index < input.count, index < limit {
      let byte = input[index]
      switch byte {
      case 0x20...0x3F:
        index += 1
        // rxvt ends some sequences with a byte that no standard allows there.
        if byte == 0x24, let key = described[Array(input[..<index])] { return complete(.key(key), index) }
      case 0x40...0x7E:
        index += 1
        if let key = described[Array(input[..<index])] { return complete(.key(key), index) }
        return complete(KeySequences.meaning(parameters: input[2..<index - 1], final: byte), index)
      // The sequence is broken; the rest is something else.
      default: return complete(.nothing, index)
      }
    }
    return index < limit ? .unfinished : complete(.nothing, index)
  }

  private static func readSS3(_ input: UnsafeBufferPointer<UInt8>, _ described: [[UInt8]: Key]) -> Result {
    var index = 2
    while index < input.count, index < 5, (0x30...0x39).contains(input[index]) { index += 1 }
    guard index < input.count else { return .unfinished }
    guard (0x40...0x7E).contains(input[index]) else { return index == 2 ? .none : complete(.nothing, index) }
    if let key = described[Array(input[...index])] { return complete(.key(key), index + 1) }
    return complete(KeySequences.applicationKey(input[2..<index], final: input[index]), index + 1)
  }

  /// Reads a function key of the Linux console, which sends `ESC [ [ A` to `ESC [ [ E` for F1 to F5.
  private static func readLinuxFunctionKey(_ input: UnsafeBufferPointer<UInt8>) -> Result {
    guard input.count > 3 else { return .unfinished }
    guard (0x41...0x45).contains(input[3]) else { return complete(.nothing, 4) }
    return complete(.key(Key(.function(Int(input[3]) - 0x40))), 4)
  }

  /// Reads `ESC [ M` and three bytes, the mouse reports of terminals that do not support the newer ones.
  private static func readOldMouse(_ input: UnsafeBufferPointer<UInt8>) -> Result {
    guard input.count >= 6 else { return .unfinished }
    let report = MouseDecoder.Report(
      code: Int(input[3]) - 32, column: Int(input[4]) - 32, row: Int(input[5]) - 32, isRelease: false)
    return complete(.mouse(report), 6)
  }

  /// Reads a reply that is a string, terminated by BEL or by `ESC \`.
  private static func readString(_ input: UnsafeBufferPointer<UInt8>) -> Result {
    for index in 2..<min(input.count, limit) {
      if input[index] == 0x07 { return complete(.nothing, index + 1) }
      guard input[index] == 0x1B else { continue }
      guard index + 1 < input.count else { return .unfinished }
      return complete(.nothing, input[index + 1] == 0x5C ? index + 2 : index)
    }
    return input.count < limit ? .unfinished : complete(.nothing, limit)
  }
}
