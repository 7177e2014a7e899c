import Catalogue

/// How the requests about a bucket are addressed.
///
/// AWS gives every bucket a host of its own (`cars.s3.eu-west-1.amazonaws.com`); a name with dots is no part of its
/// certificate, so that those, and the buckets of other stores, are named in the path.
struct S3Address: Sendable, Hashable {
  let location: S3Location

  /// What `Host` says: with the port where it is not the usual one.
  var host: String {
    (hasOwnHost ? "\(location.bucket)." : "") + location.endpoint.origin.name
  }

  /// The path of an object, or of the bucket, as it is on the wire and signed.
  func path(of key: String?) -> String {
    var path = location.endpoint.path
    while path.hasSuffix("/") { path.removeLast() }
    if !hasOwnHost { path += "/" + WebAddress.encoded(location.bucket) }
    guard let key else { return path.isEmpty ? "/" : path }
    // Slashes belong to keys, and S3 takes every one as it is: nothing is normalised.
    let pieces = key.split(separator: "/", omittingEmptySubsequences: false).map { WebAddress.encoded(String($0)) }
    return path + "/" + pieces.joined(separator: "/")
  }

  /// The whole address of a request.
  func url(path: String, query: String) -> WebAddress? {
    try? WebAddress(
      parsing: "\(location.endpoint.scheme.rawValue)://\(host)\(path)\(query.isEmpty ? "" : "?\(query)")")
  }

  /// What all keys of a car begin with.
  func folder(of car: Int64) -> String {
    (location.prefix.isEmpty ? "" : location.prefix + "/") + "\(car)/"
  }

  /// How sentences name the server.
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
