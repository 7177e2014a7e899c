import Catalogue
import Foundation

/// Where files go, as a person names it. It never holds a secret.
public enum Destination: Sendable, Hashable {
  /// A folder on this machine, by its absolute path.
  case folder(String)
  /// An address whose protocol is found out by asking the server.
  case web(WebAddress)
  /// A server that takes `PUT`, and better WebDAV.
  case webDAV(WebAddress)
  /// A server of the tus protocol, by the address that uploads are created at.
  case tus(WebAddress)
  /// A bucket of an S3-compatible store.
  case s3(S3Location)

  /// Reads what a person writes: a path (`~` is `home`, a relative one starts at `base`), `https://…`, `dav+https://…`,
  /// `tus+https://…` (each also with `http`), or `s3://bucket/prefix?endpoint=…&region=…`.
  ///
  /// - Throws: ``DestinationError`` naming what is wrong; also when the address holds a password.
  public init(parsing text: String, home: String, base: String) throws(DestinationError) {
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
    // What is written in a destination is stored, listed and shown.
    guard address.description == address.text else { throw .holdsSecret(host: address.host) }
    return address
  }
}

extension Destination: CustomStringConvertible {
  /// What ``init(parsing:home:base:)`` takes for the same destination; how the queue remembers it.
  public var description: String {
    switch self {
    case .folder(let path): path
    case .web(let url): url.text
    case .webDAV(let url): "dav+" + url.text
    case .tus(let url): "tus+" + url.text
    case .s3(let location): location.description
    }
  }

  /// The host that credentials belong to; nil for a folder.
  public var host: String? {
    switch self {
    case .folder: nil
    case .web(let url), .webDAV(let url), .tus(let url): url.host
    case .s3(let location): location.endpoint.host
    }
  }
}
