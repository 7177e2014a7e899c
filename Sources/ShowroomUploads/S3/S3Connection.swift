import Foundation

/// A connection that signs and sends requests for one bucket.
struct S3Connection: Sendable {
  let address: S3Address
  let transport: HTTPTransport
  let credentials: Credentials?
  let now: @Sendable () -> Date
  var partSizes = PartPlan.Sizes()
  let learned = S3LearnedBehavior()

  /// Returns the response to a request, regardless of its status.
  /// - Throws: ``UploadFailure`` if there is no response or no access key.
  func response(
    to request: S3Request, progress: @escaping HTTPTransport.SendProgress = { _ in }
  ) async throws(UploadFailure) -> HTTPResponse {
    let response = try await transport.send(try signed(request), progress: progress)
    if response.isPremature { throw response.premature }
    return response
  }

  /// Returns the response to a request that must succeed.
  /// - Throws: ``UploadFailure``, including for every other status.
  @discardableResult
  func perform(
    _ request: S3Request, progress: @escaping HTTPTransport.SendProgress = { _ in }
  ) async throws(UploadFailure) -> HTTPResponse {
    let response = try await response(to: request, progress: progress)
    guard response.isSuccess else { throw failure(of: response) }
    return response
  }

  /// Returns the root element of a response, which must contain a child with this name. The name of the root itself is
  /// not checked, because it differs between stores.
  func document(with name: String, of response: HTTPResponse) throws(UploadFailure) -> XMLElement {
    let root = response.isCut ? nil : XMLElement(parsing: response.body)
    // S3 may send status 200 before the request fails.
    if let root, root.name == "Error" { throw errorResponse(in: response).failure }
    guard let root, root.first(name) != nil else {
      throw UploadFailure(
        .protocol, "\(address.server) did not send an S3 response; check the endpoint.", status: response.status,
        serverText: ServerMessage.text(of: response.body))
    }
    return root
  }

  /// Returns the failure for a rejected request.
  func failure(of response: HTTPResponse) -> UploadFailure {
    errorResponse(in: response).failure
  }

  func errorResponse(in response: HTTPResponse) -> S3ErrorResponse {
    S3ErrorResponse(response, address: address, now: now())
  }

  /// Whether a further request with a file would have to wait for others to the same server.
  var isFull: Bool {
    address.url(path: "/", query: "").map { transport.connections.isFull(at: $0.origin) } ?? false
  }

  func signed(_ request: S3Request) throws(UploadFailure) -> HTTPRequest {
    guard case .accessKey(let id, let secret, let session) = credentials else { throw missingKeys }
    let date = SigningDate(now())
    var headers = request.headers
    headers["Host"] = address.host
    headers["x-amz-date"] = date.moment
    headers["x-amz-content-sha256"] = request.payloadHash
    if let session { headers["x-amz-security-token"] = session }
    let canonical = CanonicalRequest(
      method: request.method, path: address.path(of: request.key), query: request.query, headers: headers,
      payloadHash: request.payloadHash)
    let signer = RequestSigner(keyID: id, secret: secret, region: address.location.region)
    headers["Authorization"] = try signer.authorization(for: canonical, at: date)
    guard let url = address.url(path: canonical.path, query: CanonicalRequest.encoded(canonical.query)) else {
      throw UploadFailure(.protocol, "\(address.location) is not a valid address; check the destination.")
    }
    var outgoing = HTTPRequest(request.method, url, headers: headers, body: request.body)
    // A signature is valid for only one address, so a redirect cannot be followed.
    outgoing.redirects = .handOver
    outgoing.responseLimit = request.responseLimit
    outgoing.renewed = { () throws(UploadFailure) in try signed(request) }
    return outgoing
  }

  private var missingKeys: UploadFailure {
    UploadFailure(
      .unauthorized,
      "There is no access key for the bucket \(address.location.bucket) on \(address.server): set AWS_ACCESS_KEY_ID and "
        + "AWS_SECRET_ACCESS_KEY, or add them to the credentials file.")
  }
}
