import Catalogue

/// A server's answer, whatever its status.
struct HTTPResponse: Sendable {
  let status: Int
  let headers: HeaderFields
  /// As much of the body as was asked for.
  let body: [UInt8]
  /// Whether the body was longer than what was asked for.
  let isCut: Bool
  /// Who answered, which is another than was asked when the request was sent elsewhere.
  let url: WebAddress
  /// The bytes of the request's body that had been handed to the connection when the answer came: fewer than all when the server refused early.
  let bytesSent: Int64
  /// Whether it reports success although the server had not been handed the whole body: it cannot have what it says it has.
  var isPremature = false
  /// Whether the request said who asks.
  let isAuthorised: Bool

  var isSuccess: Bool { (200..<300).contains(status) }
}
