import Foundation

/// A web address: `http` or `https`, a host, a valid port, a path and an optional query.
///
/// Created only by parsing, so that every instance is safe to use: the host is validated, and the port is between 1 and
/// 65535. An address never contains a user name or password (see ``WebLogin``). Its query may contain a signature,
/// which ``description`` hides.
package struct WebAddress: Sendable, Hashable {
  package enum Scheme: String, Sendable, Hashable {
    case http
    case https

    /// The port of an address that does not specify one.
    package var defaultPort: Int { self == .https ? 443 : 80 }
  }

  /// The server of an address. A login belongs to one origin.
  package struct Origin: Sendable, Hashable {
    package let scheme: Scheme
    /// The host in lower case. An IPv6 address has no brackets.
    package let host: String
    /// The port, between 1 and 65535.
    package let port: Int

    /// The host, followed by the port unless it is the scheme's default, as shown in messages and sent in the `Host`
    /// header.
    package var name: String {
      let host = host.contains(":") ? "[\(host)]" : host
      return port == scheme.defaultPort ? host : "\(host):\(port)"
    }
  }

  /// The maximum length of an address in bytes.
  package static let maximumLength = 8192

  package let origin: Origin
  /// The percent-encoded path, which begins with a slash.
  package let path: String
  /// The percent-encoded query without its question mark.
  package let query: String?

  package var scheme: Scheme { origin.scheme }
  /// The host in lower case. An IPv6 address has no brackets.
  package var host: String { origin.host }
  /// The port, between 1 and 65535.
  package var port: Int { origin.port }

  /// Parses an address. Percent-encodes spaces and non-ASCII letters, and drops the fragment.
  /// - Throws: ``WebAddressError``, including for an address with a user name or password (see ``WebLogin/split(_:)``).
  package init(parsing text: some StringProtocol) throws(WebAddressError) {
    let (address, login) = try WebLogin.split(text)
    guard login == nil else { throw .holdsCredentials(host: address.host) }
    self = address
  }

  init(origin: Origin, path: String, query: String?) {
    self.origin = origin
    self.path = path.isEmpty ? "/" : path
    self.query = query
  }

  /// The complete address, for a request or for private storage. Use ``description`` for display and logs.
  package var text: String {
    let location = path == "/" && query == nil ? "" : path
    return "\(scheme.rawValue)://\(origin.name)\(location)\(query.map { "?\($0)" } ?? "")"
  }
}

extension WebAddress: Redacted {
  /// The address for display and logs, with likely secrets in its query hidden.
  package var description: String {
    guard let query else { return text }
    return WebAddress(origin: origin, path: path, query: SecretValues.hidden(inQuery: query)).text
  }
}

/// The reason why text is not a valid web address.
package enum WebAddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text cannot be parsed.
  case unreadable
  /// The text does not begin with `http://` or `https://`.
  case otherScheme
  /// The host is missing or contains invalid characters.
  case badHost
  /// The port is not between 1 and 65535.
  case badPort
  /// The address is longer than any server accepts.
  case tooLong
  /// The address contains a user name or password where neither is allowed.
  case holdsCredentials(host: String)

  /// The reason, as a clause that completes a message.
  package var description: String {
    switch self {
    case .unreadable: "it cannot be parsed"
    case .otherScheme: "it does not begin with https:// or http://"
    case .badHost: "its host is missing or contains invalid characters"
    case .badPort: "its port is not between 1 and 65535"
    case .tooLong: "it is longer than \(WebAddress.maximumLength) characters"
    case .holdsCredentials: "it contains a user name or password"
    }
  }
}
