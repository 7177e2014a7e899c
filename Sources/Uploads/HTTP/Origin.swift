import Foundation

/// The server that an address is on: what a secret belongs to.
struct Origin: Sendable, Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// The origin of a web address; nil for any other.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// How sentences name it: the port only where it is not the usual one.
  var name: String {
    port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
  }
}
