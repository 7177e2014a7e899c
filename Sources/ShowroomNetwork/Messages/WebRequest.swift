/// A request to a web server.
package struct WebRequest: Sendable {
  package var method: String
  package var url: WebAddress
  package var headers: HeaderFields
  package var body: WebBody
  package var limits = WebLimits()
  /// Whether the request may be sent again immediately if a reused connection ends before the first byte of a response,
  /// although the server may have processed it. Other requests always use a new connection.
  package var isRepeatable: Bool

  package init(_ method: String, _ url: WebAddress, headers: HeaderFields = [:], body: WebBody = .none) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    // The PATCH requests sent here specify the offset of their bytes, so sending one twice has no further effect.
    let isIdempotent = ["GET", "HEAD", "OPTIONS", "PROPFIND", "PUT", "DELETE", "MKCOL", "PATCH"].contains(method)
    isRepeatable =
      isIdempotent && headers["If-None-Match"] == nil && headers["If-Match"] == nil
      || method == "GET"
  }

  /// Whether the request can be sent: the method is a token, and all header fields are valid.
  var isValid: Bool {
    !method.isEmpty && method.utf8.allSatisfy { $0 > 32 && $0 < 127 } && headers.isValid
  }
}

/// The body of a request.
package enum WebBody: Sendable {
  case none
  case bytes([UInt8])
  /// A stream of a known length.
  case stream(WebBodyStream)

  /// The length in bytes.
  package var length: Int64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let stream): stream.length
    }
  }
}

/// A body that is read piece by piece while it is sent, so that it is never in memory in its entirety.
package struct WebBodyStream: Sendable {
  /// Returns the next piece, or `nil` at the end. Called in a separate task as soon as the connection has accepted
  /// everything but the previous piece. The parameter is the number of bytes that the connection has accepted. An error
  /// ends the request, which throws it.
  package typealias Reader = @Sendable (_ sent: Int64) async throws -> [UInt8]?

  /// The length in bytes.
  package let length: Int64
  /// Begins reading the body from the start. Called again if the request is repeated.
  let open: @Sendable () async throws -> Reader

  package init(length: Int64, open: @escaping @Sendable () async throws -> Reader) {
    self.length = length
    self.open = open
  }
}

/// The limits of a request, in seconds unless stated otherwise.
package struct WebLimits: Sendable, Hashable {
  /// The time limit for establishing a connection, including the name lookup and TLS.
  package var connect: Double = 10
  /// The time after which a request fails if the connection accepts no more bytes of its body.
  package var write: Double = 90
  /// The time after which a request fails if no byte of the response arrives, unless the reader pauses.
  package var idle: Double = 30
  /// The time limit from the end of the request to the head of the response, regardless of interim responses.
  package var head: Double = 60
  /// The interval in which at least ``bytesInWindow`` bytes of a body must arrive, unless the reader pauses.
  package var window: Double = 60
  /// The minimum number of bytes of a body per ``window``.
  package var bytesInWindow: Int64 = 8 << 10
  /// The time limit for the whole request, or `nil` for no limit.
  package var total: Double?
  /// The time limit from the head of the response to its end, or `nil` for no limit.
  package var body: Double?
  /// The maximum number of interim responses (1xx).
  package var interimResponses = 100
  /// The maximum size of all header fields in bytes.
  package var headBytes = 256 << 10

  package init() {}
}
