import Foundation

/// A user name and password from an address. They are stored separately from the address and sent only to its origin.
package struct WebLogin: Sendable, Hashable {
  package let user: String
  /// The password, which may be empty.
  package let password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// The value of the `Authorization` header (RFC 7617).
  package var authorization: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }

  /// Parses an address and the login before its host.
  /// - Throws: ``WebAddressError``.
  package static func split(
    _ text: some StringProtocol
  ) throws(WebAddressError) -> (address: WebAddress, login: WebLogin?) {
    guard text.utf8.count <= WebAddress.maximumLength else { throw .tooLong }
    guard let url = URL(string: String(text)) else { throw .unreadable }
    return try split(encoded: url.absoluteString)
  }

  /// Parses an address that is already percent-encoded.
  ///
  /// Foundation only encodes and resolves addresses. The host and the port are parsed here, because Foundation drops a
  /// port that is too large and percent-decodes the host.
  static func split(encoded text: String) throws(WebAddressError) -> (address: WebAddress, login: WebLogin?) {
    guard text.utf8.count <= WebAddress.maximumLength else { throw .tooLong }
    guard let separator = text.range(of: "://") else { throw .otherScheme }
    guard let scheme = WebAddress.Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else {
      throw .otherScheme
    }
    let rest = text[separator.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let location = rest.dropFirst(authority.count)
    let path = location.prefix { $0 != "?" }
    let query = location.dropFirst(path.count)
    let at = authority.lastIndex(of: "@")
    let server = at.map { authority[authority.index(after: $0)...] } ?? authority
    let address = WebAddress(
      origin: try WebAddress.Origin(scheme, server: server), path: String(path),
      query: query.isEmpty ? nil : String(query.dropFirst()))
    return (address, at.map { WebLogin(encoded: authority[..<$0]) })
  }

  /// Decodes `user:password`.
  init(encoded text: Substring) {
    let user = text.prefix { $0 != ":" }
    self.user = String(user).removingPercentEncoding ?? String(user)
    let password = String(text.dropFirst(user.count + 1))
    self.password = password.removingPercentEncoding ?? password
  }
}

extension WebLogin: Redacted {
  /// A placeholder for the login.
  package var description: String { "(hidden)" }
}

extension WebAddress {
  /// Returns the complete address with a login before the host, in the form that ``WebLogin/split(_:)`` parses. Store
  /// it only in a file that only its owner can read.
  package func text(with login: WebLogin?) -> String {
    guard let login else { return text }
    let part = "\(WebAddress.encoded(login.user)):\(WebAddress.encoded(login.password))@"
    return "\(scheme.rawValue)://\(part)\(text.dropFirst(scheme.rawValue.count + 3))"
  }
}

extension WebAddress.Origin {
  fileprivate init(_ scheme: WebAddress.Scheme, server: Substring) throws(WebAddressError) {
    let (host, port) = try Self.split(server: server)
    self.init(scheme: scheme, host: host, port: port ?? scheme.defaultPort)
  }

  /// Parses a host and an optional port.
  static func split(server: Substring) throws(WebAddressError) -> (host: String, port: Int?) {
    let end = server.hasPrefix("[") ? server.firstIndex(of: "]").map(server.index(after:)) : server.lastIndex(of: ":")
    let host = server[..<(end ?? server.endIndex)]
    let port = server[host.endIndex...]
    let name = try Self.host(host.lowercased())
    switch port.first {
    case nil: return (name, nil)
    case ":" where port.count == 1: return (name, nil)
    case ":":
      let digits = port.dropFirst()
      guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = UInt16(digits), number > 0
      else { throw .badPort }
      return (name, Int(number))
    default: throw .badHost
    }
  }

  /// Validates a host: letters, digits, hyphens, dots and underscores, or an IPv6 address in brackets.
  private static func host(_ text: String) throws(WebAddressError) -> String {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let address = String(text.dropFirst().dropLast())
      var bytes = in6_addr()
      guard inet_pton(AF_INET6, address, &bytes) == 1 else { throw .badHost }
      return address
    }
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-._".utf8)
    guard (1...253).contains(text.utf8.count), text.utf8.allSatisfy(allowed.contains) else { throw .badHost }
    return text
  }
}
