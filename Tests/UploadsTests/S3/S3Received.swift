import Crypto
import Foundation
import NIOHTTP1

@testable import Uploads

/// A request that the peer received.
struct S3Received: Sendable {
  let method: String
  /// The encoded path and query as received.
  let path: String, rawQuery: String
  let headers: HTTPHeaders
  var body: [UInt8] = []

  init(_ head: HTTPRequestHead) {
    method = head.method.rawValue
    let pieces = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    path = pieces[0]
    rawQuery = pieces.count > 1 ? pieces[1] : ""
    headers = head.headers
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

  /// Returns the error in the signature, computed from the received bytes, or `nil`.
  func wrong(keyID: String, secret: String, region: String) -> String? {
    guard let authorization = headers.first(name: "Authorization"), let date = headers.first(name: "x-amz-date"),
      let hash = headers.first(name: "x-amz-content-sha256")
    else { return "a header is missing" }
    let bodyHash = SHA256.hash(data: body).hexadecimal
    guard hash == bodyHash else { return "XAmzContentSHA256Mismatch: \(hash), and the body has \(bodyHash)" }
    guard let names = authorization.firstMatch(of: /SignedHeaders=([^,]+)/)?.1.split(separator: ";").map(String.init)
    else { return "no signed headers" }
    let unsigned = headers.map { $0.name.lowercased() }
      .filter { ($0.hasPrefix("x-amz-") || $0 == "host" || $0.hasPrefix("if-")) && !names.contains($0) }
    guard unsigned.isEmpty else { return "not signed: \(unsigned)" }
    var text = "\(method)\n\(path)\n\(rawQuery.split(separator: "&").sorted().joined(separator: "&"))\n"
    for name in names { text += "\(name):\(headers[name].joined(separator: ","))\n" }
    text += "\n\(names.joined(separator: ";"))\n\(hash)"
    let scope = "\(date.prefix(8))/\(region)/s3/aws4_request"
    let toSign = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(SHA256.hash(data: Data(text.utf8)).hexadecimal)"
    var key = Data("AWS4\(secret)".utf8)
    for part in scope.split(separator: "/") { key = Self.hmac(key, String(part)) }
    let expected =
      "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope), SignedHeaders=\(names.joined(separator: ";")), "
      + "Signature=\(Self.hmac(key, toSign).hexadecimal)"
    return authorization == expected ? nil : "SignatureDoesNotMatch: \(text)"
  }

  private static func hmac(_ key: Data, _ text: String) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
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
