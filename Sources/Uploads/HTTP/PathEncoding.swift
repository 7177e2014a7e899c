import Foundation

/// Names as parts of an address.
enum PathEncoding {
  /// One component, with everything but letters, digits and `-._~` in its percent form.
  static func segment(_ name: String) -> String {
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

extension URL {
  /// The address of something in the folder that this address names.
  /// - Parameter isFolder: whether the result ends with a slash, as servers expect of folders.
  func inside(_ names: String..., isFolder: Bool = false) -> URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    var path = parts.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    for name in names { path += "/" + PathEncoding.segment(name) }
    parts.percentEncodedPath = path + (isFolder ? "/" : "")
    parts.fragment = nil
    return parts.url ?? self
  }
}
