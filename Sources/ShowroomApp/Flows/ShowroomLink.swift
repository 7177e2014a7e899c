import Foundation
import ShowroomCatalog

/// A link to a screen of the program, as in `showroom open car/50044`.
package enum ShowroomLink: Sendable, Hashable {
  /// The screen of a car.
  case car(Car.ID)
  /// The choice of files to upload to a car.
  case upload(Car.ID)
  /// The list with a search.
  case search(String)
  /// The uploads of all cars.
  case uploads

  /// Parses `car/ID`, `car/ID/upload`, `search?q=WORDS` or `uploads`, each optionally after `showroom://`.
  ///
  /// Text is decoded as in a web form: `+` is a space and `%2B` is a plus sign. The parser does not check whether the
  /// car exists.
  ///
  /// - Throws: ``ShowroomLinkError`` if the text is not a link.
  package init(parsing text: String) throws(ShowroomLinkError) {
    var text = text.trimmingPrefix(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isEmpty else { throw .empty }
    let scheme = "showroom://"
    let hasScheme = text.prefix(scheme.count).lowercased() == scheme
    let parts = text.dropFirst(hasScheme ? scheme.count : 0)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for segment in parts[0].split(separator: "/") { path.append(try Self.decoded(segment, of: text)) }
    let query = parts.count > 1 ? parts[1] : nil

    switch (path.first, path.count, query) {
    case ("car", 2, nil): self = .car(try Self.car(path[1], of: text))
    case ("car", 3, nil) where path[2] == "upload": self = .upload(try Self.car(path[1], of: text))
    case ("car", 1, nil): throw .noCar(String(text))
    case ("search", 1, _): self = .search(try Self.words(query, of: text))
    case ("uploads", 1, nil): self = .uploads
    default: throw .unknown(String(text))
    }
  }

  /// The text from which this link can be parsed.
  var text: String {
    switch self {
    case .car(let id): "car/\(id)"
    case .upload(let id): "car/\(id)/upload"
    case .search(let words):
      "search?q=" + (words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    case .uploads: "uploads"
    }
  }

  private static func car(_ number: String, of text: Substring) throws(ShowroomLinkError) -> Car.ID {
    guard let id = Car.ID(number), id > 0 else { throw .noCar(String(text)) }
    return id
  }

  private static func words(_ query: Substring?, of text: Substring) throws(ShowroomLinkError) -> String {
    let parts = (query ?? "").split(separator: "&")
    guard parts.count == 1, parts[0].hasPrefix("q=") else { throw .noWords(String(text)) }
    let typed = parts[0].dropFirst(2).map { $0 == "+" ? " " : String($0) }.joined()
    let words = try decoded(typed, of: text)
    guard words.contains(where: { !$0.isWhitespace }) else { throw .noWords(String(text)) }
    return words
  }

  /// Returns the text with its percent encoding removed (RFC 3986, section 2.1).
  private static func decoded(_ part: some StringProtocol, of text: Substring) throws(ShowroomLinkError) -> String {
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      guard digits.count == 2 else { throw .badEncoding(String(text)) }
      rest = rest.dropFirst(2)
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .badEncoding(String(text)) }
    return decoded
  }
}

/// An error in the text of a link.
package enum ShowroomLinkError: Error, Sendable, Hashable, CustomStringConvertible {
  case empty
  /// The link does not lead to a known screen.
  case unknown(String)
  /// The link does not contain a valid car ID.
  case noCar(String)
  /// The link does not contain any words to search for.
  case noWords(String)
  /// The link contains a `%` without two hexadecimal digits, or bytes that are not UTF-8.
  case badEncoding(String)

  package var description: String {
    switch self {
    case .empty: "The link is empty. Use car/ID, car/ID/upload, search?q=WORDS, or uploads."
    case .unknown(let text):
      "\"\(text)\" is not a link. Use car/ID, car/ID/upload, search?q=WORDS, or uploads."
    case .noCar(let text):
      "\"\(text)\" has no car ID. Use an ID that showroom list prints, as in car/50044."
    case .noWords(let text):
      "\"\(text)\" has no words to search for. Write them after q= with + between them, as in search?q=kia+2024."
    case .badEncoding(let text):
      "\"\(text)\" is not encoded correctly. Two hexadecimal digits must follow each %, and the bytes must be UTF-8. "
        + "Use %25 for a percent sign."
    }
  }
}
