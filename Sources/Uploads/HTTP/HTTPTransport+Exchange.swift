import AsyncHTTPClient
import Catalogue
import NIOCore

extension HTTPTransport {
  /// Asks, and asks again where the request is sent elsewhere, until there is an answer.
  func exchange(_ request: HTTPRequest, progress: @escaping SendProgress) async throws(UploadFailure) -> Answer {
    var request = request
    var visited: Set<WebAddress> = [request.url]
    while true {
      let answer = try await attempt(request, progress: progress)
      guard case .follow = request.redirects, Redirect.isOne(answer.status) else { return answer }
      let redirect = Redirect(from: request, status: answer.status, location: answer.headers["Location"])
      request = try redirect.request()
      guard visited.count <= limits.redirects, visited.insert(request.url).inserted else {
        throw redirect.failure("it sends the request elsewhere again and again")
      }
    }
  }

  private func attempt(_ request: HTTPRequest, progress: @escaping SendProgress) async throws(UploadFailure) -> Answer {
    if Task.isCancelled { throw .cancelled }
    let machinery = try machinery()
    let origin = request.url.origin
    var outgoing = HTTPClientRequest(url: request.url.text)
    outgoing.method = .RAW(value: request.method)
    for field in request.headers.fields { outgoing.headers.add(name: field.name, value: field.value) }
    if request.headers["User-Agent"] == nil { outgoing.headers.add(name: "User-Agent", value: "showroom") }
    if let header = request.authorisation?.header(for: request.url) {
      outgoing.headers.replaceOrAdd(name: "Authorization", value: header)
    }
    let body = BodyProgress(length: request.body.length, progress: progress)
    switch request.body {
    case .none: break
    case .bytes(let bytes):
      outgoing.body = .bytes(ByteBuffer(bytes: bytes))
      body.advance(to: Int64(bytes.count))
    case .file(let range):
      let stream = try await FileStream(range, machinery: machinery, body: body, digest: request.digest)
      outgoing.body = .stream(stream, length: .known(range.length))
    }
    let (message, watchdog) = (outgoing, Watchdog(body: body, limits: limits, machinery: machinery))
    let result: Result<HTTPClientResponse, any Error>? = await machinery.run {
      do {
        return .success(try await machinery.client.execute(message, deadline: .distantFuture))
      } catch {
        return .failure(error)
      }
    } until: {
      await watchdog.run()
    }
    await body.close()
    do {
      let response = try (result ?? .failure(watchdog.alarm)).get()
      try await body.tellEnd()
      return Answer(
        response, request: request, origin: origin, limits: limits, machinery: machinery, bytesSent: body.sent)
    } catch {
      let failure = ConnectionFailure(error, origin: origin, limits: limits).failure
      guard failure.cause == .insecure, let validity = await CertificateValidity(of: origin, machinery, limits) else {
        throw failure
      }
      throw validity.failure(at: origin) ?? failure
    }
  }
}
