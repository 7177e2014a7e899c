/// One element of an XML answer, with what is in it.
///
/// A reader of our own, for the few elements that WebDAV and S3 answer with: Foundation's needs libxml2 on every machine
/// that the program runs on, and follows what a server declares. This one knows no declarations, no entities but the five
/// and numbers, and no depth beyond 32.
struct XMLElement: Sendable, Hashable {
  /// Without its namespace's prefix.
  let name: String
  fileprivate(set) var children: [XMLElement] = []
  /// Its own text, without that of its children; between children without white space at its ends.
  fileprivate(set) var text = ""

  /// The outermost element; nil when the bytes are no XML that this reader understands.
  init?(parsing bytes: [UInt8]) {
    var open = [XMLElement(name: "")]
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let mark = rest.firstIndex(of: "<") {
      open[open.count - 1].text += Self.decoded(rest[..<mark])
      rest = rest[mark...]
      if rest.hasPrefix("<!--") {
        guard let end = rest.firstRange(of: "-->") else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<![CDATA[") {
        guard let end = rest.firstRange(of: "]]>") else { return nil }
        open[open.count - 1].text += rest[..<end.lowerBound].dropFirst(9)
        rest = rest[end.upperBound...]
      } else {
        guard let end = Self.end(ofTag: rest) else { return nil }
        let tag = rest[..<end].dropFirst()
        rest = rest[rest.index(after: end)...]
        if tag.hasPrefix("?") { continue }
        guard !tag.hasPrefix("!"), Self.apply(tag, to: &open) else { return nil }
      }
    }
    guard open.count == 1, let root = open[0].children.first else { return nil }
    self = root
  }

  private init(name: String) { self.name = name }

  /// The first child of that name, or nil.
  func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// All children of that name.
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  private static func apply(_ tag: Substring, to open: inout [XMLElement]) -> Bool {
    if tag.hasPrefix("/") {
      guard open.count > 1, var element = open.popLast(), element.name == localName(tag.dropFirst()) else {
        return false
      }
      if !element.children.isEmpty { element.text = element.text.trimmingWhitespace() }
      open[open.count - 1].children.append(element)
      return true
    }
    let element = XMLElement(name: localName(tag))
    guard !element.name.isEmpty, open.count <= 32 else { return false }
    if tag.hasSuffix("/") {
      open[open.count - 1].children.append(element)
    } else {
      open.append(element)
    }
    return true
  }

  /// A tag ends at the first `>` that is in no attribute's value.
  private static func end(ofTag text: Substring) -> Substring.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      }
    }
    return nil
  }

  private static func localName(_ tag: Substring) -> String {
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
    return String(name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name)
  }

  private static func decoded(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ";") else { return result + rest[start...] }
      let name = rest[rest.index(after: start)..<end]
      result += character(name) ?? String(rest[start...end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let code = digits.first.map { "xX".contains($0) } == true ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
  }
}
