/// Why a text names no destination.
public enum DestinationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Nothing was given.
  case empty
  /// It looks like an address, and is none.
  case notAnAddress(String)
  /// The scheme is none of those known.
  case unknownScheme(String, text: String)
  /// `s3://` with an option that does not exist.
  case unknownOption(String, text: String)
  /// The address holds a user or a password.
  case holdsCredentials(host: String)

  /// A sentence that says what may be written instead.
  public var description: String {
    switch self {
    case .empty: "The destination is empty: give a folder or an address."
    case .notAnAddress(let text): "\"\(text)\" is not an address that files can be sent to; check how it is written."
    case .unknownScheme(let scheme, let text):
      "\"\(text)\" begins with \(scheme)://; a destination is a folder, or begins with https://, http://, "
        + "dav+https://, tus+https:// or s3://."
    case .unknownOption(let name, let text): "\"\(text)\" has the option \"\(name)\"; there are endpoint and region."
    case .holdsCredentials(let host):
      "The destination on \(host) holds a user or a password; leave them out and put them into ~/.netrc or the environment."
    }
  }
}
