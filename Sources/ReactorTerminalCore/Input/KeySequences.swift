/// The key sequences of xterm and compatible terminals, of rxvt, and of the Linux console.
enum KeySequences {
  /// Returns the key of a control byte.
  static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: Key(.character(" "), .control)
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0D: .enter
    case 0x1B: .escape
    case 0x01...0x1A: Key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    default: Key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    }
  }

  /// Returns the meaning of `ESC [` with parameters and a final byte.
  static func meaning(parameters: Slice<UnsafeBufferPointer<UInt8>>, final: UInt8) -> ControlSequence.Meaning {
    if parameters.first == 0x3C { return mouse(numbers(parameters.dropFirst()), final) }
    // Sequences with `?`, `>`, `=` or intermediate bytes are replies.
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return .nothing }
    let fields = numbers(parameters)
    switch final {
    case 0x49 where parameters.isEmpty: return .focus(gained: true)
    case 0x4F where parameters.isEmpty: return .focus(gained: false)
    case 0x75: return unicodeKey(fields)
    case 0x7E, 0x5E, 0x40: return numberedKey(fields, final)
    case 0x5A: return .key(.backTab)
    case 0x61...0x64: return arrows[final - 0x20].map { .key(Key($0, .shift)) } ?? .nothing
    default: return letteredKey(fields, final)
    }
  }

  /// Returns the meaning of `ESC O` with a final byte and, on some terminals, a number for the modifiers.
  static func applicationKey(
    _ parameters: Slice<UnsafeBufferPointer<UInt8>>, final: UInt8
  ) -> ControlSequence.Meaning {
    let modifiers = modifiers(numbers(parameters).first?.value ?? 1)
    if let code = arrows[final] ?? functionLetters[final] { return .key(Key(code, modifiers)) }
    if (0x61...0x64).contains(final), let code = arrows[final - 0x20] { return .key(Key(code, .control)) }
    // In application mode, the final byte of a number pad key is 0x40 above the character on the key.
    if final == 0x4D { return .key(Key(.enter, modifiers)) }
    guard (0x6A...0x79).contains(final) else { return .nothing }
    return .key(Key(.character(Character(Unicode.Scalar(final - 0x40))), modifiers))
  }

  /// A parameter of a sequence: its number and the numbers after colons.
  private struct Field {
    var value: Int
    var detail: Int?
    var second: Int?
  }

  private static func numbers(_ parameters: Slice<UnsafeBufferPointer<UInt8>>) -> [Field] {
    parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { field in
      let parts = field.split(separator: 0x3A, omittingEmptySubsequences: false).map(number)
      return Field(
        value: parts.first ?? 0, detail: parts.count > 1 ? parts[1] : nil, second: parts.count > 2 ? parts[2] : nil)
    }
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    digits.reduce(0) { (0x30...0x39).contains($1) ? min($0 * 10 + Int($1 - 0x30), 1 << 24) : $0 }
  }

  /// Returns the modifiers encoded in a parameter, which is one more than the sum of their bits. Meta counts as Alt;
  /// Super and the locks are ignored.
  private static func modifiers(_ value: Int) -> Key.Modifiers {
    let bits = max(0, value - 1)
    var modifiers = Key.Modifiers(rawValue: UInt8(bits & 7))
    if bits & 32 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  private static func mouse(_ fields: [Field], _ final: UInt8) -> ControlSequence.Meaning {
    guard fields.count == 3, final == 0x4D || final == 0x6D else { return .nothing }
    return .mouse(
      MouseDecoder.Report(
        code: fields[0].value, column: fields[1].value, row: fields[2].value, isRelease: final == 0x6D))
  }

  /// Returns the meaning of a sequence such as `ESC [ 97 ; 5 u`, which names a key by its Unicode scalar (fixterms,
  /// kitty).
  private static func unicodeKey(_ fields: [Field]) -> ControlSequence.Meaning {
    guard let named = fields.first else { return .nothing }
    let modified = fields.count > 1 ? fields[1] : Field(value: 1)
    // The number after the colon is the kind of event; 3 is a release. Keys with Super or Hyper type nothing.
    if modified.detail == 3 || max(0, modified.value - 1) & 24 != 0 { return .nothing }
    var held = modifiers(modified.value)
    // In every keyboard layout, Control and Alt refer to the Latin letter on the key: Ctrl-C is also Ctrl-ㅊ.
    if !held.isDisjoint(with: [.control, .alt]), named.value > 0x7F, let base = named.second,
      (0x21...0x7E).contains(base)
    {
      return key(scalar: base, held)
    }
    // Other terminals send Alt-? as is, and not as Alt-Shift-/.
    if held.contains(.shift), !held.contains(.control), let shifted = named.detail, shifted > 0x20 {
      held.remove(.shift)
      return key(scalar: shifted, held)
    }
    return key(scalar: named.value, held)
  }

  private static func key(scalar: Int, _ modifiers: Key.Modifiers) -> ControlSequence.Meaning {
    switch scalar {
    case 8, 127: return .key(Key(.backspace, modifiers))
    case 9: return .key(Key(.tab, modifiers))
    case 13: return .key(Key(.enter, modifiers))
    case 27: return .key(Key(.escape, modifiers))
    case 57_376...57_398: return .key(Key(.function(scalar - 57_376 + 13), modifiers))
    case 57_399..<57_399 + numberPad.count: return .key(Key(numberPad[scalar - 57_399], modifiers))
    case 0..<32, 0xE000...0xF8FF: return .nothing
    default:
      guard let scalar = UInt32(exactly: scalar).flatMap(Unicode.Scalar.init) else { return .nothing }
      return .key(Key(.character(Character(scalar)), modifiers))
    }
  }

  private static func numberedKey(_ fields: [Field], _ final: UInt8) -> ControlSequence.Meaning {
    guard let number = fields.first?.value else { return .nothing }
    if number == 200 { return .pasteStart }
    if number == 27, fields.count == 3 { return key(scalar: fields[2].value, modifiers(fields[1].value)) }
    guard let code = numbered[number] else { return .nothing }
    if final != 0x7E { return .key(Key(code, final == 0x5E ? .control : [.control, .shift])) }
    if fields.count > 1, fields[1].detail == 3 { return .nothing }
    return .key(Key(code, modifiers(fields.count > 1 ? fields[1].value : 1)))
  }

  private static func letteredKey(_ fields: [Field], _ final: UInt8) -> ControlSequence.Meaning {
    guard let code = arrows[final] ?? functionLetters[final] else { return .nothing }
    // Cursor position reports end with the same letter as F3, but their first number is not 1.
    if final == 0x52, fields.count > 1, fields[0].value != 1 { return .nothing }
    if fields.count > 1, fields[1].detail == 3 { return .nothing }
    return .key(Key(code, modifiers(fields.count > 1 ? fields[1].value : 1)))
  }

  /// The keys of the number pad in the order of kitty's key numbers.
  private static let numberPad: [Key.Code] =
    "0123456789./*-+".map(Key.Code.character) + [.enter, .character("="), .character(",")]
    + [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
  private static let arrows: [UInt8: Key.Code] = [
    0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home,
  ]
  private static let functionLetters: [UInt8: Key.Code] = [
    0x50: .function(1), 0x51: .function(2), 0x52: .function(3), 0x53: .function(4),
  ]
  private static let numbered: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
    12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
    19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12), 25: .function(13),
    26: .function(14), 28: .function(15), 29: .function(16), 31: .function(17), 32: .function(18), 33: .function(19),
    34: .function(20),
  ]
}
