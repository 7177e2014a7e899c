import Foundation
import ShowroomNetwork

/// A folder or server that receives uploads. It never contains a secret.
package enum Destination: Sendable, Hashable {
  /// A folder on this computer, specified by its absolute path.
  case folder(String)
  /// An address whose protocol is detected.
  case web(WebAddress)
  /// A server that supports WebDAV, or at least `PUT`.
  case webDAV(WebAddress)
  /// A tus server, specified by the address that creates uploads.
  case tus(WebAddress)
  /// A bucket of an S3-compatible store.
  case s3(S3Location)

  /// Parses a path (`~` is `home`, and a relative path starts at `base`), `https://…`, `dav+https://…`, `tus+https://…`
  /// (each also with `http`), or `s3://bucket/prefix?endpoint=…&region=…`.
  /// - Throws: ``DestinationError``, including for an address that contains a password or another secret.
  package init(parsing text: String, home: String, base: String) throws(DestinationError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw .empty }
    guard let separator = text.range(of: "://") else {
      self = .folder(try Self.path(text, home: home, base: base))
      return
    }
    switch text[..<separator.lowerBound].lowercased() {
    case "file": self = .folder(try Self.path(String(text[separator.upperBound...]), home: home, base: "/"))
    case "http", "https": self = .web(try Self.address(text[...], of: text))
    case "dav+http", "dav+https": self = .webDAV(try Self.address(text.dropFirst(4), of: text))
    case "tus+http", "tus+https": self = .tus(try Self.address(text.dropFirst(4), of: text))
    case "s3": self = .s3(try S3Location(parsing: text))
    case let scheme: throw .unknownScheme(scheme, text: text)
    }
  }

  private static func path(_ text: String, home: String, base: String) throws(DestinationError) -> String {
    guard !text.isEmpty else { throw .empty }
    guard !text.utf8.contains(0) else { throw .notAnAddress(text) }
    if text == "~" { return home }
    let path = text.hasPrefix("~/") ? home + text.dropFirst() : text.hasPrefix("/") ? text : base + "/" + text
    return URL(fileURLWithPath: path).standardizedFileURL.path
  }

  static func address(_ text: some StringProtocol, of typed: String) throws(DestinationError) -> WebAddress {
    let address: WebAddress
    do {
      address = try WebAddress(parsing: text)
    } catch .holdsCredentials(let host) {
      throw .holdsCredentials(host: host)
    } catch {
      throw .badAddress(typed, error)
    }
    // Destinations are stored, listed and shown, so they must not contain a secret.
    guard address.description == address.text else { throw .holdsSecret(host: address.host) }
    return address
  }
}

extension Destination: CustomStringConvertible {
  /// The text that ``init(parsing:home:base:)`` parses as the same destination. Query values that look like secrets are
  /// hidden, but a parsed destination has none.
  package var description: String {
    switch self {
    // Parsing trims white space unless a slash follows it.
    case .folder(let path): path == path.trimmingCharacters(in: .whitespacesAndNewlines) ? path : path + "/"
    case .web(let url): url.description
    case .webDAV(let url): "dav+\(url)"
    case .tus(let url): "tus+\(url)"
    case .s3(let location): location.description
    }
  }

  /// The names of the destination, from the shortest to the full one, which is unique.
  private var names: [String] {
    switch self {
    case .folder(let path):
      let parts = path.split(separator: "/")
      return parts.indices.map { parts.suffix($0 + 1).joined(separator: "/") } + [path]
    case .web(let url), .webDAV(let url), .tus(let url):
      let path = url.path.drop { $0 == "/" }
      return [url.host, url.origin.name, url.origin.name + "/" + path, description]
    case .s3(let location):
      let path = location.prefix.isEmpty ? "" : "/" + location.prefix
      return [location.bucket, location.bucket + path, "\(location.bucket)\(path) at \(location.endpoint.origin.name)"]
        + [description]
    }
  }

  /// Returns the shortest names that distinguish the destinations.
  package static func shortNames(of destinations: Set<Destination>) -> [Destination: String] {
    var named: [Destination: String] = [:]
    var unnamed = destinations.map { (destination: $0, names: $0.names[...]) }
    while !unnamed.isEmpty {
      let groups = Dictionary(grouping: unnamed) { $0.names.first ?? "" }
      unnamed = []
      for (name, group) in groups {
        let isUnmistakable = group.count == 1 && !named.values.contains(name)
        for entry in group {
          if isUnmistakable || entry.names.count <= 1 {
            named[entry.destination] = name
          } else {
            unnamed.append((entry.destination, entry.names.dropFirst()))
          }
        }
      }
    }
    return named
  }

  /// The host to which credentials belong, or `nil` for a folder.
  package var host: String? {
    switch self {
    case .folder: nil
    case .web(let url), .webDAV(let url), .tus(let url): url.host
    case .s3(let location): location.endpoint.host
    }
  }
}
