import Foundation
import ShowroomNetwork

/// A bucket of an S3-compatible store, with an optional prefix.
package struct S3Location: Sendable, Hashable, CustomStringConvertible {
  package let bucket: String
  /// The common prefix of all keys, without a slash at either end. May be empty.
  package let prefix: String
  /// The server, with its scheme and port.
  package let endpoint: WebAddress
  /// The region for which requests are signed.
  package let region: String
  private let endpointIsGiven: Bool
  /// The options with which objects are created.
  private let options: [ObjectOption: String]

  /// An option with which objects are created. The raw value is its name in the query.
  private enum ObjectOption: String, CaseIterable {
    case storageClass = "storage-class"
    case encryption
    case key = "kms-key"
    case contentType = "content-type"

    var header: String {
      switch self {
      case .storageClass: "x-amz-storage-class"
      case .encryption: "x-amz-server-side-encryption"
      case .key: "x-amz-server-side-encryption-aws-kms-key-id"
      case .contentType: "Content-Type"
      }
    }
  }

  /// The names of all options, for messages.
  static let optionNames = ["endpoint", "region"] + ObjectOption.allCases.map(\.rawValue)

  /// The headers with which objects are created.
  var objectHeaders: HeaderFields {
    var headers: HeaderFields = [:]
    for option in ObjectOption.allCases { headers[option.header] = options[option] }
    return headers
  }

  /// Parses `s3://bucket/prefix?endpoint=https://host&region=eu-west-1`. The default endpoint is that of AWS in the
  /// region, and the default region is `us-east-1`. `storage-class`, `encryption`, `kms-key` and `content-type` are
  /// sent with each object and validated by the server.
  package init(parsing text: String) throws(DestinationError) {
    guard let parts = URLComponents(string: text), let bucket = parts.host, !bucket.isEmpty else {
      throw .notAnAddress(text)
    }
    guard parts.user == nil, parts.password == nil else { throw .holdsCredentials(host: bucket) }
    var endpoint: WebAddress?
    var region = "us-east-1"
    var options: [ObjectOption: String] = [:]
    for item in parts.queryItems ?? [] {
      switch item.name {
      case "endpoint":
        endpoint = try Destination.address(item.value ?? "", of: item.value ?? "")
      case "region":
        guard let value = item.value, !value.isEmpty else { throw .notAnAddress(text) }
        region = value
      default:
        guard let option = ObjectOption(rawValue: item.name) else { throw .unknownOption(item.name, text: text) }
        // The value becomes a header field, so it must consist of visible characters.
        guard let value = item.value, !value.isEmpty, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
          throw .notAnAddress(text)
        }
        options[option] = value
      }
    }
    endpointIsGiven = endpoint != nil
    let usual = "https://s3.\(region).amazonaws.com"
    self.bucket = bucket
    self.endpoint = if let endpoint { endpoint } else { try Destination.address(usual, of: text) }
    self.region = region
    self.options = options
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
    items += ObjectOption.allCases.compactMap { option in
      options[option].map { URLQueryItem(name: option.rawValue, value: $0) }
    }
    if !items.isEmpty { parts.queryItems = items }
    return parts.string ?? "s3://\(bucket)"
  }
}
