import Foundation

extension WebAddress {
  /// The address that a server refers to, in `Location` or in a listing: complete, or relative to this one.
  ///
  /// A user and a password in it are dropped: a server has none to give.
  /// - Throws: ``WebAddressError``.
  public func resolving(_ reference: String) throws(WebAddressError) -> WebAddress {
    guard reference.utf8.count <= Self.maximumLength else { throw .tooLong }
    guard let base = URL(string: text), let url = URL(string: reference, relativeTo: base)?.absoluteURL else {
      throw .unreadable
    }
    return try WebLogin.split(encoded: url.absoluteString).address
  }

  /// The components of the path, decoded.
  public var segments: [String] {
    path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }

  /// The address of something in the folder that this address names; the query goes along.
  /// - Parameter isFolder: whether the result ends with a slash, as servers expect of folders.
  public func inside(_ names: String..., isFolder: Bool = false) -> WebAddress {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    for name in names { path += "/" + Self.encoded(name) }
    return WebAddress(origin: origin, path: path + (isFolder ? "/" : ""), query: query)
  }

  /// The folder that this address lies in; nil at the top. The query goes along.
  public var parent: WebAddress? {
    let pieces = path.split(separator: "/")
    guard !pieces.isEmpty else { return nil }
    let path = pieces.dropLast().map { "/" + $0 }.joined() + "/"
    return WebAddress(origin: origin, path: path, query: query)
  }

  /// The address without its query, where secrets may be.
  public var withoutQuery: WebAddress { WebAddress(origin: origin, path: path, query: nil) }

  /// A name as one component of a path: everything but letters, digits and `-._~` in its percent form.
  public static func encoded(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }
}
