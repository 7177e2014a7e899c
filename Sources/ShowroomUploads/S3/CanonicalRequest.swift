import ShowroomNetwork

/// A request in the canonical form that is signed with AWS Signature Version 4.
struct CanonicalRequest: Sendable, Hashable {
  var method: String
  /// The percent-encoded path as it is sent. S3 does not normalize it: `//`, `.` and `..` are kept.
  var path: String
  /// The decoded query parameters, in any order.
  var query: [QueryItem] = []
  /// The fields to sign, which must include `Host` and `x-amz-date`.
  var headers: HeaderFields
  /// The SHA-256 of the body in hexadecimal digits.
  var payloadHash: String

  /// A query parameter. The value may be empty: S3 signs `?uploads` as `uploads=`.
  struct QueryItem: Sendable, Hashable {
    var name: String
    var value = ""
  }

  /// The text to hash.
  var text: String {
    let fields = signedFields
    let headers = fields.map { "\($0.name):\($0.value)\n" }.joined()
    let names = fields.map(\.name).joined(separator: ";")
    return [method, path, Self.encoded(query), headers, names, payloadHash].joined(separator: "\n")
  }

  /// The names of the signed fields, in the form used in the signature.
  var signedHeaders: String { signedFields.map(\.name).joined(separator: ";") }

  /// Returns the encoded query in the order in which it is signed and sent: by encoded name and then by value.
  static func encoded(_ query: [QueryItem]) -> String {
    query.map { (WebAddress.encoded($0.name), WebAddress.encoded($0.value)) }.sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  /// The signed fields, sorted by lowercase name, with trimmed values and collapsed spaces. Values with the same name
  /// are joined in order.
  private var signedFields: [(name: String, value: String)] {
    var values: [String: [String]] = [:]
    for field in headers.fields {
      let words = field.value.split { $0 == " " || $0 == "\t" }
      values[field.name.lowercased(), default: []].append(words.joined(separator: " "))
    }
    return values.map { ($0.key, $0.value.joined(separator: ",")) }.sorted { $0.name < $1.name }
  }
}
