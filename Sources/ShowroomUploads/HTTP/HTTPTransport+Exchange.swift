import ShowroomNetwork

extension HTTPTransport {
  /// Sends a request, following redirects, and returns when the head of the final response has arrived.
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
    let (origin, file) = (request.url.origin, request.body.file)
    var hasWaited = false
    // The request's time limits do not run during this wait.
    if let file { hasWaited = try await connections.begin(file, at: origin) }
    var status: Int?
    defer { connections.end(file, at: origin, status: status) }
    let renewed = hasWaited ? request.renewed : nil
    let request = try renewed?() ?? request
    let resources = try resources()
    var outgoing = WebRequest(request.method, request.url, headers: request.headers)
    outgoing.limits = limits.limits(total: request.timeLimit)
    if request.headers["User-Agent"] == nil { outgoing.headers.add("User-Agent", "showroom") }
    if let header = request.authorization?.header(for: request.url) { outgoing.headers["Authorization"] = header }
    let body = BodyProgress(length: request.body.length, progress: progress)
    func stream(
      _ range: FileRange, _ bytes: [UInt8]? = nil, checksum: BodyChecksum? = nil
    ) async throws(UploadFailure) -> FileStream {
      try await FileStream(
        range, bytes, checksum: checksum, readers: resources.readers, body: body, digest: request.digest,
        bandwidth: bandwidth)
    }
    switch request.body {
    case .none: break
    case .bytes(let bytes): outgoing.body = .bytes(bytes)
    case .file(let range): outgoing.body = try await stream(range).content
    case .loaded(let range, let bytes): outgoing.body = try await stream(range, bytes).content
    case .checksummed(let range, let checksum): outgoing.body = try await stream(range, checksum: checksum).content
    }
    let result: Result<WebResponse, any Error>
    do { result = .success(try await resources.exchange(outgoing)) } catch { result = .failure(error) }
    await body.close()
    do {
      let response = try result.get()
      status = response.status
      body.advance(to: response.sent)
      try await body.reportEnd()
      return StreamingResponse(response, request: request, limits: limits)
    } catch {
      throw ConnectionFailure(error, request: request).failure
    }
  }
}
