import Foundation

/// A value that contains a secret. Its description omits the secret, and its mirror is empty, because `dump` would
/// otherwise reveal the stored properties.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The description.
  package var debugDescription: String { description }

  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Functions that hide the secrets of addresses: logins, and the values of a query that look like signatures or tokens.
package enum SecretValues {
  /// The replacement for a secret.
  static let placeholder = "…"

  private static let names: Set = ["auth", "code", "key", "pass", "pwd", "sig", "ticket"]
  private static let partsOfNames = [
    "accesskey", "apikey", "api-key", "api_key", "authorization", "credential", "oauth", "passphrase", "passw",
    "secret",
    "session", "signature", "token", "x-amz-", "x-goog-",
  ]

  /// Returns a percent-encoded query with its secret values hidden.
  static func hidden(inQuery query: some StringProtocol) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      let value = item.dropFirst(name.count + 1)
      // A value without a name may be a token, too.
      guard !value.isEmpty else { return looksRandom(item) ? placeholder : String(item) }
      return isSecret(name) || looksRandom(value) ? "\(name)=\(placeholder)" : String(item)
    }.joined(separator: "&")
  }

  /// Returns text with likely logins and secret values hidden. The text is meant to be an address but need not be
  /// valid; use this for the error that rejects it.
  package static func hidden(in text: String) -> String {
    guard let separator = text.range(of: "://") else { return text }
    let rest = text[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A password may contain an unescaped slash, so the login may extend to the last @ before the query.
    let location = rest.prefix { $0 != "?" }
    let at = location.lastIndex(of: "@")
    let isLogin = at.map { $0 < authority.endIndex || rest[..<$0].contains(":") } ?? false
    let shown =
      isLogin ? "\(placeholder)@" + location[(at.map(location.index(after:)) ?? location.startIndex)...] : location
    let query = rest.dropFirst(location.count)
    return text[..<separator.upperBound] + shown + (query.isEmpty ? "" : "?" + hidden(inQuery: query.dropFirst()))
  }

  private static func isSecret(_ name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || partsOfNames.contains { name.contains($0) }
  }

  /// Whether a value is long and consists of the letters and digits of a hash or a token.
  private static func looksRandom(_ value: some StringProtocol) -> Bool {
    guard value.utf8.count >= 20 else { return false }
    let text = value.removingPercentEncoding ?? String(value)
    let alphabet = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=-_".utf8)
    return text.utf8.allSatisfy(alphabet.contains) && text.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
  }
}
