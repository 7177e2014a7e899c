import Catalogue
import Foundation

/// Credentials together with the one server that may see them.
struct Authorisation: Sendable, Hashable {
  private let credentials: Credentials
  private let origin: WebAddress.Origin

  /// Credentials for the server of the address; nil without them.
  init?(_ credentials: Credentials?, for url: WebAddress) {
    guard let credentials else { return nil }
    self.credentials = credentials
    origin = url.origin
  }

  /// The `Authorization` field for a request to the address; nil when it is on any other server, port or scheme, and for
  /// access keys, which sign requests and are never sent.
  func header(for url: WebAddress) -> String? {
    guard url.origin == origin else { return nil }
    switch credentials {
    case .password(let user, let password):
      return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    case .token(let token): return "Bearer \(token)"
    case .accessKey: return nil
    }
  }

  /// An answer without the secret: some servers repeat what they were told, and their words are shown.
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
