import AsyncHTTPClient
import Catalog
import NIOCore

/// A response whose head has arrived and whose body has not been read.
struct StreamingResponse: Sendable {
  let status: Int
  let headers: HeaderFields
  /// The address that responded.
  let url: WebAddress
  private let response: HTTPClientResponse
  private let origin: WebAddress.Origin
  private let limits: HTTPLimits
  private let resources: HTTPResources
  private let bodyLength: Int64
  private let bytesSent: Int64
  private let isAuthorized: Bool
  private let authorization: Authorization?

  init(
    _ response: HTTPClientResponse, request: HTTPRequest, origin: WebAddress.Origin, limits: HTTPLimits,
    resources: HTTPResources,
    bytesSent: Int64
  ) {
    var headers: HeaderFields = [:]
    for (name, value) in response.headers { headers.add(name, value) }
    self.headers = headers
    status = Int(response.status.code)
    url = request.url
    authorization = request.authorization
    isAuthorized = request.headers["Authorization"] != nil || request.authorization?.header(for: request.url) != nil
    self.response = response
    self.origin = origin
    self.limits = limits
    self.resources = resources
    bodyLength = request.body.length
    self.bytesSent = bytesSent
  }

  /// Returns the complete response with a limited body. The body must arrive within the time limit for responses,
  /// because a server that sends a byte now and then would never finish.
  func collected(limit: Int) async throws(UploadFailure) -> HTTPResponse {
    let (resources, seconds) = (resources, limits.responseTimeout)
    try resources.beginUse()
    defer { resources.endUse() }
    let read = await resources.run {
      await readBody(limit: limit)
    } until: {
      await resources.pause(seconds)
    }
    if Task.isCancelled { throw .canceled }
    var body = read?.body ?? []
    let isPremature = (200..<300).contains(status) && bytesSent < bodyLength
    let error: (any Error)? = if let read { read.error } else { Watchdog.Alarm.noAnswer }
    if let error {
      let failure = ConnectionFailure(error, origin: origin, limits: limits).failure
      // A server that responds early may close the connection before its message is complete. The status is sufficient.
      guard status >= 400 || isPremature, failure.cause != .canceled else { throw failure }
    }
    if status >= 400, let authorization { body = authorization.redacted(body) }
    return HTTPResponse(
      status: status, headers: headers, body: body, isCut: read?.isCut ?? true, url: url, bytesSent: bytesSent,
      isPremature: isPremature, isAuthorized: isAuthorized)
  }

  private func readBody(limit: Int) async -> (body: [UInt8], isCut: Bool, error: (any Error)?) {
    var body: [UInt8] = []
    do {
      for try await var chunk in response.body {
        let room = limit - body.count
        body += chunk.readBytes(length: min(room, chunk.readableBytes)) ?? []
        if chunk.readableBytes > 0 { return (body, true, nil) }
      }
      return (body, false, nil)
    } catch {
      return (body, true, error)
    }
  }

  /// Passes the body on piece by piece as it arrives.
  func forEachChunk(_ take: (ByteBuffer) async throws(UploadFailure) -> Void) async throws(UploadFailure) {
    do {
      for try await chunk in response.body { try await take(chunk) }
    } catch {
      throw ConnectionFailure(error, origin: origin, limits: limits).failure
    }
  }
}

/// A complete response, whatever its status.
struct HTTPResponse: Sendable {
  let status: Int
  let headers: HeaderFields
  /// The body, up to the limit of the request.
  let body: [UInt8]
  /// Whether the body was longer than the limit.
  let isCut: Bool
  /// The address that responded, which differs from the requested one after a redirect.
  let url: WebAddress
  /// The number of bytes of the request's body that had been handed to the connection when the response arrived.
  let bytesSent: Int64
  /// Whether the response reports success although the whole body had not been sent.
  var isPremature = false
  /// Whether the request contained an authorization.
  let isAuthorized: Bool

  var isSuccess: Bool { (200..<300).contains(status) }
}
