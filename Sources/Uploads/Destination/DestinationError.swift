import Catalogue

/// Why a text names no destination.
public enum DestinationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Nothing was given.
  case empty
  /// It looks like an address, and is none.
  case notAnAddress(String)
  /// It begins like a web address, and is none.
  case badAddress(String, WebAddressError)
  /// The scheme is none of those known.
  case unknownScheme(String, text: String)
  /// `s3://` with an option that does not exist.
  case unknownOption(String, text: String)
  /// The address holds a user or a password.
  case holdsCredentials(host: String)
  /// The address has a value in its query that looks like a token or a signature.
  case holdsSecret(host: String)

  /// A sentence that says what may be written instead.
  public var description: String {
    func shown(_ text: String) -> String { "\"\(SecretValues.hidden(in: text))\"" }
    return switch self {
    case .empty: "The destination is empty: give a folder or an address."
    case .notAnAddress(let text): "\(shown(text)) is not an address that files can be sent to; check how it is written."
    case .badAddress(let text, let error):
      "\(shown(text)) is not an address that files can be sent to: \(error); check how it is written."
    case .unknownScheme(let scheme, let text):
      "\(shown(text)) begins with \(scheme)://; a destination is a folder, or begins with https://, http://, "
        + "dav+https://, tus+https:// or s3://."
    case .unknownOption(let name, let text): "\(shown(text)) has the option \"\(name)\"; there are endpoint and region."
    case .holdsCredentials(let host):
      "The destination on \(host) holds a user or a password; leave them out and put them into ~/.netrc or the environment."
    case .holdsSecret(let host):
      "The destination on \(host) has a token or a signature behind its question mark; leave it out and put it into "
        + "~/.netrc or the environment."
    }
  }
}
