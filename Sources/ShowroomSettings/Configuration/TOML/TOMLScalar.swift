/// Functions that parse the unquoted values of a TOML document.
enum TOMLScalar {
  static func value(_ text: inout TOMLText) throws(TOMLError) -> TOMLTable.Value {
    var word = word(&text)
    if word.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil, text.current == 0x20, text.following.map(isDigit) == true {
      // A date and a time may be separated by a space.
      text.advance()
      word += "T" + self.word(&text)
    }
    switch word {
    case "true": return .flag(true)
    case "false": return .flag(false)
    case "": throw text.error("a value is missing")
    default: break
    }
    if let integer = try integer(word, text) { return integer }
    let isOther = word.wholeMatch(of: /[+-]?(inf|nan)/) != nil || isFloat(word) || isMoment(word)
    guard isOther else { throw text.error("\"\(word)\" is not a valid value; a string requires quotes") }
    return .other
  }

  private static func word(_ text: inout TOMLText) -> String {
    let bytes = text.take { byte in
      isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "_+-.:".utf8.contains(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns the integer; `nil` if the word is not an integer.
  private static func integer(_ word: String, _ text: TOMLText) throws(TOMLError) -> TOMLTable.Value? {
    let number: Int?
    if word.wholeMatch(of: /[+-]?(0|[1-9](_?\d)*)/) != nil {
      number = Int(word.filter { $0 != "_" })
    } else if let match = word.wholeMatch(of: /0(x[\da-fA-F](?:_?[\da-fA-F])*|o[0-7](?:_?[0-7])*|b[01](?:_?[01])*)/) {
      let radix = [Character("x"): 16, "o": 8, "b": 2][match.1.first ?? "x"] ?? 16
      number = Int(match.1.dropFirst().filter { $0 != "_" }, radix: radix)
    } else {
      return nil
    }
    guard let number else { throw text.error("the number \(word) is too large") }
    return .integer(number)
  }

  private static func isFloat(_ word: String) -> Bool {
    word.wholeMatch(of: /[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?/) != nil
  }

  private static func isMoment(_ word: String) -> Bool {
    let time = /\d{2}:\d{2}:\d{2}(?:\.\d+)?/
    let moment = /\d{4}-\d{2}-\d{2}(?:[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})?)?/
    return word.wholeMatch(of: time) != nil || word.wholeMatch(of: moment) != nil
  }
}
