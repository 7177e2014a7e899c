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
  private let bytesSent: Int64
  private let isAuthorised: Bool
  private let authorisation: Authorisation?

  init(
    _ response: HTTPClientResponse, request: HTTPRequest, origin: WebAddress.Origin, limits: HTTPLimits,
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
    self.bytesSent = bytesSent
  }

  /// The whole answer, with as much of its body as wished.
  func collected(limit: Int) async throws(UploadFailure) -> HTTPResponse {
    var body: [UInt8] = []
    var isCut = false
    do {
      for try await var chunk in response.body {
        let room = limit - body.count
        isCut = chunk.readableBytes > room
        body += chunk.readBytes(length: min(room, chunk.readableBytes)) ?? []
        if isCut { break }
      }
    } catch {
      let failure = ConnectionFailure(error, origin: origin, limits: limits).failure
      // A server that refuses early may close before its own words are through: the status says enough.
      guard status >= 400, failure.cause != .cancelled else { throw failure }
      isCut = true
    }
    if status >= 400, let authorisation { body = authorisation.redacted(body) }
    return HTTPResponse(
      status: status, headers: headers, body: body, isCut: isCut, url: url, bytesSent: bytesSent,
      isAuthorised: isAuthorised)
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
