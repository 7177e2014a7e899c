import Catalogue

/// A request in the one form that both sides sign: AWS Signature Version 4, "create a canonical request".
struct CanonicalRequest: Sendable, Hashable {
  /// `GET`, `PUT`, …
  var method: String
  /// The path as it is on the wire, percent-encoded once. S3 does not normalise it: `//`, `.` and `..` stay.
  var path: String
  /// Names and values of the query, decoded, in any order.
  var query: [QueryItem] = []
  /// The fields to sign; `Host` and `x-amz-date` have to be among them.
  var headers: HeaderFields
  /// SHA-256 of the body in hexadecimal digits.
  var payloadHash: String

  /// A parameter of a query. One without a value has an empty one: S3 signs `?uploads` as `uploads=`.
  struct QueryItem: Sendable, Hashable {
    var name: String
    var value = ""
  }

  /// The text that is hashed.
  var text: String {
    let fields = signedFields
    let headers = fields.map { "\($0.name):\($0.value)\n" }.joined()
    let names = fields.map(\.name).joined(separator: ";")
    return [method, path, Self.encoded(query), headers, names, payloadHash].joined(separator: "\n")
  }

  /// The names of the signed fields, as the signature lists them.
  var signedHeaders: String { signedFields.map(\.name).joined(separator: ";") }

  /// The query as it is signed, which serves as the one on the wire as well: encoded first, then sorted by name and value.
  static func encoded(_ query: [QueryItem]) -> String {
    query.map { (WebAddress.encoded($0.name), WebAddress.encoded($0.value)) }.sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  /// Sorted by name in small letters; values trimmed, runs of blanks made one, those of one name joined in their order.
  private var signedFields: [(name: String, value: String)] {
    var values: [String: [String]] = [:]
    for field in headers.fields {
      let words = field.value.split { $0 == " " || $0 == "\t" }
      values[field.name.lowercased(), default: []].append(words.joined(separator: " "))
    }
    return values.map { ($0.key, $0.value.joined(separator: ",")) }.sorted { $0.name < $1.name }
  }
}
