/// A complete escape sequence from the input, and its meaning.
struct ControlSequence {
  /// The meanings of sequences.
  enum Meaning: Equatable {
    case key(Key)
    case mouse(MouseDecoder.Report)
    case pasteStart
    case focus(gained: Bool)
    case reply(TerminalReply)
    /// No event: an unknown reply or an unknown key.
    case nothing
  }

  /// The results of reading a sequence.
  enum Result {
    case complete(ControlSequence)
    /// The sequence is incomplete.
    case unfinished
    /// The sequence is a string that is longer than any reply, so its remainder can be ignored.
    case overlong
    /// The bytes do not begin a sequence: they are Escape followed by an ordinary character.
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
    // Replies begin with a digit or one of a few symbols. Other bytes stand for Alt with `]` or `P`.
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
    // On the old console of FreeBSD (cons25), F1 sends the bytes with which an old mouse report begins.
    if input[2] == 0x4D, described[Array(input[..<3])] == nil { return readOldMouse(input) }
    var index = 2
    while index < input.count, index < limit {
      let byte = input[index]
      switch byte {
      case 0x20...0x3F:
        index += 1
        // rxvt ends some sequences with a byte that no standard allows in that position.
        if byte == 0x24, let key = described[Array(input[..<index])] { return complete(.key(key), index) }
      case 0x40...0x7E:
        index += 1
        if let key = described[Array(input[..<index])] { return complete(.key(key), index) }
        let parameters = input[2..<index - 1]
        if let reply = TerminalReply(sequence: parameters, final: byte) { return complete(.reply(reply), index) }
        return complete(KeySequences.meaning(parameters: parameters, final: byte), index)
      // The sequence is malformed. The remaining bytes are read separately.
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

  /// Reads `ESC [ M` and three bytes: a mouse report of a terminal that does not support the newer forms.
  private static func readOldMouse(_ input: UnsafeBufferPointer<UInt8>) -> Result {
    guard input.count >= 6 else { return .unfinished }
    let report = MouseDecoder.Report(
      code: Int(input[3]) - 32, column: Int(input[4]) - 32, row: Int(input[5]) - 32, isRelease: false)
    return complete(.mouse(report), 6)
  }

  /// Reads a reply that is a string, terminated by BEL or by `ESC \`, or interrupted by CAN, SUB or another sequence.
  private static func readString(_ input: UnsafeBufferPointer<UInt8>) -> Result {
    let bytes = UnsafeBufferPointer(rebasing: input.prefix(limit))
    switch StringEnd.find(in: bytes, from: 2) {
    case .none, .unfinished: return input.count < limit ? .unfinished : .overlong
    case .interrupted(let end): return complete(.nothing, end)
    case .terminated(let content, let end):
      let reply = TerminalReply(string: input[1], input[2..<content])
      return complete(reply.map(Meaning.reply) ?? .nothing, end)
    }
  }
}

/// The end of a string in the input stream.
enum StringEnd {
  /// The bytes contain no end.
  case none
  /// The last byte is an Escape, which may begin a terminator.
  case unfinished
  /// The string is terminated: the index after its content, and the index after its terminator.
  case terminated(content: Int, end: Int)
  /// A control character or another sequence interrupts the string, which ends before this index.
  case interrupted(Int)

  /// Returns the first end of a string at or after `start`.
  static func find(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> StringEnd {
    for index in start..<max(start, bytes.count) {
      switch bytes[index] {
      case 0x07: return .terminated(content: index, end: index + 1)
      case 0x18, 0x1A: return .interrupted(index + 1)
      case 0x1B:
        guard index + 1 < bytes.count else { return .unfinished }
        return bytes[index + 1] == 0x5C ? .terminated(content: index, end: index + 2) : .interrupted(index)
      default: break
      }
    }
    return .none
  }
}
