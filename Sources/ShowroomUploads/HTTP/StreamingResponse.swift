import ShowroomNetwork

/// A response whose head has arrived and whose body has not been read yet.
struct StreamingResponse: Sendable {
  let status: Int
  let headers: HeaderFields
  /// The address that responded.
  let url: WebAddress
  private let response: WebResponse
  private let request: HTTPRequest
  private let limits: HTTPLimits

  init(_ response: WebResponse, request: HTTPRequest, limits: HTTPLimits) {
    (status, headers, url) = (response.status, response.headers, request.url)
    self.response = response
    self.request = request
    self.limits = limits
  }

  /// Returns the complete response with its body up to a limit. The body must arrive within the time limit for
  /// responses, because a server that sends a byte now and then would never finish.
  func collected(limit: Int) async throws(UploadFailure) -> HTTPResponse {
    response.body.limit(seconds: limits.responseTimeout)
    let read = await readBody(limit: limit)
    if Task.isCancelled { throw .canceled }
    var body = read.body
    let isPremature = (200..<300).contains(status) && response.sent < request.body.length
    if let error = read.error {
      let failure = ConnectionFailure(error, request: request).failure
      // A server that responds early may close the connection before its response is complete. The status is
      // sufficient.
      guard status >= 400 || isPremature, failure.cause != .canceled else { throw failure }
    }
    if status >= 400, let authorization = request.authorization { body = authorization.redacted(body) }
    let isAuthorized =
      request.headers["Authorization"] != nil || request.authorization?.header(for: request.url) != nil
    return HTTPResponse(
      status: status, headers: headers, body: body, isCut: read.isCut, url: url, bytesSent: response.sent,
      isPremature: isPremature, isAuthorized: isAuthorized)
  }

  private func readBody(limit: Int) async -> (body: [UInt8], isCut: Bool, error: (any Error)?) {
    var body: [UInt8] = []
    do {
      for try await chunk in response.body {
        let room = limit - body.count
        body += chunk.prefix(room)
        if chunk.count > room { return (body, true, nil) }
      }
      return (body, false, nil)
    } catch {
      return (body, true, error)
    }
  }

  /// Passes on the body piece by piece as it arrives.
  func forEachChunk(_ take: ([UInt8]) async throws(UploadFailure) -> Void) async throws(UploadFailure) {
    do {
      for try await chunk in response.body { try await take(chunk) }
    } catch {
      throw ConnectionFailure(error, request: request).failure
    }
  }
}

/// A complete response, regardless of its status.
struct HTTPResponse: Sendable {
  let status: Int
  let headers: HeaderFields
  /// The body, up to the request's limit.
  let body: [UInt8]
  /// Whether the body was longer than the limit.
  let isCut: Bool
  /// The address that responded, which differs from the requested one after a redirect.
  let url: WebAddress
  /// The number of bytes of the request's body that had been passed to the connection when the response arrived.
  let bytesSent: Int64
  /// Whether the response reports success although the whole body had not been sent.
  var isPremature = false
  /// Whether the request contained an authorization.
  let isAuthorized: Bool

  var isSuccess: Bool { (200..<300).contains(status) }
}
