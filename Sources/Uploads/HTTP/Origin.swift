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

extension StoredFile {
  /// Where it is, for engines whose locations are addresses.
  func address() throws(UploadFailure) -> URL {
    guard let url = URL(string: location), Origin(url) != nil else {
      throw UploadFailure(
        .protocol,
        "\(ServerWords.harmless(location, limit: 200)) is no address of the web; the file was uploaded somewhere else.")
    }
    return url
  }
}
