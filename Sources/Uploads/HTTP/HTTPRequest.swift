import Catalogue

/// One request, as engines ask for it. ``HTTPTransport`` adds `Content-Length`, `User-Agent` and `Authorization`.
struct HTTPRequest: Sendable {
  var method: String
  var url: WebAddress
  var headers: HeaderFields = [:]
  var body: HTTPBody = .none
  /// Takes the SHA-256 of a body that is a file.
  var digest: BodyDigest?
  /// Who asks; added only while the request goes to the origin that the secret belongs to.
  var authorisation: Authorisation?
  var redirects: RedirectRule = .follow
  /// How much of an answer's body is kept, in bytes; the rest is dropped.
  var answerLimit = 64 << 10

  init(_ method: String, _ url: WebAddress, headers: HeaderFields = [:], body: HTTPBody = .none) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What a request carries.
enum HTTPBody: Sendable {
  case none
  case bytes([UInt8])
  /// Streamed from disk in constant memory, and checked on the way: see ``FileStream``.
  case file(FileRange)

  /// In bytes.
  var length: Int64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let range): range.length
    }
  }
}

/// A piece of a local file, which must be the file that was chosen.
struct FileRange: Sendable, Hashable {
  let source: UploadSource
  /// Where it begins, in bytes.
  let offset: Int64
  /// How many bytes it has; with the offset never beyond the source's size.
  let length: Int64

  /// The piece of so many bytes that begins at the offset; without a length all that follows it.
  init(_ source: UploadSource, from offset: Int64 = 0, length: Int64? = nil) {
    self.source = source
    self.offset = min(max(offset, 0), source.size)
    let rest = source.size - self.offset
    self.length = min(max(length ?? rest, 0), rest)
  }
}

/// What to do with an answer that sends the request elsewhere.
enum RedirectRule: Sendable {
  /// Go there as far as the rules of ``Redirect`` allow.
  case follow
  /// Hand the answer over as it is: for a request that is signed for its address.
  case handOver
}
