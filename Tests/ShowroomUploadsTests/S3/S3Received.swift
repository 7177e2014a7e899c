import Foundation
import ShowroomNetwork
import ShowroomTestSupport

@testable import ShowroomUploads

/// A request that the peer received.
struct S3Received: Sendable {
  let method: String
  /// The encoded path and query as received.
  let path: String, rawQuery: String
  let headers: HeaderFields
  var body: [UInt8] = []

  init(_ request: FaultyPeer.Request) {
    method = request.method
    let pieces = request.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    path = pieces[0]
    rawQuery = pieces.count > 1 ? pieces[1] : ""
    var headers: HeaderFields = [:]
    for (name, value) in request.headers { headers.add(name, value) }
    self.headers = headers
    body = request.body
  }

  /// The decoded bucket and key.
  var bucket: String { path.split(separator: "/").first?.removingPercentEncoding ?? "" }
  var key: String? {
    guard let slash = path.dropFirst().firstIndex(of: "/") else { return nil }
    return String(path[path.index(after: slash)...]).removingPercentEncoding
  }

  /// A decoded query parameter.
  subscript(_ name: String) -> String? {
    rawQuery.split(separator: "&").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
      .first { $0[0] == name }.map { $0.count > 1 ? $0[1].removingPercentEncoding ?? "" : "" }
  }

  var partNumber: Int? { self["partNumber"].flatMap { Int($0) } }

  /// The request as a line: `PUT scans/7/a.pdf`, `PUT scans/7/a.pdf part 2`.
  var line: String {
    let what =
      partNumber.map { " part \($0)" }
      ?? (self["uploads"] != nil ? " uploads" : self["uploadId"] != nil ? " upload" : "")
    return "\(method) \(key ?? "-")\(what)"
  }

  /// Whether the body is signed, and not followed by a checksum instead.
  var isSigned: Bool { headers["x-amz-content-sha256"] != "STREAMING-UNSIGNED-PAYLOAD-TRAILER" }

  /// Returns the error in the signature, computed from the received bytes, or `nil`.
  func wrong(keyID: String, secret: String, region: String) -> String? {
    guard let authorization = headers["Authorization"], let date = headers["x-amz-date"],
      let hash = headers["x-amz-content-sha256"]
    else { return "a header is missing" }
    let bodyHash = isSigned ? Digests.hexadecimal("SHA256", of: body) : hash
    guard hash == bodyHash else { return "XAmzContentSHA256Mismatch: \(hash), and the body has \(bodyHash)" }
    guard let names = authorization.firstMatch(of: /SignedHeaders=([^,]+)/)?.1.split(separator: ";").map(String.init)
    else { return "no signed headers" }
    let unsigned = headers.fields.map { $0.name.lowercased() }
      .filter { ($0.hasPrefix("x-amz-") || $0 == "host" || $0.hasPrefix("if-")) && !names.contains($0) }
    guard unsigned.isEmpty else { return "not signed: \(unsigned)" }
    var text = "\(method)\n\(path)\n\(rawQuery.split(separator: "&").sorted().joined(separator: "&"))\n"
    for name in names { text += "\(name):\(values(name).joined(separator: ","))\n" }
    text += "\n\(names.joined(separator: ";"))\n\(hash)"
    let scope = "\(date.prefix(8))/\(region)/s3/aws4_request"
    let toSign = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(Digests.hexadecimal("SHA256", of: text.utf8))"
    var key = Array("AWS4\(secret)".utf8)
    for part in scope.split(separator: "/") { key = Digests.authentication(of: part.utf8, key: key) }
    let expected =
      "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope), SignedHeaders=\(names.joined(separator: ";")), "
      + "Signature=\(Digests.authentication(of: toSign.utf8, key: key).hexadecimal)"
    return authorization == expected ? nil : "SignatureDoesNotMatch: \(text)"
  }

  /// The values of a field in order.
  private func values(_ name: String) -> [String] {
    headers.fields.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// A response of the peer.
struct S3Reply: Sendable {
  var status = 200
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  static func xml(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> S3Reply {
    S3Reply(
      status: status, headers: headers, body: Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(text)".utf8))
  }

  static func error(
    _ status: Int, _ code: String, _ message: String = "No.", more: String = "", headers: [String: String] = [:]
  ) -> S3Reply {
    xml(
      "<Error><Code>\(code)</Code><Message>\(message)</Message>\(more)</Error>", status: status, headers: headers)
  }
}
