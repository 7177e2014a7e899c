/// A parsed control sequence (`ESC [ … final`).
struct ControlSequence: Hashable, Sendable {
  /// The private prefix (`?`, `>`, `=` or `<`); 0 if there is none.
  var marker: UInt8 = 0
  /// The parameters, separated by `;`, each with its subparameters, separated by `:`. A missing number is 0.
  var numbers: [[Int]] = [[0]]
  /// The intermediate bytes before the final byte (` ` in `ESC [ 2 SP q`).
  var intermediates: [UInt8] = []
  var final: UInt8 = 0

  /// Returns a parameter, or `standard` if it is missing or 0.
  func number(_ index: Int = 0, or standard: Int = 1) -> Int {
    guard index < numbers.count, numbers[index][0] != 0 else { return standard }
    return numbers[index][0]
  }
}

/// Parses a stream of bytes into text and controls with the state machine of the DEC terminals. Sequences may arrive in
/// pieces.
struct EscapeParser: Sendable {
  enum Token: Hashable, Sendable {
    case text(Unicode.Scalar)
    /// A control character: C0, DEL or C1.
    case control(UInt8)
    /// An escape sequence (`ESC final`) with its intermediate bytes.
    case escape([UInt8], UInt8)
    case sequence(ControlSequence)
    /// A control string (`ESC ]`, `ESC P`, `ESC X`, `ESC ^` or `ESC _`) with its content.
    case string(UInt8, [UInt8])
  }

  private enum State { case ground, escape, sequence, string, stringEscape }

  private var state = State.ground
  private var held: [UInt8] = []
  private var intermediates: [UInt8] = []
  private var stringKind: UInt8 = 0
  private var scalar: UInt32 = 0
  private var missing = 0

  mutating func next(_ byte: UInt8) -> Token? {
    switch state {
    case .ground: ground(byte)
    case .escape: escape(byte)
    case .sequence: sequence(byte)
    case .string, .stringEscape: string(byte)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Token? {
    if missing > 0 {
      guard byte & 0xC0 == 0x80 else {
        missing = 0
        return ground(byte)
      }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
      missing -= 1
      guard missing == 0 else { return nil }
      guard let complete = Unicode.Scalar(scalar) else { return .text("\u{FFFD}") }
      return (0x80...0x9F).contains(complete.value) ? .control(UInt8(complete.value)) : .text(complete)
    }
    switch byte {
    case 0x1B: state = .escape
    case 0..<0x20, 0x7F: return .control(byte)
    case 0x20..<0x7F: return .text(Unicode.Scalar(byte))
    case 0xC2...0xDF: (scalar, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (scalar, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (scalar, missing) = (UInt32(byte & 0x07), 3)
    default: return .text("\u{FFFD}")
    }
    if state == .escape { intermediates = [] }
    return nil
  }

  private mutating func escape(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x1B: intermediates = []
    case 0x5B where intermediates.isEmpty:
      state = .sequence
      held = []
    case 0x50, 0x58, 0x5D...0x5F:
      state = .string
      stringKind = byte
      held = []
    case 0x20..<0x30: intermediates.append(byte)
    case 0x30..<0x7F:
      state = .ground
      return .escape(intermediates, byte)
    case 0..<0x20: return .control(byte)
    default: state = .ground
    }
    return nil
  }

  private mutating func sequence(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x20..<0x40: held.append(byte)
    case 0x40..<0x7F:
      state = .ground
      return .sequence(Self.takeApart(held, final: byte))
    case 0x1B:
      state = .escape
      intermediates = []
    case 0x18, 0x1A: state = .ground
    case 0..<0x20: return .control(byte)
    default: state = .ground
    }
    return nil
  }

  private mutating func string(_ byte: UInt8) -> Token? {
    if state == .stringEscape {
      state = .escape
      intermediates = []
      guard byte == UInt8(ascii: "\\") else { return escape(byte) }
    } else if byte == 0x1B {
      state = .stringEscape
      return nil
    } else if byte != 0x07 {
      held.append(byte)
      return nil
    }
    state = .ground
    return .string(stringKind, held)
  }

  private static func takeApart(_ bytes: [UInt8], final: UInt8) -> ControlSequence {
    var result = ControlSequence(final: final)
    var rest = bytes[...]
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      result.marker = first
      rest = rest.dropFirst()
    }
    result.intermediates = rest.filter { $0 < 0x30 }
    for byte in rest where byte >= 0x30 {
      let group = result.numbers.count - 1
      switch byte {
      case UInt8(ascii: ";"): result.numbers.append([0])
      case UInt8(ascii: ":"): result.numbers[group].append(0)
      default:
        let place = result.numbers[group].count - 1
        let value = result.numbers[group][place] * 10 + Int(byte &- 0x30)
        result.numbers[group][place] = min(value, 65_535)
      }
    }
    return result
  }
}
