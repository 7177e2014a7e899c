import ShowroomFiles
import ShowroomNetwork

/// The checkpoint of a tus upload. It contains the only reference to the upload, because a server cannot list uploads.
struct TusUploadState: Sendable, Hashable {
  /// The address of the upload.
  let url: WebAddress
  /// The address that was used to create it.
  let endpoint: WebAddress
  /// The name with which the upload was created, or `nil` in a checkpoint of an earlier version.
  private let name: String?
  /// The number of bytes that the server has confirmed.
  var confirmed: Int64
  /// The time at which the upload expires, in seconds since 1970.
  var expires: Double?
  /// The location of the recorded file that the complete upload replaces, once that file may have been deleted.
  var replaced: String?
  private let source: String

  init(
    url: WebAddress, endpoint: WebAddress, name: String? = nil, source: UploadSource, confirmed: Int64,
    expires: Double?
  ) {
    self.url = url
    self.endpoint = endpoint
    self.name = name
    self.source = source.fingerprint
    self.confirmed = confirmed
    self.expires = expires
  }

  /// Reads a checkpoint. Returns `nil` if it is not valid.
  init?(_ checkpoint: Checkpoint?) {
    guard let checkpoint, let url = try? checkpoint.values["url"].map(WebAddress.init(parsing:)),
      let endpoint = try? checkpoint.values["endpoint"].map(WebAddress.init(parsing:)),
      let source = checkpoint.values["source"]
    else { return nil }
    self.url = url
    self.endpoint = endpoint
    self.source = source
    name = checkpoint.values["name"]
    confirmed = checkpoint.confirmed
    expires = checkpoint.expires
    replaced = checkpoint.values["replaced"]
  }

  /// Whether the upload belongs to the current state of the file and to the server.
  func belongs(to source: UploadSource, at endpoint: WebAddress) -> Bool {
    self.source == source.fingerprint && self.endpoint == endpoint
  }

  /// Whether the upload was created with this name, as far as is known.
  func isNamed(_ name: String) -> Bool { self.name.map { $0 == name } ?? true }

  var checkpoint: Checkpoint {
    var values = ["url": url.text, "endpoint": endpoint.text, "source": source]
    values["name"] = name
    values["replaced"] = replaced
    // While this upload is removed, no other one may replace the same file.
    return Checkpoint(
      values: values, confirmed: confirmed, expires: expires, heldName: replaced == nil ? nil : name)
  }
}
