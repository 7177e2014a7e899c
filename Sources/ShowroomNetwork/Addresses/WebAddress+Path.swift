import Foundation

extension WebAddress {
  /// Resolves a reference from a response, such as the value of `Location`, against this address.
  ///
  /// Drops any user name and password, because a server must not supply credentials.
  /// - Throws: ``WebAddressError``.
  package func resolving(_ reference: String) throws(WebAddressError) -> WebAddress {
    guard reference.utf8.count <= Self.maximumLength else { throw .tooLong }
    guard let base = URL(string: text),
      let url = URL(string: Self.escaped(reference: reference), relativeTo: base)?.absoluteURL
    else { throw .unreadable }
    return try WebLogin.split(encoded: url.absoluteString).address
  }

  /// Returns a reference in which the characters that no address contains are percent-encoded. Servers leave some of
  /// them as they are, and `URL` would then encode every percent sign again.
  private static func escaped(reference: String) -> String {
    var start = reference.startIndex
    if let slashes = reference.firstRange(of: "//"), reference[..<slashes.lowerBound].last ?? ":" == ":" {
      // The host of an IPv6 address has brackets.
      start = reference[slashes.upperBound...].firstIndex(of: "/") ?? reference.endIndex
    }
    return reference[..<start] + encoded(reference[start...], except: "-._~:/?#@!$&'()*+,;=%")
  }

  /// The decoded components of the path.
  package var segments: [String] {
    path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }

  /// Returns the address of an item in the folder that this address names, with the same query.
  /// - Parameter isFolder: Whether the result ends with a slash, as servers expect of folders.
  package func inside(_ names: String..., isFolder: Bool = false) -> WebAddress {
    inside(names, isFolder: isFolder)
  }

  /// Returns the address of an item in a subfolder of the folder that this address names, with the same query.
  /// - Parameter isFolder: Whether the result ends with a slash, as servers expect of folders.
  package func inside(_ names: [String], isFolder: Bool = false) -> WebAddress {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    for name in names { path += "/" + Self.encoded(name) }
    return WebAddress(origin: origin, path: path + (isFolder ? "/" : ""), query: query)
  }

  /// The address of the parent folder with the same query, or `nil` at the top.
  package var parent: WebAddress? {
    let pieces = path.split(separator: "/")
    guard !pieces.isEmpty else { return nil }
    let path = pieces.dropLast().map { "/" + $0 }.joined() + "/"
    return WebAddress(origin: origin, path: path, query: query)
  }

  /// The address without its query, which may contain secrets.
  package var withoutQuery: WebAddress { WebAddress(origin: origin, path: path, query: nil) }

  /// Returns a name as one component of a path, with everything but letters, digits and `-._~` percent-encoded.
  package static func encoded(_ name: String) -> String { encoded(name, except: "-._~") }

  private static func encoded(_ text: some StringProtocol, except kept: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where kept.utf8.contains(byte): result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }
}
