import ShowroomNetwork

/// The reason why text is not a valid destination.
package enum DestinationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is empty.
  case empty
  /// The text is not an address.
  case notAnAddress(String)
  /// The text looks like a web address but is not valid.
  case badAddress(String, WebAddressError)
  /// The scheme is not supported.
  case unknownScheme(String, text: String)
  /// An option of an `s3://` address is not supported.
  case unknownOption(String, text: String)
  /// The address contains a user name or password.
  case holdsCredentials(host: String)
  /// The query of the address contains a value that looks like a token or signature.
  case holdsSecret(host: String)

  /// A message that names the problem and the valid alternatives.
  package var description: String {
    func shown(_ text: String) -> String { "\"\(SecretValues.hidden(in: text))\"" }
    return switch self {
    case .empty: "The destination is empty; enter a folder or an address."
    case .notAnAddress(let text): "\(shown(text)) is not a valid destination; check the spelling."
    case .badAddress(let text, let error):
      "\(shown(text)) is not a valid destination: \(error); check the spelling."
    case .unknownScheme(let scheme, let text):
      "\(shown(text)) begins with \(scheme)://; enter a folder, or an address that begins with https://, http://, "
        + "dav+https://, tus+https:// or s3://."
    case .unknownOption(let name, let text):
      "\(shown(text)) has the unknown option \"\(name)\"; the options are \(S3Location.optionNames.joined(separator: ", "))."
    case .holdsCredentials(let host):
      "The destination on \(host) contains a user name or password; remove it and use ~/.netrc or environment variables instead."
    case .holdsSecret(let host):
      "The destination on \(host) contains a token or signature after the question mark; remove it and use ~/.netrc "
        + "or environment variables instead."
    }
  }
}
