import Foundation
import ShowroomNetwork

/// The credentials for a destination. Their descriptions and mirrors never contain the secret.
package enum Credentials: Sendable, Hashable {
  /// A user name and password for HTTP Basic authentication.
  case password(user: String, password: String)
  /// A token for HTTP Bearer authentication.
  case token(String)
  /// An S3 access key, with a session token if the key is temporary.
  case accessKey(id: String, secret: String, session: String?)
}

extension Credentials {
  /// Whether any part contains a control character, such as the final line break of a file from which a token was read.
  var containsControlCharacter: Bool {
    let parts =
      switch self {
      case .password(let user, let password): [user, password]
      case .token(let token): [token]
      case .accessKey(let id, let secret, let session): [id, secret, session ?? ""]
      }
    return parts.contains { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
  }
}

extension Credentials: Redacted {
  /// The kind of credentials, without the secret.
  package var description: String {
    switch self {
    case .password: "Credentials(user and password, not shown)"
    case .token: "Credentials(token, not shown)"
    case .accessKey: "Credentials(access key, not shown)"
    }
  }
}

/// Credentials together with the only origin that may receive them.
struct Authorization: Sendable, Hashable {
  private let credentials: Credentials
  private let origin: WebAddress.Origin

  /// Creates the authorization for the origin of an address, or `nil` if there are no credentials.
  init?(_ credentials: Credentials?, for url: WebAddress) {
    guard let credentials else { return nil }
    self.credentials = credentials
    origin = url.origin
  }

  /// Returns the `Authorization` field for a request to an address. Returns `nil` if the address has a different
  /// scheme, host or port, or if the credentials are an access key, which signs requests and is never sent.
  func header(for url: WebAddress) -> String? {
    guard url.origin == origin else { return nil }
    switch credentials {
    case .password(let user, let password):
      return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    case .token(let token): return "Bearer \(token)"
    case .accessKey: return nil
    }
  }

  /// Returns a response body with the secrets removed, because some servers repeat them in messages that are shown.
  func redacted(_ body: [UInt8]) -> [UInt8] {
    let secrets: [String] =
      switch credentials {
      case .password(let user, let password): [Data("\(user):\(password)".utf8).base64EncodedString(), password]
      case .token(let token): [token]
      case .accessKey(_, let secret, let session): [secret] + (session.map { [$0] } ?? [])
      }
    return secrets.reduce(body) { body, secret in
      secret.isEmpty ? body : body.replacing(Array(secret.utf8), with: Array("(hidden)".utf8))
    }
  }
}
