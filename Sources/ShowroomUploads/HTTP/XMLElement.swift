/// An element of an XML response, with its children.
///
/// This parser is sufficient for the few elements of WebDAV and S3. Foundation's parser requires libxml2 and processes
/// declarations; this one supports no declarations, only the five predefined entities and numeric ones, and a maximum
/// depth of 32.
struct XMLElement: Sendable, Hashable {
  /// The name without its namespace prefix.
  let name: String
  fileprivate(set) var children: [XMLElement] = []
  /// The element's own text, without that of its children. Trimmed if there are children.
  fileprivate(set) var text = ""

  /// Parses a document and creates its root element. Returns `nil` if the document is not supported.
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

  /// Returns the first child with a name.
  func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// Returns the trimmed text of the first child with a name.
  func value(_ name: String) -> String? { first(name)?.text.trimmingWhitespace() }

  /// Returns the whole number in the first child with a name.
  func number(_ name: String) -> Int64? { value(name).flatMap { Int64($0) } }

  /// Returns all children with a name.
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

  /// Returns the end of a tag: the first `>` outside attribute values.
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
