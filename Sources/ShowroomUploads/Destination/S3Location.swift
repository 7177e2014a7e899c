import Foundation
import ShowroomCatalog
import ShowroomNetwork

/// A bucket of an S3-compatible store, with an optional prefix.
package struct S3Location: Sendable, Hashable, CustomStringConvertible {
  package let bucket: String
  /// The beginning of every key, without a slash at either end. May be empty.
  package let prefix: String
  /// The server, with its scheme and port.
  package let endpoint: WebAddress
  /// The region that requests are signed for.
  package let region: String
  private let endpointIsGiven: Bool

  /// Parses `s3://bucket/prefix?endpoint=https://host&region=eu-west-1`. The default endpoint is that of AWS in the
  /// region, and the default region is `us-east-1`.
  package init(parsing text: String) throws(DestinationError) {
    guard let parts = URLComponents(string: text), let bucket = parts.host, !bucket.isEmpty else {
      throw .notAnAddress(text)
    }
    guard parts.user == nil, parts.password == nil else { throw .holdsCredentials(host: bucket) }
    var endpoint: WebAddress?
    var region = "us-east-1"
    for item in parts.queryItems ?? [] {
      switch item.name {
      case "endpoint":
        endpoint = try Destination.address(item.value ?? "", of: item.value ?? "")
      case "region":
        guard let value = item.value, !value.isEmpty else { throw .notAnAddress(text) }
        region = value
      default: throw .unknownOption(item.name, text: text)
      }
    }
    endpointIsGiven = endpoint != nil
    let usual = "https://s3.\(region).amazonaws.com"
    self.bucket = bucket
    self.endpoint = if let endpoint { endpoint } else { try Destination.address(usual, of: text) }
    self.region = region
    prefix = parts.path.split(separator: "/").joined(separator: "/")
  }

  /// The text that ``init(parsing:)`` parses as the same location.
  package var description: String {
    var parts = URLComponents()
    parts.scheme = "s3"
    parts.host = bucket
    parts.path = prefix.isEmpty ? "" : "/" + prefix
    var items: [URLQueryItem] = []
    if endpointIsGiven { items.append(URLQueryItem(name: "endpoint", value: endpoint.description)) }
    if region != "us-east-1" { items.append(URLQueryItem(name: "region", value: region)) }
    if !items.isEmpty { parts.queryItems = items }
    return parts.string ?? "s3://\(bucket)"
  }
}
