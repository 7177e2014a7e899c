import AsyncHTTPClient
import Catalog
import NIOCore

extension HTTPTransport {
  /// Sends a request and follows redirects until the head of a response arrives.
  func exchange(_ request: HTTPRequest, progress: @escaping SendProgress) async throws(UploadFailure)
    -> StreamingResponse
  {
    var request = request
    var visited: Set<WebAddress> = [request.url]
    while true {
      let answer = try await attempt(request, progress: progress)
      guard case .follow = request.redirects, Redirect.isOne(answer.status) else { return answer }
      let redirect = Redirect(from: request, status: answer.status, location: answer.headers["Location"])
      request = try redirect.request()
      guard visited.count <= limits.redirects, visited.insert(request.url).inserted else {
        throw redirect.failure("there are too many redirects")
      }
    }
  }

  private func attempt(_ request: HTTPRequest, progress: @escaping SendProgress) async throws(UploadFailure)
    -> StreamingResponse
  {
    if Task.isCancelled { throw .canceled }
    let resources = try resources()
    try resources.beginUse()
    defer { resources.endUse() }
    let origin = request.url.origin
    var outgoing = HTTPClientRequest(url: request.url.text)
    outgoing.method = .RAW(value: request.method)
    for field in request.headers.fields { outgoing.headers.add(name: field.name, value: field.value) }
    if request.headers["User-Agent"] == nil { outgoing.headers.add(name: "User-Agent", value: "showroom") }
    if let header = request.authorization?.header(for: request.url) {
      outgoing.headers.replaceOrAdd(name: "Authorization", value: header)
    }
    let body = BodyProgress(length: request.body.length, progress: progress)
    switch request.body {
    case .none: break
    case .bytes(let bytes):
      outgoing.body = .bytes(ByteBuffer(bytes: bytes))
      body.advance(to: Int64(bytes.count))
    case .file(let range):
      let stream = try await FileStream(range, resources: resources, body: body, digest: request.digest)
      outgoing.body = .stream(stream, length: .known(range.length))
    }
    let (message, watchdog) = (outgoing, Watchdog(body: body, limits: limits) { await resources.pause($0) })
    let result: Result<HTTPClientResponse, any Error>? = await resources.run {
      do {
        return .success(try await resources.client.execute(message, deadline: .distantFuture))
      } catch {
        return .failure(error)
      }
    } until: {
      await watchdog.run()
    }
    await body.close()
    do {
      let response = try (result ?? .failure(watchdog.alarm)).get()
      try await body.reportEnd()
      return StreamingResponse(
        response, request: request, origin: origin, limits: limits, resources: resources, bytesSent: body.sent)
    } catch {
      let failure = ConnectionFailure(error, origin: origin, limits: limits).failure
      guard failure.cause == .insecure, let validity = await CertificateValidity(of: origin, resources, limits) else {
        throw failure
      }
      throw validity.failure(at: origin) ?? failure
    }
  }
}
