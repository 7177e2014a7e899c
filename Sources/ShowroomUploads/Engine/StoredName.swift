import Foundation
import SystemPackage

/// A file name that is safe at any destination: a single, visible, nonempty path component of valid UTF-8 in NFC, at
/// most 255 bytes long and without control characters. Different local names have different safe names, unless they
/// differ only in normalization or beyond the maximum length.
package struct StoredName: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  /// Creates a safe name from that of a local file, as ``init(component:)`` does for a component.
  package init(of path: FilePath) {
    if let name = path.lastComponent { self.init(component: name) } else { self.init("") }
  }

  /// Creates a safe name from a component of a local path, like ``init(_:)``. Each byte that is not valid UTF-8 becomes
  /// `%` and two hexadecimal digits, too.
  init(component: FilePath.Component) {
    var rest = component.withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))[...] }
    var text = ""
    while !rest.isEmpty {
      let valid = rest.prefix(Self.validLength(of: rest))
      rest = rest.dropFirst(valid.count)
      text += Self.escaped(
        String(decoding: valid, as: UTF8.self), isStart: text.isEmpty, isEnd: rest.isEmpty)
      if let byte = rest.popFirst() { text += Self.escaped(bytes: [byte]) }
    }
    self.init(received: text)
  }

  /// Creates a safe name from a local one. Different names stay different, because each byte of an unsafe character
  /// becomes `%` and two hexadecimal digits, and so does a `%` followed by two such digits.
  package init(_ name: String) { self.init(received: Self.escaped(name, isStart: true, isEnd: true)) }

  /// Returns the number of bytes before the first one that is not valid UTF-8.
  private static func validLength(of bytes: ArraySlice<UInt8>) -> Int {
    var (parser, iterator, length) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { length += scalar.count }
    return length
  }

  /// Returns a part of a name in which unsafe characters are escaped.
  private static func escaped(_ part: String, isStart: Bool, isEnd: Bool) -> String {
    let characters = Array(part.precomposedStringWithCanonicalMapping)
    let leading = isStart ? characters.firstIndex { !$0.isWhitespace } ?? characters.count : 0
    let trailing = isEnd ? characters.lastIndex { !$0.isWhitespace && $0 != "." } ?? -1 : characters.count
    var text = ""
    for (index, character) in characters.enumerated() {
      let digits = characters[(index + 1)...].prefix(2)
      let isEscape = character == "%" && digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
      // A leading dot would hide the file, and some systems drop spaces and dots at either end.
      let isHiddenMark = character == "." && index == 0 && isStart
      let isDropped = character.isWhitespace && (index < leading || index > trailing)
      let isDroppedDot = character == "." && index > trailing && index == characters.count - 1
      if isEscape || isHiddenMark || isDropped || isDroppedDot {
        text += escaped(bytes: String(character).utf8)
      } else if character.isJoinedEmoji {
        text.append(character)
      } else {
        for scalar in character.unicodeScalars {
          if isHarmless(scalar) {
            text.unicodeScalars.append(scalar)
          } else {
            text += escaped(bytes: String(scalar).utf8)
          }
        }
      }
    }
    return text
  }

  private static func escaped(bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// Creates a safe name from one reported by a destination or the database, without escaping it again. Unsafe
  /// characters become underscores.
  package init(received name: String) {
    if Self.isPlain(name) {
      text = name
      return
    }
    var scalars = String.UnicodeScalarView()
    for character in name.precomposedStringWithCanonicalMapping {
      let isEmoji = character.isJoinedEmoji
      for scalar in character.unicodeScalars { scalars.append(isEmoji || Self.isHarmless(scalar) ? scalar : "_") }
    }
    var name = String(scalars).trimmingCharacters(in: .whitespaces)
    // A leading dot would hide the file and is used for unfinished uploads. Some systems drop a trailing dot.
    let dots = name.prefix { $0 == "." }
    name = String(repeating: "_", count: dots.count) + name.dropFirst(dots.count)
    while name.last == "." { name.removeLast() }
    text = Self.shortened(name.isEmpty ? "file" : name, to: 255)
  }

  /// Returns the name with a number before its extension, for another file of the same name: `scan (2).pdf`.
  func numbered(_ number: Int) -> StoredName {
    StoredName(unchecked: Self.shortened(text, to: 255, suffix: " (\(number))"))
  }

  /// The beginning shared by all numbered names, at most 200 bytes, because adding a number may shorten a long stem.
  var start: String {
    var start = ""
    for character in Self.parts(of: text).stem {
      guard start.utf8.count + character.utf8.count <= 200 else { break }
      start.append(character)
    }
    return start
  }

  private init(unchecked text: String) {
    self.text = text
  }

  package var description: String { text }

  /// Whether a scalar is safe. Slashes and backslashes separate paths, control and formatting characters change how a
  /// name is displayed, and the other characters are not allowed on Windows or have a meaning in shells or addresses.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
  }

  /// Whether a name consists of harmless ASCII characters and is safe as it is. Most names are, and thousands of them
  /// are read from the database at a time.
  private static func isPlain(_ name: String) -> Bool {
    let bytes = name.utf8
    guard (1...255).contains(bytes.count), let first = bytes.first, let last = bytes.last else { return false }
    return first != UInt8(ascii: ".") && first != UInt8(ascii: " ") && last != UInt8(ascii: ".")
      && last != UInt8(ascii: " ")
      && bytes.allSatisfy { (0x20...0x7E).contains($0) && !"/\\:*?\"<>|".utf8.contains($0) }
  }

  /// Shortens the stem by whole characters, so that the suffix and the extension stay intact.
  private static func shortened(_ name: String, to limit: Int, suffix: String = "") -> String {
    let (stem, fileExtension) = parts(of: name)
    let room = limit - suffix.utf8.count - fileExtension.utf8.count
    guard stem.utf8.count > room else { return stem + suffix + fileExtension }
    var kept = ""
    var length = 0
    for character in stem {
      length += character.utf8.count
      if length > room { break }
      kept.append(character)
    }
    // A safe name does not end with a space or dot.
    if suffix.isEmpty, fileExtension.isEmpty {
      while let last = kept.last, last.isWhitespace || last == "." { kept.removeLast() }
    }
    return (kept.isEmpty ? "file" : kept) + suffix + fileExtension
  }

  /// Splits a name before its extension. Extensions such as `.tar.gz` are kept together, and a long extension counts as
  /// part of the stem.
  private static func parts(of name: String) -> (stem: String, fileExtension: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    var start = dot
    let stem = name[..<dot]
    if stem.lowercased().hasSuffix(".tar"), stem.count > 4 { start = stem.index(dot, offsetBy: -4) }
    let fileExtension = name[start...]
    guard fileExtension.utf8.count <= 32 else { return (name, "") }
    return (String(name[..<start]), String(fileExtension))
  }
}
