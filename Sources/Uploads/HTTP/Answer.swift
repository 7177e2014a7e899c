import AsyncHTTPClient
import Catalogue
import NIOCore

/// An answer whose head has come, and whose body has not been read.
struct Answer: Sendable {
  let status: Int
  let headers: HeaderFields
  /// Who answered.
  let url: WebAddress
  private let response: HTTPClientResponse
  private let origin: WebAddress.Origin
  private let limits: HTTPLimits
  private let machinery: Machinery
  private let bodyLength: Int64
  private let bytesSent: Int64
  private let isAuthorised: Bool
  private let authorisation: Authorisation?

  init(
    _ response: HTTPClientResponse, request: HTTPRequest, origin: WebAddress.Origin, limits: HTTPLimits,
    machinery: Machinery,
    bytesSent: Int64
  ) {
    var headers: HeaderFields = [:]
    for (name, value) in response.headers { headers.add(name, value) }
    self.headers = headers
    status = Int(response.status.code)
    url = request.url
    authorisation = request.authorisation
    isAuthorised = request.headers["Authorization"] != nil || request.authorisation?.header(for: request.url) != nil
    self.response = response
    self.origin = origin
    self.limits = limits
    self.machinery = machinery
    bodyLength = request.body.length
    self.bytesSent = bytesSent
  }

  /// The whole answer, with as much of its body as wished. It has to be through within the time for an answer: a server that
  /// sends a byte now and then would hold an upload for ever.
  func collected(limit: Int) async throws(UploadFailure) -> HTTPResponse {
    let (machinery, seconds) = (machinery, limits.answerTimeout)
    let read = await machinery.run {
      await readBody(limit: limit)
    } until: {
      await machinery.pause(seconds)
    }
    if Task.isCancelled { throw .cancelled }
    var body = read?.body ?? []
    let isPremature = (200..<300).contains(status) && bytesSent < bodyLength
    let error: (any Error)? = if let read { read.error } else { Watchdog.Alarm.noAnswer }
    if let error {
      let failure = ConnectionFailure(error, origin: origin, limits: limits).failure
      // A server that answers early may close before its own words are through: the status says enough.
      guard status >= 400 || isPremature, failure.cause != .cancelled else { throw failure }
    }
    if status >= 400, let authorisation { body = authorisation.redacted(body) }
    return HTTPResponse(
      status: status, headers: headers, body: body, isCut: read?.isCut ?? true, url: url, bytesSent: bytesSent,
      isPremature: isPremature, isAuthorised: isAuthorised)
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

  /// Hands the body over piece by piece as it comes.
  func forEachChunk(_ take: (ByteBuffer) async throws(UploadFailure) -> Void) async throws(UploadFailure) {
    do {
      for try await chunk in response.body { try await take(chunk) }
    } catch {
      throw ConnectionFailure(error, origin: origin, limits: limits).failure
    }
  }
}
