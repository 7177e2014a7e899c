/// Shortened forms of long texts, with the number of characters that are left out.
package enum ShortText {
  /// Returns a text, or only its beginning if it is too long.
  package static func beginning(of text: String, most: Int) -> String {
    guard text.utf8.count > most else { return text }
    let beginning = text.prefix(most)
    let rest = text.utf8.count - beginning.utf8.count
    return rest == 0 ? text : "\(beginning)… \(grouped(rest)) more characters"
  }

  /// Returns two different texts, or only the differing part of each with some surrounding text if they are too long.
  package static func difference(_ left: String, _ right: String, most: Int = 400) -> (left: String, right: String) {
    guard left.utf8.count > most || right.utf8.count > most else { return (left, right) }
    let (old, new) = (Array(left.utf8), Array(right.utf8))
    let shorter = min(old.count, new.count)
    let prefix = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let suffix = (0..<shorter - prefix).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - prefix
    return (
      part(of: old, from: prefix, to: old.count - suffix, most: most),
      part(of: new, from: prefix, to: new.count - suffix, most: most)
    )
  }

  /// Returns a part of a text, with up to 40 bytes before and after it.
  private static func part(of text: [UInt8], from start: Int, to end: Int, most: Int) -> String {
    func isInsideCharacter(_ index: Int) -> Bool { index > 0 && index < text.count && text[index] & 0xC0 == 0x80 }
    var (first, last) = (max(0, start - 40), min(text.count, end + 40))
    while isInsideCharacter(first) { first -= 1 }
    while isInsideCharacter(last) { last += 1 }
    return (first > 0 ? "… " : "") + beginning(of: String(decoding: text[first..<last], as: UTF8.self), most: most)
      + (last < text.count ? " …" : "")
  }

  /// Returns a number with commas between groups of three digits: `19,980`.
  package static func grouped(_ number: Int) -> String {
    String(unsafeUninitializedCapacity: 32) { buffer in
      var end = buffer.count
      var rest = number.magnitude
      var digits = 0
      repeat {
        if digits > 0, digits % 3 == 0 {
          end -= 1
          buffer[end] = 0x2C
        }
        end -= 1
        buffer[end] = 0x30 + UInt8(rest % 10)
        rest /= 10
        digits += 1
      } while rest > 0
      if number < 0 {
        end -= 1
        buffer[end] = 0x2D
      }
      let count = buffer.count - end
      for index in 0..<count { buffer[index] = buffer[end + index] }
      return count
    }
  }
}
