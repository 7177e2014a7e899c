import ShowroomFiles
import ShowroomNetwork
import SystemPackage

/// A request of an engine. ``HTTPTransport`` adds `Content-Length`, `User-Agent` and `Authorization`.
struct HTTPRequest: Sendable {
  var method: String
  var url: WebAddress
  var headers: HeaderFields = [:]
  var body: HTTPBody = .none
  /// The digest of a whole file to which the body is added while it is sent, if it is a part of that file.
  var digest: FileDigest?
  /// The authorization, which is added only to requests to its own origin.
  var authorization: Authorization?
  var redirects: RedirectRule = .follow
  /// Returns the request with a new signature, if it has one. Used if the request had to wait, because a signature soon
  /// expires.
  var renewed: (@Sendable () throws(UploadFailure) -> HTTPRequest)?
  /// The time limit in seconds for the whole request. If it is exceeded, the failure is ``UploadFailure/outOfTime``.
  var timeLimit: Double?
  /// The maximum number of bytes of the response's body to keep. The rest is discarded.
  var responseLimit = 64 << 10

  init(_ method: String, _ url: WebAddress, headers: HeaderFields = [:], body: HTTPBody = .none) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// The body of a request.
enum HTTPBody: Sendable {
  case none
  case bytes([UInt8])
  /// A file range that is streamed in constant memory (see ``FileStream``).
  case file(FileRange)
  /// A file range that has been read already. It is streamed, too.
  case loaded(FileRange, [UInt8])
  /// A file range in the format ``ChunkedFraming``, with its checksum at the end.
  case checksummed(FileRange, BodyChecksum)

  /// The length in bytes.
  var length: Int64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let range), .loaded(let range, _): range.length
    case .checksummed(let range, _): ChunkedFraming(length: range.length).encodedLength
    }
  }

  /// The file that is streamed.
  var file: FilePath? {
    switch self {
    case .none, .bytes: nil
    case .file(let range), .loaded(let range, _), .checksummed(let range, _): range.source.path
    }
  }
}

/// A range of a local file.
struct FileRange: Sendable, Hashable {
  let source: UploadSource
  /// The start in bytes.
  let offset: Int64
  /// The length in bytes. The range never exceeds the source's size.
  let length: Int64

  /// Creates a range that starts at an offset and, by default, extends to the end of the file.
  init(_ source: UploadSource, from offset: Int64 = 0, length: Int64? = nil) {
    self.source = source
    self.offset = min(max(offset, 0), source.size)
    let rest = source.size - self.offset
    self.length = min(max(length ?? rest, 0), rest)
  }
}

/// The handling of redirects.
enum RedirectRule: Sendable {
  /// Follow it as far as ``Redirect`` allows.
  case follow
  /// Return the redirect as the response, because the request is signed for its address.
  case handOver
}
