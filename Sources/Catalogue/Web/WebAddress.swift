import Foundation

/// The address of something on the web: `http` or `https`, a host, a port that exists, a path and perhaps a query.
///
/// Made only by parsing, so that whoever holds one can hand it to the network: the HTTP client traps on a port above 65535.
/// It never holds a user or a password (see ``WebLogin``); its query may hold a signature, which ``description`` hides.
public struct WebAddress: Sendable, Hashable {
  /// How the server is spoken to.
  public enum Scheme: String, Sendable, Hashable {
    case http
    case https

    /// The port of a server whose address names none.
    public var defaultPort: Int { self == .https ? 443 : 80 }
  }

  /// The server that an address is on: what a login belongs to.
  public struct Origin: Sendable, Hashable {
    /// How the server is spoken to.
    public let scheme: Scheme
    /// The host, in lower case; an IPv6 address stands without brackets.
    public let host: String
    /// The port, between 1 and 65535.
    public let port: Int

    /// The host, and the port where it is not the scheme's own: the form used in sentences and in `Host`.
    public var name: String {
      let host = host.contains(":") ? "[\(host)]" : host
      return port == scheme.defaultPort ? host : "\(host):\(port)"
    }
  }

  /// The largest address that is read, in bytes.
  public static let maximumLength = 8192

  /// The server.
  public let origin: Origin
  /// The path, percent-encoded; it begins with a slash.
  public let path: String
  /// The query, percent-encoded and without its question mark.
  public let query: String?

  /// How the server is spoken to.
  public var scheme: Scheme { origin.scheme }
  /// The host, in lower case; an IPv6 address stands without brackets.
  public var host: String { origin.host }
  /// The port, between 1 and 65535.
  public var port: Int { origin.port }

  /// Reads an address; spaces and letters beyond ASCII are encoded, a fragment is dropped.
  /// - Throws: ``WebAddressError``, also for an address with a user or a password: see ``WebLogin/split(_:)``.
  public init(parsing text: some StringProtocol) throws(WebAddressError) {
    let (address, login) = try WebLogin.split(text)
    guard login == nil else { throw .holdsCredentials(host: address.host) }
    self = address
  }

  init(origin: Origin, path: String, query: String?) {
    self.origin = origin
    self.path = path.isEmpty ? "/" : path
    self.query = query
  }

  /// The complete address, for a request or for private storage. Show or log ``description`` in its place.
  public var text: String {
    let location = path == "/" && query == nil ? "" : path
    return "\(scheme.rawValue)://\(origin.name)\(location)\(query.map { "?\($0)" } ?? "")"
  }
}

extension WebAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The address without the values of its query that look like secrets: the form for people and logs.
  public var description: String {
    guard let query else { return text }
    return WebAddress(origin: origin, path: path, query: SecretValues.hidden(inQuery: query)).text
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Nothing: a mirror would show the query.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a text is no address on the web.
public enum WebAddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It cannot be read as an address at all.
  case unreadable
  /// It does not begin with `http://` or `https://`.
  case otherScheme
  /// It has no host, or one with characters that no host has.
  case badHost
  /// The port is not between 1 and 65535.
  case badPort
  /// It is longer than any server accepts.
  case tooLong
  /// It holds a user or a password where none may be.
  case holdsCredentials(host: String)

  /// The reason as the second half of a sentence.
  public var description: String {
    switch self {
    case .unreadable: "it cannot be read as an address"
    case .otherScheme: "it does not begin with https:// or http://"
    case .badHost: "it names no host, or one with characters that no host has"
    case .badPort: "its port is not between 1 and 65535"
    case .tooLong: "it is longer than \(WebAddress.maximumLength) characters"
    case .holdsCredentials: "it holds a user or a password"
    }
  }
}
