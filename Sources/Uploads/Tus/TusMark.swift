import Catalogue

/// What a tus upload leaves in its checkpoint: there is no listing, so its address is known to nobody else.
struct TusMark: Sendable, Hashable {
  /// Where the upload is.
  let url: WebAddress
  /// Where it was created.
  let endpoint: WebAddress
  let sha256: String
  /// The bytes that the server has confirmed.
  var confirmed: Int64
  /// When the server forgets it, in seconds since 1970.
  var expires: Double?
  private let source: String

  init(url: WebAddress, endpoint: WebAddress, sha256: String, source: UploadSource, confirmed: Int64, expires: Double?)
  {
    self.url = url
    self.endpoint = endpoint
    self.sha256 = sha256
    self.source = source.fingerprint
    self.confirmed = confirmed
    self.expires = expires
  }

  /// The mark in a checkpoint; nil when there is none that can be read.
  init?(_ checkpoint: Checkpoint?) {
    guard let checkpoint, let url = try? checkpoint.values["url"].map(WebAddress.init(parsing:)),
      let endpoint = try? checkpoint.values["endpoint"].map(WebAddress.init(parsing:)),
      let sha256 = checkpoint.values["sha256"], let source = checkpoint.values["source"]
    else { return nil }
    self.url = url
    self.endpoint = endpoint
    self.sha256 = sha256
    self.source = source
    confirmed = checkpoint.confirmed
    expires = checkpoint.expires
  }

  /// Whether it is of this very file, at this very server.
  func belongs(to source: UploadSource, at endpoint: WebAddress) -> Bool {
    self.source == source.fingerprint && self.endpoint == endpoint
  }

  var checkpoint: Checkpoint {
    Checkpoint(
      values: [
        "url": url.text, "endpoint": endpoint.text, "sha256": sha256, "source": source,
      ], confirmed: confirmed, expires: expires)
  }
}
