import Testing

@testable import ShowroomNetwork

/// Returns an address that is known to be valid.
func address(_ text: String) throws -> WebAddress { try WebAddress(parsing: text) }

/// A complete response.
struct Answer {
  let status: Int
  let headers: HeaderFields
  let body: [UInt8]
  let sent: Int64

  var text: String { String(decoding: body, as: UTF8.self) }
}

extension WebClient {
  /// Sends a request and reads the response to its end.
  func answer(_ request: WebRequest) async throws -> Answer {
    let response = try await send(request)
    var body: [UInt8] = []
    for try await piece in response.body { body += piece }
    return Answer(status: response.status, headers: response.headers, body: body, sent: response.sent)
  }

  func answer(
    _ method: String = "GET", _ url: String, headers: HeaderFields = [:], _ body: WebBody = .none,
    limits: (inout WebLimits) -> Void = { _ in }
  ) async throws -> Answer {
    var request = WebRequest(method, try address(url), headers: headers, body: body)
    // On a busy computer, a TLS handshake or the name service may take longer than the default time limit.
    request.limits.connect = 600
    limits(&request.limits)
    return try await answer(request)
  }
}

/// Runs a test with a client and shuts it down.
func withClient<Result>(
  _ configuration: WebConfiguration = .init(), _ body: (WebClient) async throws -> Result
) async throws -> Result {
  let client = WebClient(configuration)
  do {
    let result = try await body(client)
    await client.shutDown()
    return result
  } catch {
    await client.shutDown()
    throw error
  }
}

/// Returns the failure of a request.
func failure(
  _ url: String, _ method: String = "GET", _ body: WebBody = .none,
  _ configuration: WebConfiguration = .init(), location: SourceLocation = #_sourceLocation,
  limits: (inout WebLimits) -> Void = { _ in }
) async throws -> WebError? {
  await #expect(throws: WebError.self, sourceLocation: location) {
    try await withClient(configuration) { try await $0.answer(method, url, body, limits: limits) }
  }
}

/// Returns a body that is read in pieces.
func stream(_ bytes: [UInt8], piece: Int = 100_000) -> WebBody {
  .stream(
    WebBodyStream(length: Int64(bytes.count)) {
      let offset = Offset()
      return { _ in
        let start = offset.advance(by: piece)
        return start < bytes.count ? Array(bytes[start..<min(start + piece, bytes.count)]) : nil
      }
    })
}
