import ShowroomNetwork

/// The addresses of a bucket's objects.
///
/// On AWS, every bucket has its own host (`cars.s3.eu-west-1.amazonaws.com`). Buckets with dots in their names, which
/// the certificate does not cover, and buckets of other stores are part of the path.
struct S3Address: Sendable, Hashable {
  let location: S3Location

  /// The `Host` field, with the port unless it is the default.
  var host: String {
    (hasOwnHost ? "\(location.bucket)." : "") + location.endpoint.origin.name
  }

  /// Returns the path of an object or, for `nil`, of the bucket, as it is sent and signed.
  func path(of key: String?) -> String {
    var path = location.endpoint.path
    while path.hasSuffix("/") { path.removeLast() }
    if !hasOwnHost { path += "/" + WebAddress.encoded(location.bucket) }
    guard let key else { return path.isEmpty ? "/" : path }
    // Slashes are part of keys, and S3 does not normalize them.
    let pieces = key.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { WebAddress.encoded(String(Substring($0))) }
    return path + "/" + pieces.joined(separator: "/")
  }

  /// Returns the address of a request.
  func url(path: String, query: String) -> WebAddress? {
    try? WebAddress(
      parsing: "\(location.endpoint.scheme.rawValue)://\(host)\(path)\(query.isEmpty ? "" : "?\(query)")")
  }

  /// Returns the common prefix of the keys of a car.
  func folder(of car: Int64) -> String {
    (location.prefix.isEmpty ? "" : location.prefix + "/") + "\(car)/"
  }

  /// Returns the common prefix of the keys in the folder of a transfer.
  func folder(of transfer: Transfer) -> String { folder(of: transfer.car) + transfer.path(of: "") }

  /// The name of the server, for messages.
  var server: String { location.endpoint.origin.name }

  private var hasOwnHost: Bool {
    let host = location.endpoint.host
    guard host.hasPrefix("s3."),
      host.hasSuffix(".amazonaws.com") || host.hasSuffix(".amazonaws.com.cn")
    else { return false }
    return (3...63).contains(location.bucket.utf8.count)
      && location.bucket.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
  }
}
