import Foundation

/// The parts of an address that open something: logins, and the values of a query that look like signatures or tokens.
public enum SecretValues {
  /// Stands where a secret stood.
  static let placeholder = "…"

  private static let names: Set = ["auth", "code", "key", "pass", "pwd", "sig", "ticket"]
  private static let partsOfNames = [
    "accesskey", "apikey", "api-key", "api_key", "authorization", "credential", "oauth", "passphrase", "passw",
    "secret",
    "session", "signature", "token", "x-amz-", "x-goog-",
  ]

  /// A query, percent-encoded, without its secret values.
  static func hidden(inQuery query: some StringProtocol) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      let value = item.dropFirst(name.count + 1)
      // A value without a name is as likely to be a token as any.
      guard !value.isEmpty else { return looksRandom(item) ? placeholder : String(item) }
      return isSecret(name) || looksRandom(value) ? "\(name)=\(placeholder)" : String(item)
    }.joined(separator: "&")
  }

  /// A text that is meant as an address, readable or not, without what may be a login or a secret value in it: for the
  /// sentence that refuses it.
  public static func hidden(in text: String) -> String {
    guard let separator = text.range(of: "://") else { return text }
    let rest = text[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A password may hold a slash by mistake: up to the last @ before the query, it could be one.
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

  /// Long, and of nothing but the letters and digits of a hash or a token.
  private static func looksRandom(_ value: some StringProtocol) -> Bool {
    guard value.utf8.count >= 20 else { return false }
    let text = value.removingPercentEncoding ?? String(value)
    let alphabet = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=-_".utf8)
    return text.utf8.allSatisfy(alphabet.contains) && text.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
  }
}
